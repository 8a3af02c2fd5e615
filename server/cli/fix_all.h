#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "server/cli/finding_source.h"

namespace graphfence {

struct FixedFile {
  std::string before;
  std::string after;
  std::size_t fixes = 0;  ///< applied ones whose first edit is here
};

struct FixResult {
  std::map<std::string, FixedFile> files;  ///< only those that changed; nothing was written
  std::size_t applied = 0;
  bool stable = true;             ///< false: stopped after the last round although more could be applied
  std::vector<Finding> findings;  ///< that remain
};

/// The one fix of the finding that may be applied without a person: the first of class A, with `unsafe` the first of
/// class A or B. Null when there is none.
[[nodiscard]] const Fix* automatic_fix(const Finding& finding, bool unsafe);

/// Applies the first suitable fix of every finding and checks again, until nothing is left to apply or ten rounds are
/// over. Class A fixes only, with `unsafe` class B as well. Fixes that would touch one place are applied one after the
/// other, a fix is applied as a whole or not at all, and only files of the set are changed, in memory.
[[nodiscard]] FixResult fix_all(FindingSource& files, bool unsafe, const ShowProgress& progress);

/// `text` with the edits applied; inserted line ends become those of the text. The edits must not overlap.
[[nodiscard]] std::string apply_edits(std::string_view text, std::vector<TextEdit> edits);

}  // namespace graphfence
