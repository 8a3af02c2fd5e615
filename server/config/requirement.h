#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/engine.h"

namespace graphfence {

/// The newest TensorFlow 2.x that semantics.md describes; what an open-ended requirement installs.
inline constexpr int NewestTensorFlowMinor = 21;
/// The first TensorFlow 2.x whose `tf.keras` is Keras 3.
inline constexpr int FirstKeras3Minor = 16;

/// A release "major.minor", all that the analysis distinguishes.
struct Release {
  int major = 0;
  int minor = 0;
  friend auto operator<=>(const Release&, const Release&) = default;
};

/// What `--tf-version` and `tf-version` accept: "2.15", "2.15.1", "keras2", "keras3". Nothing for anything else.
[[nodiscard]] std::optional<TargetVersion> parse_target_name(std::string_view text);

/// "2.15.1", "2.16.0rc0", "2.15.0+cpu" → its release.
[[nodiscard]] std::optional<Release> parse_release(std::string_view text);

/// Lower case, `-` and `.` as `_` (PEP 503 with underscores).
[[nodiscard]] std::string normalised_package(std::string_view name);

/// One requirement: "tensorflow[and-cuda]>=2.15,<2.17 ; python_version >= '3.9'".
struct Requirement {
  std::string package;  ///< normalised
  std::string specifier;
};
[[nodiscard]] std::optional<Requirement> parse_requirement(std::string_view line);

/// The candidates that `specifier` allows with some patch number. Understands PEP 440 operators, Poetry's `^` and `~`
/// and conda's `=`; nothing when it is written in another way, and then it says nothing.
[[nodiscard]] std::optional<std::vector<Release>> allowed_releases(std::string_view specifier,
                                                                   const std::vector<Release>& candidates);

}  // namespace graphfence
