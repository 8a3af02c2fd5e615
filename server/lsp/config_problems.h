#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analysis/engine.h"
#include "server/config/config_file.h"
#include "server/lsp/client.h"
#include "server/lsp/client_profile.h"

namespace graphfence {

/// Shows what is wrong with configuration files as diagnostics on those files. They are always pushed: no client pulls
/// for a file that is not Python. Strand only.
class ConfigProblemLedger {
 public:
  ConfigProblemLedger(Client& client, std::shared_ptr<const FileSystem> files)
      : client_(client), files_(std::move(files)) {}

  /// All problems there are now; files that have none any more are cleared.
  void show(const std::vector<ConfigProblem>& problems, const ClientProfile& profile);

 private:
  [[nodiscard]] std::string diagnostics_of(const std::string& file, const std::vector<ConfigProblem>& problems,
                                           const ClientProfile& profile) const;

  Client& client_;
  std::shared_ptr<const FileSystem> files_;
  std::map<std::string, std::string> published_;  ///< diagnostics by file
};

}  // namespace graphfence
