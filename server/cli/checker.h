#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analysis/engine.h"
#include "server/cli/discovery.h"
#include "server/cli/finding_source.h"
#include "server/cli/projects.h"
#include "server/cli/recording_files.h"

namespace graphfence {

/// Runs the engine over a set of files: one engine for each project, the files spread over threads. The findings are
/// the same for any number of threads, and without those that `per-file-ignores` switches off.
class Checker final : public FindingSource {
 public:
  Checker(const std::vector<SourceFile>& files, Projects& projects, unsigned jobs);

  [[nodiscard]] std::vector<Finding> check(const ShowProgress& progress) override;
  void set_text(const std::string& path, std::string text) override;
  [[nodiscard]] bool contains(const std::string& path) const override { return project_of_.contains(path); }
  [[nodiscard]] std::shared_ptr<const SourceText> text(const std::string& path) const override;

  /// What of this file, one of the set, was not checked because it is no Python.
  [[nodiscard]] std::vector<UnparsedPart> unparsed(const std::string& path) const;
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
