#include "protocol/text_sync.h"
#include "server/lsp/binder.h"
#include "server/lsp/methods/methods.h"
#include "server/lsp/session.h"

namespace graphfence {
namespace {

/// We ask for configuration files only, but a client may be set up to send source files as well.
void handle(Session& session, protocol::WatchedFilesParams params) {
  for (const std::string& uri : params.uris) session.workspace().invalidate(uri);
  session.publisher().everything_changed();
  session.reload_settings();
}

}  // namespace

void bind_did_change_watched_files(Binder& binder) {
  binder.notification("workspace/didChangeWatchedFiles", protocol::decode_watched_files, handle);
}

}  // namespace graphfence
