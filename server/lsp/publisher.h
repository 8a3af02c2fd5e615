#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "server/log/log.h"
#include "server/lsp/client.h"
#include "server/lsp/executor.h"
#include "server/lsp/findings.h"
#include "server/lsp/workspace.h"

namespace graphfence {

/// Pushes diagnostics. Strand only; the analysis itself runs on workers.
///
/// A change marks documents; nothing starts before `settle` says that no more input waits, so that a burst of edits
/// costs one analysis. The document that changed goes first and is published once per version that was completed; other
/// open documents of the same project follow and are published only when their diagnostics differ from what the ledger
/// says the client has. A result is dropped when its document has changed since.
class Publisher {
 public:
  struct Parts {
    Executor& executor;
    Workspace& workspace;
    Client& client;
    Logger& logger;
    unsigned parallel = 1;  ///< analyses that may be alive at once, cancelled ones that have not stopped yet included
    std::function<void(const std::string&)> trace;
  };

  explicit Publisher(Parts parts) : parts_(std::move(parts)) {}

  /// Off for clients that pull: then nothing is analysed or sent here.
  void enable(bool enabled) { enabled_ = enabled; }
  void document_changed(const Document& document);
  void everything_changed();
  void document_closed(const Document& document);
  void settle(bool more_waits);
  void cancel();

 private:
  struct Result {
    std::string path;
    std::uint64_t revision = 0;
    DiagnosticReport report;
  };
  struct Published {
    std::string uri;
    std::optional<std::int32_t> version;
    std::uint64_t hash = 0;
  };

  void mark();
  void mark_project(const ServedProject* project);
  [[nodiscard]] const Document* next_document();
  void start_next();
  void finish(std::uint64_t job, const CancelToken& cancel, const Result& result);
  void publish(const Result& result);

  Parts parts_;
  bool enabled_ = false;
  bool dirty_ = false;
  std::chrono::steady_clock::time_point dirty_since_;
  std::set<std::string> due_;    ///< paths whose present version is not published yet
  std::set<std::string> stale_;  ///< paths to analyse, the due ones among them
  std::uint64_t last_job_ = 0;
  std::uint64_t current_job_ = 0;  ///< 0: none
  CancelToken current_cancel_;
  unsigned alive_ = 0;
  std::map<std::string, Published> ledger_;  ///< by path
};

}  // namespace graphfence
