#include "protocol/text_sync.h"
#include "server/lsp/binder.h"
#include "server/lsp/methods/methods.h"
#include "server/lsp/session.h"

namespace graphfence {
namespace {

void handle(Session& session, protocol::DidOpenParams params) {
  const Document& document = session.workspace().open(std::move(params));
  session.publisher().document_changed(document);
  session.show_config_problems();
}

}  // namespace

void bind_did_open(Binder& binder) {
  binder.notification("textDocument/didOpen", protocol::decode_did_open, handle);
}

}  // namespace graphfence
