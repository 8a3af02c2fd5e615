#include "protocol/code_action.h"

#include "server/lsp/binder.h"
#include "server/lsp/code_actions.h"
#include "server/lsp/methods/methods.h"

namespace graphfence {
namespace {

std::string handle(const DocumentView& view, const protocol::CodeActionParams& params) {
  return protocol::encode(code_actions(view, params), view.client->capabilities.documentChanges);
}

}  // namespace

void bind_code_action(Binder& binder) {
  binder.on_view("textDocument/codeAction", protocol::decode_code_action, handle, "[]");
}

}  // namespace graphfence
