#pragma once

#include <mutex>
#include <set>
#include <string>

#include "server/log/log.h"
#include "server/lsp/client.h"

namespace graphfence {

/// Faults of ours: logged each time, shown to the user once per distinct text. Any thread.
class ProblemReporter {
 public:
  ProblemReporter(Logger& logger, Client& client) : logger_(logger), client_(client) {}
  void report(const std::string& text);

 private:
  Logger& logger_;
  Client& client_;
  std::mutex mutex_;
  std::set<std::string> shown_;
};

}  // namespace graphfence
