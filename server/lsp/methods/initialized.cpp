#include "server/lsp/binder.h"
#include "server/lsp/methods/methods.h"
#include "server/lsp/session.h"

namespace graphfence {
namespace {

void handle(Session& session, NoParams) {
  session.initialized();
}

}  // namespace

void bind_initialized(Binder& binder) {
  binder.notification("initialized", decode_nothing, handle);
}

}  // namespace graphfence
