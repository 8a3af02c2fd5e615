#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "server/cli/discovery.h"
#include "server/config/configuration.h"

namespace graphfence {

/// Which configuration holds for which folder. Files of several projects can be checked in one run, each with its own
/// settings; nothing is read twice.
class Projects {
 public:
  Projects(ConfigOverrides overrides, Environment environment, std::string working_folder);

  /// The project of `folder`. `origin` is what the user named on the command line to get there: the project's folder
  /// when nothing on disk marks one and the working folder is elsewhere.
  [[nodiscard]] const Configuration& of(const std::string& folder, const std::string& origin);

  /// The same, but only where a configuration file holds; null elsewhere.
  [[nodiscard]] const Configuration* configured(const std::string& folder);

  /// Problems of all configurations met so far.
  [[nodiscard]] std::vector<ConfigProblem> problems() const;
  [[nodiscard]] std::vector<ConfigProblem> warnings() const;

 private:
  [[nodiscard]] std::string key_of(const std::string& folder, const std::string& origin);
  [[nodiscard]] const Configuration& load(const std::string& key);
  [[nodiscard]] const std::string& marked_folder(const std::string& folder, bool for_config);

  ConfigOverrides overrides_;
  Environment environment_;
  std::string working_folder_;
  RuleNames names_;
  std::map<std::string, std::string> config_folders_;
  std::map<std::string, std::string> project_folders_;
  std::map<std::string, std::unique_ptr<Configuration>> projects_;
};

}  // namespace graphfence
