#include "protocol/workspace.h"

#include "server/lsp/binder.h"
#include "server/lsp/methods/methods.h"
#include "server/lsp/session.h"

namespace graphfence {
namespace {

using Settings = std::optional<protocol::SettingsObject>;

Settings decode(const protocol::Node& params) {
  return protocol::decode_settings(params["settings"]);
}

void handle(Session& session, Settings settings) {
  session.editor_settings(settings);
}

}  // namespace

void bind_did_change_configuration(Binder& binder) {
  binder.notification("workspace/didChangeConfiguration", decode, handle);
}

}  // namespace graphfence
