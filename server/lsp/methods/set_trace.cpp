#include "protocol/lifecycle.h"
#include "server/lsp/binder.h"
#include "server/lsp/methods/methods.h"
#include "server/lsp/session.h"

namespace graphfence {
namespace {

protocol::TraceValue decode(const protocol::Node& params) {
  return protocol::decode_trace(params["value"]);
}

void handle(Session& session, protocol::TraceValue trace) {
  session.set_trace(trace);
}

}  // namespace

void bind_set_trace(Binder& binder) {
  binder.notification("$/setTrace", decode, handle);
}

}  // namespace graphfence
