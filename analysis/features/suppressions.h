#pragma once

#include <string_view>
#include <vector>

#include "analysis/finding.h"
#include "analysis/syntax/document.h"

namespace graphfence {

/// Quick: may `apply_suppressions` do anything to the findings of a document with this text?
[[nodiscard]] bool may_suppress(std::string_view text);

/// Takes out the findings of `document` that `# graphfence: ignore[rule, …]` or `# graphfence: ignore-file[rule, …]`
/// comments silence, and adds a hint (with a fix) for every suppression that silences nothing or is misspelt.
void apply_suppressions(const ParsedDocument& document, const std::string& path, std::vector<Finding>& findings);

}  // namespace graphfence
