#include "protocol/text_sync.h"
#include "server/lsp/binder.h"
#include "server/lsp/methods/methods.h"
#include "server/lsp/session.h"

namespace graphfence {
namespace {

/// Watching may be late, or the client may have none: a save is the moment to look at configuration files again.
void handle(Session& session, protocol::DocumentParams params) {
  session.workspace().invalidate(params.uri);
  session.reload_settings();
}

}  // namespace

void bind_did_save(Binder& binder) {
  binder.notification("textDocument/didSave", protocol::decode_document, handle);
}

}  // namespace graphfence
