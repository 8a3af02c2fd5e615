#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/engine.h"
#include "server/config/environment.h"
#include "server/config/requirement.h"

namespace graphfence {

/// What one source says about the packages that matter; nothing where it is silent.
struct PackageEvidence {
  std::optional<std::vector<Release>> tensorflow;  ///< releases that are possible, sorted
  std::optional<std::vector<Release>> keras;
  std::string origin;

  [[nodiscard]] bool empty() const { return !tensorflow && !keras; }
};

/// The target that the evidence settles; nothing when it leaves both Keras generations possible.
[[nodiscard]] std::optional<TargetVersion> decide_target(const PackageEvidence& evidence);

/// Installed packages of a virtual or conda environment, by the names of its `*.dist-info` folders.
[[nodiscard]] PackageEvidence environment_evidence(const std::string& environment_folder);

/// Lock files of a folder, else its requirement files.
[[nodiscard]] PackageEvidence lock_evidence(const std::string& folder);
[[nodiscard]] PackageEvidence requirement_evidence(const std::string& folder);

/// In words: "TensorFlow 2.15, tf.keras is Keras 2, keras is Keras 2 (.venv)", or that both generations are tried.
[[nodiscard]] std::string describe_target(const TargetVersion& target);

/// The target version for code in `folder` (absolute), looking upwards as far as `top`. `stated` is what configuration
/// or command line say and wins over everything. Runs nothing; reads only names and small files.
[[nodiscard]] TargetVersion detect_target(const std::string& folder, const std::string& top,
                                          const std::optional<std::string>& stated, const Environment& environment);

}  // namespace graphfence
