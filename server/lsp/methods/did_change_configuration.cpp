#include "server/lsp/binder.h"
#include "server/lsp/methods/methods.h"
#include "server/lsp/session.h"

namespace graphfence {
namespace {

void handle(Session& session, NoParams) {
  session.reload_options();
}

}  // namespace

void bind_did_change_configuration(Binder& binder) {
  binder.notification("workspace/didChangeConfiguration", decode_nothing, handle);
}

}  // namespace graphfence
