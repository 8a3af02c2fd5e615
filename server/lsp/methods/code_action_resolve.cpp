#include "protocol/code_action.h"

#include "server/lsp/binder.h"
#include "server/lsp/code_actions.h"
#include "server/lsp/methods/methods.h"

namespace graphfence {
namespace {

std::string handle(const DocumentView& view, const protocol::ResolveParams& params) {
  return protocol::encode(resolve_code_action(view, params), view.client->capabilities.documentChanges);
}

}  // namespace

void bind_code_action_resolve(Binder& binder) {
  binder.on_view("codeAction/resolve", protocol::decode_resolve, handle);
}

}  // namespace graphfence
