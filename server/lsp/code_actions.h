#pragma once

#include <vector>

#include "protocol/code_action.h"
#include "server/lsp/workspace.h"

namespace graphfence {

/// Actions for the findings that touch the range, whatever diagnostics the client says it shows there.
[[nodiscard]] std::vector<protocol::CodeAction> code_actions(const DocumentView& view,
                                                             const protocol::CodeActionParams& params);

}  // namespace graphfence
