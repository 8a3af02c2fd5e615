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
/// for a file that is not Python. A file that cannot be used is told in a message as well, since nobody may be looking
/// at it; once, until what is wrong with it changes. Strand only.
class ConfigProblemLedger {
 public:
  ConfigProblemLedger(Client& client, std::shared_ptr<const FileSystem> files)
      : client_(client), files_(std::move(files)) {}

  /// All problems and warnings there are now; files that have none any more are cleared.
  void show(const std::vector<ConfigProblem>& problems, const std::vector<ConfigProblem>& warnings,
            const ClientProfile& profile);

 private:
  void publish(const std::vector<ConfigProblem>& all, const ClientProfile& profile);
  void tell(const std::vector<ConfigProblem>& problems);
  [[nodiscard]] std::string diagnostics_of(const std::string& file, const std::vector<ConfigProblem>& problems,
                                           const ClientProfile& profile) const;

  Client& client_;
  std::shared_ptr<const FileSystem> files_;
  std::map<std::string, std::string> published_;  ///< diagnostics by file
  std::map<std::string, std::string> told_;       ///< messages by file
};

}  // namespace graphfence
