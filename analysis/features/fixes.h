#pragma once

#include <functional>
#include <optional>

#include "analysis/features/findings.h"
#include "analysis/syntax/document.h"

namespace graphfence {

/// A plan with its places as spans of the current texts. `target` and `other` are what `FixPlan` says: the name of a
/// function or class for definitions, the whole expression or statement else.
struct FixRequest {
  const FixPlan& plan;
  std::string target_file;
  Span target;
  std::string other_file;  ///< empty: none
  Span other;
};

/// Current text and tree of a file; nothing when it cannot be had.
using DocumentLookup = std::function<const ParsedDocument*(const std::string& path)>;

/// The edits of a plan, or nothing when its preconditions do not hold in the text (then the fix is not offered).
[[nodiscard]] std::optional<Fix> write_fix(const FixRequest& request, const DocumentLookup& documents);

}  // namespace graphfence
