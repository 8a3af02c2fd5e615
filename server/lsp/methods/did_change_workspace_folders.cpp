#include "protocol/lifecycle.h"
#include "server/lsp/binder.h"
#include "server/lsp/methods/methods.h"
#include "server/lsp/session.h"

namespace graphfence {
namespace {

void handle(Session& session, protocol::WorkspaceFoldersChange change) {
  session.workspace().change_folders(change);
  session.publisher().everything_changed();
  session.ask_for_new_pull();
}

}  // namespace

void bind_did_change_workspace_folders(Binder& binder) {
  binder.notification("workspace/didChangeWorkspaceFolders", protocol::decode_folders_change, handle);
}

}  // namespace graphfence
