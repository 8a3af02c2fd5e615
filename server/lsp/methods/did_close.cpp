#include "protocol/text_sync.h"
#include "server/lsp/binder.h"
#include "server/lsp/methods/methods.h"
#include "server/lsp/session.h"

namespace graphfence {
namespace {

void handle(Session& session, protocol::DocumentParams params) {
  if (const auto closed = session.workspace().close(params.uri)) session.publisher().document_closed(*closed);
}

}  // namespace

void bind_did_close(Binder& binder) {
  binder.notification("textDocument/didClose", protocol::decode_document, handle);
}

}  // namespace graphfence
