#pragma once

#include <string_view>
#include <vector>

#include "analysis/finding.h"
#include "analysis/syntax/document.h"

namespace graphfence {

/// Takes out the findings of `document` that `# graphfence: ignore[rule, …]` or `# graphfence: ignore-file[rule, …]`
/// comments silence, and adds a hint (with a fix) for every suppression that silences nothing.
void apply_suppressions(const ParsedDocument& document, const std::string& path, std::vector<Finding>& findings);

}  // namespace graphfence
