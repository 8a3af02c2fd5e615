#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/engine.h"
#include "server/config/config_file.h"
#include "server/config/environment.h"
#include "server/config/glob.h"

namespace graphfence {

/// What the command line or an editor adds to the configuration files. Rule names must be known (`RuleNames`).
struct ConfigOverrides {
  std::optional<std::vector<std::string>> select;  ///< replaces `select`; what it names is not ignored by the file
  std::vector<std::string> ignore;                 ///< adds to `ignore`
  std::vector<std::pair<std::string, std::string>> severity;
  std::optional<std::string> tf_version;  ///< wins over `tf-version`
  std::vector<std::string> roots;         ///< more import roots, tried last
  bool use_files = true;                  ///< false: no configuration file is read
};

/// All settings for the files below one configuration.
struct Configuration {
  EngineOptions engine;
  std::string root;         ///< the project's folder: of its configuration, else by its markers, else as given
  std::string config_file;  ///< empty when there is none
  std::vector<ConfigProblem> problems;  ///< then the file's settings are not part of `engine`
  std::vector<ConfigProblem> warnings;  ///< what is likely to be a mistake although the settings hold

  /// `path` is absolute. Does `exclude` name it or a folder above it?
  [[nodiscard]] bool excludes(const std::string& path, bool is_directory) const;
  /// Is the rule switched off for this file by `per-file-ignores`?
  [[nodiscard]] bool ignores(const std::string& path, const std::string& rule) const;

  std::vector<IgnorePattern> exclude;
  struct FileIgnore {
    IgnorePattern pattern;
    std::vector<std::string> rules;  ///< sorted
  };
  std::vector<FileIgnore> file_ignores;
};

/// Settings for code in `folder` (absolute): nearest configuration file, target version, import roots.
[[nodiscard]] Configuration load_configuration(const std::string& folder, const ConfigOverrides& overrides,
                                               const Environment& environment);

/// The engine's part of it, with the environment of this process. A file with problems is left out.
[[nodiscard]] EngineOptions load_engine_options(const std::string& folder, const ConfigOverrides& overrides);

/// Does `folder` hold what marks the top of a project (a repository, `pyproject.toml`, `setup.py`, `setup.cfg`)?
[[nodiscard]] bool is_project_folder(const std::string& folder);

/// The folder that must be an import root so that `file` is found under its full module name: the nearest folder above
/// it that is no package.
[[nodiscard]] std::string package_parent(const std::string& file);

}  // namespace graphfence
