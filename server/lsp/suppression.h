#pragma once

#include <optional>
#include <string>

#include "analysis/finding.h"
#include "analysis/text/source_text.h"

namespace graphfence {

/// The edit that makes `# graphfence: ignore[rule]` silence a finding: a new comment at the end of the finding's first
/// line, or one more rule in the list that stands there. Where the first line can hold no comment (it ends inside a
/// string or with a backslash) the finding's last line is tried; nothing when that cannot either.
[[nodiscard]] std::optional<TextEdit> suppress(const SourceText& text, const std::string& file, const Finding& finding);

}  // namespace graphfence
