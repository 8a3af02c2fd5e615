#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/engine.h"
#include "server/config/configuration.h"
#include "server/lsp/editor_settings.h"
#include "server/lsp/problem_reporter.h"

namespace graphfence {

/// The code below one configuration: its settings, and the engine that holds its open documents.
struct ServedProject {
  std::string root;                                    ///< empty for text that has no place on disk
  std::shared_ptr<const Configuration> configuration;  ///< the last one without problems
  std::shared_ptr<Engine> engine;
  std::vector<ConfigProblem> problems;
  std::vector<ConfigProblem> warnings;
};

/// Which project a document belongs to: that of the nearest configuration file above it, else the client's innermost
/// folder that holds it, else what marks a project on disk, else its own folder. Strand only.
class EnginePool {
 public:
  using Load = std::function<Configuration(const std::string& folder, const ConfigOverrides& overrides)>;

  EnginePool(Load load, std::shared_ptr<const FileSystem> files, ProblemReporter& problems);

  void set_folders(std::vector<std::string> paths);
  void set_editor(EditorSettings settings) { editor_ = std::move(settings); }

  [[nodiscard]] std::shared_ptr<ServedProject> project_of(const std::string& path);
  /// The same, after a fresh look at the disk: nobody promises that we are told when configuration changes.
  [[nodiscard]] std::shared_ptr<ServedProject> fresh_project_of(const std::string& path);
  /// Nobody uses the project any more. A few are kept warm for documents that are opened again.
  void retire(const std::shared_ptr<ServedProject>& project);
  /// Loads all settings again; true when any changed. Documents may belong to other projects afterwards. A project
  /// whose configuration is broken now keeps what it had.
  bool reload();
  [[nodiscard]] const std::map<std::string, std::shared_ptr<ServedProject>>& projects() const { return projects_; }

 private:
  [[nodiscard]] Configuration load(const std::string& folder);
  [[nodiscard]] std::string root_of(const std::string& path);
  [[nodiscard]] const std::string* client_folder(const std::string& path) const;
  bool reload(ServedProject& project);
  std::shared_ptr<ServedProject> make_project(const std::string& root, const std::string& path);

  Load load_;
  std::shared_ptr<const FileSystem> files_;
  ProblemReporter& problems_;
  EditorSettings editor_;
  std::vector<std::string> folders_;
  std::map<std::string, std::string> root_of_folder_;  ///< what `root_of` found out
  std::map<std::string, std::shared_ptr<ServedProject>> projects_;
  std::deque<std::string> retired_;  ///< roots whose project may be dropped, oldest first
};

}  // namespace graphfence
