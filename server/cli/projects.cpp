#include "server/cli/projects.h"

#include <filesystem>

namespace graphfence {

Projects::Projects(ConfigOverrides overrides, Environment environment, std::string working_folder)
    : overrides_(std::move(overrides)),
      environment_(std::move(environment)),
      working_folder_(std::move(working_folder)),
      names_(rule_catalogue()) {}

const std::string& Projects::marked_folder(const std::string& folder, bool for_config) {
  auto& known = for_config ? config_folders_ : project_folders_;
  // Up to the first folder that is known, then down again with the answer.
  std::vector<std::string> unknown;
  std::string answer;
  for (std::filesystem::path current(folder);; current = current.parent_path()) {
    const std::string name = current.string();
    if (const auto found = known.find(name); found != known.end()) {
      answer = found->second;
      break;
    }
    unknown.push_back(name);
    if (for_config ? has_config(name, names_) : is_project_folder(name)) {
      answer = name;
      break;
    }
    if (current == current.parent_path()) break;
  }
  for (const std::string& name : unknown) known[name] = answer;
  return known[folder];
}

std::string Projects::key_of(const std::string& folder, const std::string& origin) {
  if (overrides_.use_files) {
    if (const std::string& found = marked_folder(folder, true); !found.empty()) return found;
  }
  if (const std::string& found = marked_folder(folder, false); !found.empty()) return found;
  if (folder == working_folder_ || folder.starts_with(working_folder_ + "/")) return working_folder_;
  return origin;
}

const Configuration& Projects::load(const std::string& key) {
  auto& project = projects_[key];
  if (!project) project = std::make_unique<Configuration>(load_configuration(key, overrides_, environment_));
  return *project;
}

const Configuration& Projects::of(const std::string& folder, const std::string& origin) {
  return load(key_of(folder, origin));
}

const Configuration* Projects::configured(const std::string& folder) {
  if (!overrides_.use_files) return nullptr;
  const std::string& found = marked_folder(folder, true);
  return found.empty() ? nullptr : &load(found);
}

std::vector<ConfigProblem> Projects::problems() const {
  std::vector<ConfigProblem> all;
  for (const auto& [folder, project] : projects_) {
    all.insert(all.end(), project->problems.begin(), project->problems.end());
  }
  return all;
}

std::vector<ConfigProblem> Projects::warnings() const {
  std::vector<ConfigProblem> all;
  for (const auto& [folder, project] : projects_) {
    all.insert(all.end(), project->warnings.begin(), project->warnings.end());
  }
  return all;
}

}  // namespace graphfence
