// The one file that includes toml++: our configuration, and the TOML files that say which TensorFlow a project uses.
#include "server/config/toml_reader.h"

#define TOML_EXCEPTIONS 0
// toml++ 3.3 asserts (and with clang even assumes) that a key follows `[`, before it looks; without that it reports
// `[[[` as the mistake it is. And it takes code for unreachable that any `ü` outside of a string reaches.
#define TOML_ASSERT(condition) static_assert(true)
#include <toml++/impl/forward_declarations.h>
#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT_ASSUME(condition) static_assert(true)
#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE return false
#include <toml++/impl/unicode.h>
#undef TOML_UNREACHABLE
#define TOML_UNREACHABLE __builtin_unreachable()
#include <toml++/toml.h>

#include <filesystem>

#include "server/config/config_file.h"
#include "server/config/requirement.h"

namespace graphfence {

namespace {

constexpr std::string_view Keys[] = {"exclude",  "ignore", "per-file-ignores", "select",
                                     "severity", "src",    "tf-version"};

std::string unknown_key(std::string_view name) {
  const std::string message = "unknown key `" + std::string(name) + "`";
  if (name == "tool") return message + "; in graphfence.toml the settings stand without the header `[tool.graphfence]`";
  const std::string near = did_you_mean(name, {std::begin(Keys), std::end(Keys)});
  if (!near.empty()) return message + near;
  std::string all;
  for (const std::string_view key : Keys) all += (all.empty() ? "" : ", ") + std::string(key);
  return message + "; the keys are " + all;
}

class ConfigReader {
 public:
  ConfigReader(const std::string& path, const RuleNames& names) : names_(names) {
    reading_.file.emplace();
    file().path = path;
    file().folder = std::filesystem::path(path).parent_path().string();
  }

  void read(const toml::table& table) {
    for (const auto& [key, value] : table) {
      const std::string_view name = key.str();
      if (name == "select") {
        file().select = rules(value, name);
      } else if (name == "ignore") {
        file().ignore = rules(value, name);
      } else if (name == "per-file-ignores") {
        read_per_file_ignores(value);
      } else if (name == "severity") {
        read_severity(value);
      } else if (name == "exclude") {
        for (const toml::node* node : strings(value, name)) file().exclude.push_back(text(*node));
      } else if (name == "src") {
        for (const toml::node* node : strings(value, name)) {
          const std::filesystem::path folder = std::filesystem::path(file().folder) / text(*node) / "";
          const toml::source_position place = node->source().begin;
          file().src.push_back({folder.lexically_normal().parent_path().string(), place.line, place.column});
        }
      } else if (name == "tf-version") {
        read_version(value);
      } else {
        problem(key.source(), unknown_key(name));
      }
    }
  }

  void problem(const toml::source_region& place, std::string message) {
    reading_.problems.push_back({file().path, place.begin.line, place.begin.column, std::move(message)});
  }

  ConfigReading finish() {
    if (!reading_.problems.empty()) reading_.file.reset();
    return std::move(reading_);
  }

 private:
  ConfigFile& file() { return *reading_.file; }
  static std::string text(const toml::node& node) { return node.as_string()->get(); }

  std::vector<const toml::node*> strings(const toml::node& value, std::string_view key) {
    std::vector<const toml::node*> found;
    const toml::array* array = value.as_array();
    if (array == nullptr) {
      problem(value.source(), "`" + std::string(key) + "` must be a list of strings");
      return found;
    }
    for (const toml::node& node : *array) {
      if (node.is_string()) {
        found.push_back(&node);
      } else {
        problem(node.source(), "`" + std::string(key) + "` must be a list of strings");
      }
    }
    return found;
  }

  std::vector<std::string> rules(const toml::node& value, std::string_view key) {
    std::vector<std::string> given;
    for (const toml::node* node : strings(value, key)) {
      std::string name = text(*node);
      if (names_.knows(name)) {
        given.push_back(std::move(name));
      } else {
        problem(node->source(), names_.unknown_message(name));
      }
    }
    return names_.expand(given);
  }

  void read_per_file_ignores(const toml::node& value) {
    const toml::table* table = value.as_table();
    if (table == nullptr) {
      problem(value.source(), "`per-file-ignores` must be a table of patterns, each with a list of rules");
      return;
    }
    for (const auto& [pattern, list] : *table) {
      file().per_file_ignores.push_back({std::string(pattern.str()), rules(list, pattern.str())});
    }
  }

