#include "server/lsp/publisher.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "protocol/diagnostics.h"

namespace graphfence {
namespace {

/// A client that never stops sending must not keep diagnostics away for ever.
constexpr std::chrono::milliseconds LongestWait{50};

std::string topic_of(const std::string& path) {
  return "diagnostics " + path;
}

}  // namespace

void Publisher::mark() {
  if (!dirty_) dirty_since_ = std::chrono::steady_clock::now();
  dirty_ = true;
  cancel();
}

void Publisher::mark_project(const ServedProject* project) {
  mark();
  for (const auto& [path, document] : parts_.workspace.documents()) {
    if (document.project.get() == project) stale_.insert(path);
  }
}

void Publisher::cancel() {
  if (current_job_ != 0) current_cancel_.cancel();
  current_job_ = 0;
}

void Publisher::document_changed(const Document& document) {
  if (!enabled_) return;
  mark_project(document.project.get());
  due_.insert(document.path);
}

void Publisher::everything_changed() {
  if (!enabled_) return;
  mark();
  for (const auto& [path, document] : parts_.workspace.documents()) stale_.insert(path);
}

void Publisher::document_closed(const Document& document) {
  if (!enabled_) return;
  mark_project(document.project.get());
  due_.erase(document.path);
  stale_.erase(document.path);
  ledger_.erase(document.path);
  parts_.client.notify("textDocument/publishDiagnostics",
                       protocol::encode_publish(document.uri, document.version, "[]"), topic_of(document.path));
}

void Publisher::settle(bool more_waits) {
  if (!dirty_) return;
  if (more_waits && std::chrono::steady_clock::now() - dirty_since_ < LongestWait) return;
  dirty_ = false;
  start_next();
}

/// Those whose own text changed go first.
const Document* Publisher::next_document() {
  while (!stale_.empty()) {
    const std::string& path = due_.empty() ? *stale_.begin() : *due_.begin();
    if (const Document* document = parts_.workspace.find_path(path)) return document;
    const std::string gone = path;
    due_.erase(gone);
    stale_.erase(gone);
  }
  return nullptr;
}

void Publisher::start_next() {
  if (dirty_ || current_job_ != 0 || alive_ >= std::max(1U, parts_.parallel)) return;
  const Document* document = next_document();
  if (document == nullptr) return;
  DocumentView view = parts_.workspace.view(*document);
  current_job_ = ++last_job_;
  current_cancel_ = view.cancel;
  ++alive_;
  parts_.executor.submit([this, job = current_job_, revision = document->revision, view = std::move(view)] {
    Result result{view.path, revision, report_diagnostics(view)};
    parts_.executor.post(
        [this, job, cancel = view.cancel, result = std::move(result)] { finish(job, cancel, result); });
  });
}

void Publisher::finish(std::uint64_t job, const CancelToken& cancel, const Result& result) {
  --alive_;
  if (job == current_job_) current_job_ = 0;
  if (!cancel.cancelled()) publish(result);
  start_next();
}

void Publisher::publish(const Result& result) {
  const Document* document = parts_.workspace.find_path(result.path);
  if (document == nullptr || document->revision != result.revision) return;
  stale_.erase(result.path);
  const auto known = ledger_.find(result.path);
  const bool due = due_.erase(result.path) > 0;
  if (!due && known != ledger_.end() && known->second.hash == result.report.hash) return;
  ledger_[result.path] = {document->uri, document->version, result.report.hash};
  parts_.client.notify("textDocument/publishDiagnostics",
                       protocol::encode_publish(document->uri, document->version, result.report.json),
                       topic_of(result.path));
  if (parts_.trace) {
    parts_.trace("published " + std::to_string(result.report.count) + " diagnostics for " + document->uri);
  }
}

}  // namespace graphfence
