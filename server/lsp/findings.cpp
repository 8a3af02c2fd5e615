#include "server/lsp/findings.h"

#include <algorithm>
#include <exception>
#include <map>
#include <utility>

#include "analysis/base/hash.h"
#include "server/lsp/positions.h"
#include "server/lsp/problem_reporter.h"

namespace graphfence {
namespace {

std::int32_t severity_number(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return protocol::SeverityError;
    case Severity::Warning:
      return protocol::SeverityWarning;
    case Severity::Information:
      return protocol::SeverityInformation;
    case Severity::Hint:
      return protocol::SeverityHint;
  }
  return protocol::SeverityInformation;
}

std::string file_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

protocol::Range related_range(const DocumentView& view, const SourceText& own, const RelatedPlace& place) {
  if (place.file == view.path) return to_visible_range(own, place.span, view.client->unit);
  const auto other = view.engine->text(*view.snapshot, place.file);
  return other ? to_visible_range(*other, place.span, view.client->unit) : protocol::Range{};
}

Finding failure(const DocumentView& view, const std::string& why) {
  const auto text = view.text();
  Finding finding;
  finding.rule = "internal-error";
  finding.severity = Severity::Information;
  finding.file = view.path;
  if (text) finding.span = text->lines().line_span(text->bytes(), 0);
  finding.message = "this file could not be analysed: " + why;
  return finding;
}

}  // namespace

std::vector<Finding> analyse(const DocumentView& view, Engine::Fixes fixes) {
  if (!view.analysed || view.configuration->excludes(view.path, false)) return {};
  std::string why;
  try {
    auto findings = view.engine->diagnostics(*view.snapshot, view.path, view.cancel, fixes);
    std::erase_if(findings,
                  [&](const Finding& finding) { return view.configuration->ignores(finding.file, finding.rule); });
    return findings;
  } catch (const std::exception& problem) {
    why = problem.what();
  } catch (...) {
    why = "unknown problem";
  }
  view.problems->report("the analysis of " + view.uri_of(view.path) + " failed: " + why);
  return {failure(view, why)};
}

protocol::Diagnostic to_diagnostic(const DocumentView& view, const SourceText& text, const Finding& finding) {
  const auto& can = view.client->capabilities.publishDiagnostics;
  protocol::Diagnostic result;
  result.range = to_visible_range(text, finding.span, view.client->unit);
  result.severity = severity_number(finding.severity);
  result.code = finding.rule;
  result.source = "graphfence";
  result.message = finding.message;
  const bool takes_unnecessary =
      std::find(can.tags.begin(), can.tags.end(), protocol::TagUnnecessary) != can.tags.end();
  if (finding.unnecessary && takes_unnecessary) result.tags.push_back(protocol::TagUnnecessary);
  for (const RelatedPlace& place : finding.related) {
    const protocol::Range range = related_range(view, text, place);
    if (can.relatedInformation) {
      result.relatedInformation.push_back({{view.uri_of(place.file), range}, place.message});
    } else {
      result.message +=
          "\n" + file_name(place.file) + ":" + std::to_string(range.start.line + 1) + ": " + place.message;
    }
  }
  return result;
}

DiagnosticReport report_diagnostics(const DocumentView& view) {
  DiagnosticReport report;
  const auto text = view.text();
  const std::vector<Finding> findings = text ? analyse(view, Engine::Fixes::Omitted) : std::vector<Finding>();
  std::vector<protocol::Diagnostic> diagnostics;
  diagnostics.reserve(findings.size());
  for (const Finding& finding : findings) diagnostics.push_back(to_diagnostic(view, *text, finding));
  report.json = protocol::encode(diagnostics);
  report.hash = hash_bytes(report.json);
  report.count = diagnostics.size();
  return report;
}

std::string hash_text(std::uint64_t hash) {
  constexpr std::string_view Digits = "0123456789abcdef";
  std::string id;
  for (int shift = 60; shift >= 0; shift -= 4) id += Digits[(hash >> static_cast<unsigned>(shift)) & 0xFU];
  return id;
}

}  // namespace graphfence
