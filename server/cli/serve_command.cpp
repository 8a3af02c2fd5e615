#include <map>
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
  // Called on one thread. While a configuration file is broken, what it last said goes on holding.
  server.engine_options = [good = std::map<std::string, EngineOptions>()](const std::string& root) mutable {
    ConfigOverrides overrides;
    // Text without a place on disk (an unsaved buffer) has no project either.
    overrides.use_files = !root.empty();
    Configuration found = load_configuration(root.empty() ? "/" : root, overrides, process_environment());
    if (root.empty()) found.engine.roots.clear();
    if (!found.problems.empty() && good.contains(root)) return good.at(root);
    good[root] = found.engine;
    return found.engine;
  };
  return run_server(server);
}

}  // namespace graphfence
