#include "server/lsp/editor_settings.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "server/config/rule_names.h"

namespace graphfence {
namespace {

constexpr std::array<std::string_view, 5> Levels{"error", "warning", "information", "hint", "off"};

std::vector<std::string> known_rules(const std::vector<std::string>& names, const RuleNames& rules,
                                     std::vector<std::string>& complaints) {
  for (const std::string& name : names) {
    if (!rules.knows(name)) complaints.push_back("editor settings: " + rules.unknown_message(name));
  }
  return rules.expand(names);
}

}  // namespace

EditorSettings to_editor_settings(const protocol::SettingsObject& object, std::vector<std::string>& complaints) {
  const RuleNames rules(rule_catalogue());
  EditorSettings settings;
  if (object.select) settings.overrides.select = known_rules(*object.select, rules, complaints);
  settings.overrides.ignore = known_rules(object.ignore, rules, complaints);
  for (const auto& [name, level] : object.severity) {
    if (std::find(Levels.begin(), Levels.end(), level) == Levels.end()) {
      complaints.push_back("editor settings: no level is called " + level);
      continue;
    }
    for (const std::string& rule : known_rules({name}, rules, complaints)) {
      settings.overrides.severity.emplace_back(rule, level);
    }
  }
  if (!object.tfVersion.empty()) settings.overrides.tf_version = object.tfVersion;
  if (object.configurationPreference == "filesystemFirst") {
    settings.preference = ConfigurationPreference::FilesystemFirst;
  } else if (object.configurationPreference == "editorOnly") {
    settings.preference = ConfigurationPreference::EditorOnly;
    settings.overrides.use_files = false;
  }
  for (const std::string& key : object.unknownKeys) complaints.push_back("editor settings: nobody knows " + key);
  return settings;
}

}  // namespace graphfence
