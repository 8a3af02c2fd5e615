#include "protocol/lifecycle.h"
#include "server/lsp/binder.h"
#include "server/lsp/methods/methods.h"
#include "server/lsp/session.h"

namespace graphfence {
namespace {

std::string handle(Session& session, const protocol::InitializeParams& params) {
  return session.initialize(params);
}

}  // namespace

void bind_initialize(Binder& binder) {
  binder.on_session("initialize", protocol::decode_initialize, handle);
}

}  // namespace graphfence
