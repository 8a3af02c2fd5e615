#pragma once

#include <string>

#include "analysis/engine.h"
#include "server/lsp/workspace.h"

namespace graphfence {

/// First line: where the code runs; then the facts; last a link to the rule's page. Two renderings of the same facts.
[[nodiscard]] std::string hover_markdown(const DocumentView& view, const Hover& hover);
[[nodiscard]] std::string hover_plain(const DocumentView& view, const Hover& hover);

}  // namespace graphfence
