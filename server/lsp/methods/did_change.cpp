#include "protocol/text_sync.h"
#include "server/lsp/binder.h"
#include "server/lsp/methods/methods.h"
#include "server/lsp/session.h"

namespace graphfence {
namespace {

void handle(Session& session, protocol::DidChangeParams params) {
  if (!session.workspace().change(params)) {
    session.logger().warning("a change of a document that is not open: " + params.uri);
    return;
  }
  session.publisher().document_changed(*session.workspace().find(params.uri));
}

}  // namespace

void bind_did_change(Binder& binder) {
  binder.notification("textDocument/didChange", protocol::decode_did_change, handle);
}

}  // namespace graphfence
