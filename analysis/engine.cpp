#include "analysis/engine.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace graphfence {

class Snapshot {
 public:
  std::map<std::string, std::shared_ptr<const SourceText>> open;
};

struct Engine::State {
  EngineOptions options;
  std::shared_ptr<const FileSystem> files;
  std::shared_ptr<Snapshot> current = std::make_shared<Snapshot>();
};

Engine::Engine(EngineOptions options, std::shared_ptr<const FileSystem> files) : state_(std::make_unique<State>()) {
  state_->options = std::move(options);
  state_->files = std::move(files);
}
Engine::~Engine() = default;

void Engine::open(const std::string& path, std::string text) { replace(path, std::move(text)); }
void Engine::change(const std::string& path, Span span, std::string_view replacement) {
  auto next = std::make_shared<Snapshot>(*state_->current);
  auto& slot = next->open[path];
  if (slot) slot = std::make_shared<const SourceText>(slot->edited(span, replacement));
  state_->current = next;
}
void Engine::replace(const std::string& path, std::string text) {
  auto next = std::make_shared<Snapshot>(*state_->current);
  next->open[path] = std::make_shared<const SourceText>(std::move(text));
  state_->current = next;
}
void Engine::close(const std::string& path) {
  auto next = std::make_shared<Snapshot>(*state_->current);
  next->open.erase(path);
  state_->current = next;
}
void Engine::invalidate(const std::string&) {}
void Engine::set_options(EngineOptions options) { state_->options = std::move(options); }
std::shared_ptr<const Snapshot> Engine::snapshot() const { return state_->current; }

std::vector<Finding> Engine::diagnostics(const Snapshot&, const std::string&, const CancelToken&) const { return {}; }
std::vector<Finding> Engine::root_findings(const Snapshot&, const std::string&, const CancelToken&) const { return {}; }
std::optional<Hover> Engine::hover(const Snapshot&, const std::string&, std::uint32_t, const CancelToken&) const { return {}; }
std::shared_ptr<const SourceText> Engine::text(const Snapshot& snapshot, const std::string& path) const {
  if (auto it = snapshot.open.find(path); it != snapshot.open.end()) return it->second;
  auto bytes = state_->files->read(path);
  return bytes ? std::make_shared<const SourceText>(std::move(*bytes)) : nullptr;
}

void unite(std::vector<Finding>& findings) {
  std::sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.file, a.span, a.rule, a.severity) < std::tie(b.file, b.span, b.rule, b.severity);
  });
  auto same = [](const Finding& a, const Finding& b) { return a.file == b.file && a.span == b.span && a.rule == b.rule; };
  findings.erase(std::unique(findings.begin(), findings.end(), same), findings.end());
}

const std::vector<RuleSummary>& rule_catalogue() {
  static const std::vector<RuleSummary> none;
  return none;
}

}  // namespace graphfence
