#include "protocol/workspace.h"

#include "server/lsp/binder.h"
#include "server/lsp/debug_information.h"
#include "server/lsp/methods/methods.h"
#include "server/lsp/session.h"

namespace graphfence {
namespace {

std::string handle(Session& session, const protocol::ExecuteCommandParams& params) {
  if (params.command != DebugInformationCommand) {
    throw protocol::InvalidParams("params.command names no command of this server");
  }
  return protocol::JsonWriter().value(debug_information(session)).take();
}

}  // namespace

void bind_execute_command(Binder& binder) {
  binder.on_session("workspace/executeCommand", protocol::decode_execute_command, handle);
}

}  // namespace graphfence
