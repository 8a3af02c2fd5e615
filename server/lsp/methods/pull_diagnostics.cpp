#include "protocol/diagnostics.h"
#include "server/lsp/binder.h"
#include "server/lsp/findings.h"
#include "server/lsp/methods/methods.h"

namespace graphfence {
namespace {

std::string handle(const DocumentView& view, const protocol::DocumentDiagnosticParams& params) {
  const DiagnosticReport report = report_diagnostics(view);
  const std::string id = hash_text(report.hash);
  if (params.previousResultId == id) return protocol::encode_unchanged_report(id);
  return protocol::encode_full_report(id, report.json);
}

}  // namespace

void bind_pull_diagnostics(Binder& binder) {
  binder.on_view("textDocument/diagnostic", protocol::decode_document_diagnostic, handle,
                 R"({"kind":"full","items":[]})");
}

}  // namespace graphfence
