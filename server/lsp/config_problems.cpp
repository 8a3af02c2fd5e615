#include "server/lsp/config_problems.h"

#include <set>

#include "protocol/diagnostics.h"
#include "protocol/lifecycle.h"
#include "server/lsp/positions.h"
#include "server/lsp/uri.h"

namespace graphfence {

namespace {

constexpr std::int32_t WarningMessage = 2;

}  // namespace

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

void ConfigProblemLedger::show(const std::vector<ConfigProblem>& problems, const std::vector<ConfigProblem>& warnings,
                               const ClientProfile& profile) {
  std::vector<ConfigProblem> all = problems;
  all.insert(all.end(), warnings.begin(), warnings.end());
  publish(all, profile);
  tell(problems);
}

void ConfigProblemLedger::tell(const std::vector<ConfigProblem>& problems) {
  std::map<std::string, std::string> messages;
  std::map<std::string, std::size_t> counts;
  for (const ConfigProblem& problem : problems) {
    if (counts[problem.file]++ == 0) messages[problem.file] = to_string(problem);
  }
  for (auto& [file, message] : messages) {
    if (counts[file] > 1) message += " (and " + std::to_string(counts[file] - 1) + " more)";
    const auto before = told_.find(file);
    if (before != told_.end() && before->second == message) continue;
    client_.notify("window/showMessage",
                   protocol::encode_show_message(WarningMessage, "graphfence: " + message +
                                                                     "; until this is mended the last settings that "
                                                                     "could be read hold, or none"));
  }
  told_ = std::move(messages);
}

void ConfigProblemLedger::publish(const std::vector<ConfigProblem>& problems, const ClientProfile& profile) {
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
