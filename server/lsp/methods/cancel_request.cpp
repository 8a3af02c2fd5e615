#include "protocol/message.h"
#include "server/lsp/binder.h"
#include "server/lsp/methods/methods.h"
#include "server/lsp/session.h"

namespace graphfence {
namespace {

using CancelParams = std::optional<protocol::RequestId>;

CancelParams decode(const protocol::Node& params) {
  return protocol::decode_id(params["id"]);
}

void handle(Session& session, CancelParams id) {
  if (id) session.cancel_request(*id);
}

}  // namespace

void bind_cancel_request(Binder& binder) {
  binder.notification("$/cancelRequest", decode, handle);
}

}  // namespace graphfence
