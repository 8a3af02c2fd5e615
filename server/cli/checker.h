#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analysis/engine.h"
#include "server/cli/discovery.h"
#include "server/cli/projects.h"
#include "server/cli/recording_files.h"

namespace graphfence {

/// Runs the engine over a set of files: one engine for each project, the files spread over threads.
class Checker {
 public:
  /// `progress(done, total)` is called now and then on the calling thread while `check` works.
  using Progress = std::function<void(std::size_t done, std::size_t total)>;

  Checker(const std::vector<SourceFile>& files, Projects& projects, unsigned jobs);

  /// All findings in the given files, sorted and united, without those that `per-file-ignores` switches off. The same
  /// for any number of threads.
  [[nodiscard]] std::vector<Finding> check(const Progress& progress);

  /// From now on `path` has this text, whatever the disk says.
  void set_text(const std::string& path, std::string text);

  [[nodiscard]] bool contains(const std::string& path) const { return project_of_.contains(path); }
  [[nodiscard]] std::shared_ptr<const SourceText> text(const std::string& path) const;
  [[nodiscard]] FileNote note(const std::string& path) const { return files_->note(path); }
  /// Files whose analysis threw, with what it said, in the order of the files.
  [[nodiscard]] const std::vector<std::pair<std::string, std::string>>& failures() const { return failures_; }

 private:
  struct Project {
    const Configuration* configuration = nullptr;
    std::unique_ptr<Engine> engine;
    std::shared_ptr<const Snapshot> snapshot;
  };

  std::vector<std::string> paths_;
  std::map<std::string, Project*> project_of_;
  std::vector<std::unique_ptr<Project>> projects_;
  std::shared_ptr<RecordingFiles> files_ = std::make_shared<RecordingFiles>();
  std::vector<std::pair<std::string, std::string>> failures_;
  unsigned jobs_;
};

}  // namespace graphfence
