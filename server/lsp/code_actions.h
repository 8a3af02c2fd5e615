#pragma once

#include <vector>

#include "protocol/code_action.h"
#include "server/lsp/workspace.h"

namespace graphfence {

/// Actions for the findings that touch the range, whatever diagnostics the client says it shows there.
[[nodiscard]] std::vector<protocol::CodeAction> code_actions(const DocumentView& view,
                                                             const protocol::CodeActionParams& params);

/// The whole of an action that was sent without its edit. Throws `RequestFailed` when the text has changed since.
[[nodiscard]] protocol::CodeAction resolve_code_action(const DocumentView& view, const protocol::ResolveParams& params);

}  // namespace graphfence
