#include "server/lsp/problem_reporter.h"

#include "protocol/lifecycle.h"

namespace graphfence {
namespace {

constexpr std::size_t MaxShown = 20;
constexpr std::int32_t WarningMessage = 2;

}  // namespace

void ProblemReporter::report(const std::string& text) {
  logger_.error(text);
  {
    const std::scoped_lock lock(mutex_);
    if (shown_.size() >= MaxShown || !shown_.insert(text).second) return;
  }
  client_.notify("window/showMessage", protocol::encode_show_message(WarningMessage, "graphfence: " + text));
}

}  // namespace graphfence
