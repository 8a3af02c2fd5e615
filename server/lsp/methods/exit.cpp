#include "server/lsp/binder.h"
#include "server/lsp/methods/methods.h"
#include "server/lsp/session.h"

namespace graphfence {
namespace {

void handle(Session& session, NoParams) {
  session.leave();
}

}  // namespace

void bind_exit(Binder& binder) {
  binder.notification("exit", decode_nothing, handle);
}

}  // namespace graphfence
