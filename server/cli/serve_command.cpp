#include <memory>

#include "server/cli/commands.h"
#include "server/config/configuration.h"
#include "server/config/disk_file_system.h"
#include "server/lsp/server.h"

namespace graphfence {

namespace {

LogLevel log_level(const std::string& name) {
  if (name == "debug") return LogLevel::Debug;
  if (name == "warning") return LogLevel::Warning;
  if (name == "error") return LogLevel::Error;
  return LogLevel::Info;
}

}  // namespace

int run_serve(const ServeOptions& options) {
  ServerOptions server;
  server.workers = options.workers;
  server.log.file = options.log_file;
  server.log.level = log_level(options.log_level);
  server.client_process_id = options.client_process_id;
  server.files = std::make_shared<DiskFileSystem>();
  server.configuration = [](const std::string& folder, const ConfigOverrides& editor) {
    return load_configuration(folder, editor, process_environment());
  };
  return run_server(server);
}

}  // namespace graphfence
