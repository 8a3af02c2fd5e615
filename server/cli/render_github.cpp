#include "server/cli/excerpt.h"
#include "server/cli/report.h"
#include "server/cli/visible_text.h"

namespace graphfence {

namespace {

/// The runner splits at these characters and decodes them again.
std::string escaped(std::string_view text, bool property) {
  std::string out;
  for (const char c : visible(text)) {
    if (c == '%') {
      out += "%25";
    } else if (property && c == ':') {
      out += "%3A";
    } else if (property && c == ',') {
      out += "%2C";
    } else {
      out += c;
    }
  }
  return out;
}

const char* command_of(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Information:
    case Severity::Hint:
      return "notice";
  }
  return "notice";
}

}  // namespace

std::string render_github(const Report& report, const Sources& sources) {
  std::string out;
  for (const Finding& finding : report.findings) {
    out += std::string("::") + command_of(finding.severity) +
           " title=" + escaped("graphfence (" + finding.rule + ")", true);
    out += ",file=" + escaped(sources.name(finding.file), true);
    if (const auto text = sources.text(finding.file)) {
      const LineColumn start = shown_position(*text, finding.span.start);
      const LineColumn end = shown_position(*text, finding.span.end);
      out += ",line=" + std::to_string(start.line) + ",col=" + std::to_string(start.column);
      out += ",endLine=" + std::to_string(end.line) + ",endColumn=" + std::to_string(end.column);
    }
    out += "::" + escaped(finding.message, false) + "\n";
  }
  return out;
}

}  // namespace graphfence
