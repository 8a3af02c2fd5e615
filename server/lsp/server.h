#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "analysis/engine.h"
#include "server/config/configuration.h"
#include "server/log/log.h"

namespace graphfence {

struct ServerOptions {
  unsigned workers = 2;  ///< 0: everything runs on the session's strand, for tests
  LogOptions log;
  std::optional<std::int32_t> client_process_id;  ///< `--clientProcessId`; like `processId` of initialize
  /// Settings for the code in a folder (absolute), what the editor wants laid over them. Called on the session's strand
  /// when the first document of the folder is opened and again when configuration may have changed.
  std::function<Configuration(const std::string& folder, const ConfigOverrides& editor)> configuration;
  std::shared_ptr<const FileSystem> files;
  int input = 0;  ///< descriptors of the connection; standard input and output by default
  int output = 1;
};

/// Speaks LSP on the connection until the client leaves. Returns the exit status.
int run_server(const ServerOptions& options);

}  // namespace graphfence
