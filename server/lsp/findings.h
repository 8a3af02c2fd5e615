#pragma once

#include <string>
#include <vector>

#include "analysis/finding.h"
#include "protocol/diagnostics.h"
#include "server/lsp/workspace.h"

namespace graphfence {

/// Findings of a document, sorted. An analysis that throws is reported and becomes one finding that says so. Empty when
/// cancelled. Never throws.
[[nodiscard]] std::vector<Finding> analyse(const DocumentView& view, Engine::Fixes fixes = Engine::Fixes::Written);

[[nodiscard]] protocol::Diagnostic to_diagnostic(const DocumentView& view, const SourceText& text,
                                                 const Finding& finding);

/// The diagnostics of a document as the text of an array, with a hash of it that names the report.
struct DiagnosticReport {
  std::string json = "[]";
  std::uint64_t hash = 0;
  std::size_t count = 0;
};
[[nodiscard]] DiagnosticReport report_diagnostics(const DocumentView& view);
[[nodiscard]] std::string hash_text(std::uint64_t hash);

}  // namespace graphfence