  void read_severity(const toml::node& value) {
    const toml::table* table = value.as_table();
    if (table == nullptr) {
      problem(value.source(), "`severity` must be a table of rules, each with a level");
      return;
    }
    for (const auto& [rule, level] : *table) {
      const std::string name(rule.str());
      const std::string given = level.is_string() ? text(level) : std::string();
      if (!names_.knows(name)) {
        problem(rule.source(), names_.unknown_message(name));
      } else if (given != "error" && given != "warning" && given != "information" && given != "hint" &&
                 given != "off") {
        problem(level.source(), "a severity is one of \"error\", \"warning\", \"information\", \"hint\", \"off\"");
      } else {
        for (const std::string& id : names_.expand({name})) file().severity.emplace_back(id, given);
      }
    }
  }

  void read_version(const toml::node& value) {
    const std::string given = value.is_string() ? text(value) : std::string();
    if (!parse_target_name(given)) {
      problem(value.source(), "`tf-version` must be a string such as \"2.15\", \"2.21\", \"keras2\" or \"keras3\"");
      return;
    }
    file().tf_version = given;
  }

  const RuleNames& names_;
  ConfigReading reading_;
};

void add_strings(const toml::node* node, std::vector<std::string>& lines) {
  if (node == nullptr || node->as_array() == nullptr) return;
  for (const toml::node& entry : *node->as_array()) {
    if (const auto* line = entry.as_string()) lines.push_back(line->get());
  }
}

void add_string_tables(const toml::node* node, std::vector<std::string>& lines) {
  if (node == nullptr || node->as_table() == nullptr) return;
  for (const auto& [name, list] : *node->as_table()) add_strings(&list, lines);
}

/// Poetry writes `tensorflow = "^2.15"` or `tensorflow = {version = "^2.15", …}`.
void add_poetry(const toml::node* node, std::vector<std::string>& lines) {
  if (node == nullptr || node->as_table() == nullptr) return;
  for (const auto& [name, value] : *node->as_table()) {
    const toml::node* version = &value;
    if (const auto* table = value.as_table()) version = table->get("version");
    if (version == nullptr) continue;
    if (const auto* text = version->as_string()) {
      // A bare version is an exact one in Poetry.
      const std::string& spec = text->get();
      const bool bare = !spec.empty() && spec.front() >= '0' && spec.front() <= '9';
      lines.push_back(std::string(name.str()) + (bare ? "==" : "") + spec);
    }
  }
}

}  // namespace

ConfigReading parse_config(std::string_view text, const std::string& path, const RuleNames& names) {
  ConfigReader reader(path, names);
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) {
    reader.problem(parsed.error().source(), std::string(parsed.error().description()));
    return reader.finish();
  }
  const toml::table& root = parsed.table();
  if (path.ends_with("graphfence.toml")) {
    reader.read(root);
    return reader.finish();
  }
  const toml::node_view<const toml::node> table = root["tool"]["graphfence"];
  if (!table) return {};
  if (table.as_table() == nullptr) {
    reader.problem(table.node()->source(), "`tool.graphfence` must be a table");
  } else {
    reader.read(*table.as_table());
  }
  return reader.finish();
}

std::vector<std::string> pyproject_requirements(std::string_view text) {
  std::vector<std::string> lines;
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) return lines;
  const toml::table& root = parsed.table();
  add_strings(root["project"]["dependencies"].node(), lines);
  add_string_tables(root["project"]["optional-dependencies"].node(), lines);
  add_string_tables(root["dependency-groups"].node(), lines);
  add_poetry(root["tool"]["poetry"]["dependencies"].node(), lines);
  add_poetry(root["tool"]["poetry"]["dev-dependencies"].node(), lines);
  if (const auto* groups = root["tool"]["poetry"]["group"].as_table()) {
    for (const auto& [name, group] : *groups) {
      if (const auto* table = group.as_table()) add_poetry(table->get("dependencies"), lines);
    }
  }
  return lines;
}

std::vector<std::pair<std::string, std::string>> toml_lock_packages(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> packages;
  const toml::parse_result parsed = toml::parse(text);
  if (!parsed) return packages;
  const toml::array* array = parsed.table()["package"].as_array();
  if (array == nullptr) return packages;
  for (const toml::node& node : *array) {
    const toml::table* table = node.as_table();
    if (table == nullptr) continue;
    const auto name = (*table)["name"].value<std::string>();
    const auto version = (*table)["version"].value<std::string>();
    if (name && version) packages.emplace_back(*name, *version);
  }
  return packages;
}

}  // namespace graphfence
