#include "server/lsp/binder.h"
#include "server/lsp/methods/methods.h"
#include "server/lsp/session.h"

namespace graphfence {
namespace {

std::string handle(Session& session, const NoParams&) {
  session.shut_down();
  return "null";
}

}  // namespace

void bind_shutdown(Binder& binder) {
  binder.on_session("shutdown", decode_nothing, handle);
}

}  // namespace graphfence
