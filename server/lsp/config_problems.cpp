#include "server/lsp/config_problems.h"

#include <set>

#include "protocol/diagnostics.h"
#include "server/lsp/positions.h"
#include "server/lsp/uri.h"

namespace graphfence {

std::string ConfigProblemLedger::diagnostics_of(const std::string& file, const std::vector<ConfigProblem>& problems,
                                                const ClientProfile& profile) const {
  const SourceText text(files_->read(file).value_or(""));
  std::vector<protocol::Diagnostic> diagnostics;
  for (const ConfigProblem& problem : problems) {
    if (problem.file != file) continue;
    protocol::Diagnostic diagnostic;
    const LineColumn place{problem.line > 0 ? problem.line - 1 : 0, problem.column > 0 ? problem.column - 1 : 0};
    const std::uint32_t offset = text.offset(place, ColumnUnit::Utf8);
    diagnostic.range = to_visible_range(text, {offset, offset}, profile.unit);
    diagnostic.severity = protocol::SeverityWarning;
    diagnostic.code = "configuration";
    diagnostic.source = "graphfence";
    diagnostic.message = problem.message;
    diagnostics.push_back(std::move(diagnostic));
  }
  return protocol::encode(diagnostics);
}

void ConfigProblemLedger::show(const std::vector<ConfigProblem>& problems, const ClientProfile& profile) {
  std::set<std::string> files;
  for (const ConfigProblem& problem : problems) files.insert(problem.file);
  for (const auto& [file, diagnostics] : published_) files.insert(file);
  for (const std::string& file : files) {
    std::string now = diagnostics_of(file, problems, profile);
    const auto before = published_.find(file);
    if (before == published_.end() ? now == "[]" : before->second == now) continue;
    client_.notify("textDocument/publishDiagnostics", protocol::encode_publish(document_uri(file), std::nullopt, now));
    if (now == "[]") {
      published_.erase(before);
    } else {
      published_[file] = std::move(now);
    }
  }
}

}  // namespace graphfence
