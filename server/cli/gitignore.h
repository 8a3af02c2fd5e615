#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/config/glob.h"

namespace graphfence {

/// The ignore files that hold in one folder: its own and those above it. Immutable; levels are shared.
class IgnoreLevel {
 public:
  /// The level of `folder` below `parent` (which may be null): the parent itself when the folder has no `.gitignore`.
  [[nodiscard]] static std::shared_ptr<const IgnoreLevel> enter(std::shared_ptr<const IgnoreLevel> parent,
                                                                const std::string& folder);

  /// The levels above `folder` up to the top of its git repository, without its own; null outside of a repository.
  [[nodiscard]] static std::shared_ptr<const IgnoreLevel> above(const std::string& folder);

  /// The last matching pattern decides, the nearest file first.
  [[nodiscard]] bool ignores(const std::string& path, bool is_directory) const;

 private:
  static std::shared_ptr<const IgnoreLevel> add(std::shared_ptr<const IgnoreLevel> parent, const std::string& folder,
                                                const std::string& ignore_file);

  std::shared_ptr<const IgnoreLevel> parent_;
  std::string folder_;
  std::vector<IgnorePattern> patterns_;
};

}  // namespace graphfence
