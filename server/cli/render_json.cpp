#include <nlohmann/json.hpp>

#include "server/cli/excerpt.h"
#include "server/cli/report.h"

namespace graphfence {

namespace {

using Json = nlohmann::ordered_json;

Json position_json(const SourceText* text, std::uint32_t offset) {
  const LineColumn position = text == nullptr ? LineColumn{1, 1} : shown_position(*text, offset);
  return {{"line", position.line}, {"column", position.column}};
}

Json range_json(const Sources& sources, const std::string& file, Span span) {
  const auto text = sources.text(file);
  return {{"start", position_json(text.get(), span.start)}, {"end", position_json(text.get(), span.end)}};
}

const char* class_name(FixClass fix_class) {
  switch (fix_class) {
    case FixClass::A:
      return "A";
    case FixClass::B:
      return "B";
    case FixClass::C:
      return "C";
    case FixClass::D:
      return "D";
  }
  return "D";
}

Json finding_json(const Finding& finding, const Sources& sources) {
  Json related = Json::array();
  for (const RelatedPlace& place : finding.related) {
    related.push_back({{"file", sources.name(place.file)},
                       {"range", range_json(sources, place.file, place.span)},
                       {"message", place.message}});
  }
  Json fixes = Json::array();
  for (const Fix& fix : finding.fixes) {
    Json edits = Json::array();
    for (const TextEdit& edit : fix.edits) {
      edits.push_back({{"file", sources.name(edit.file)},
                       {"range", range_json(sources, edit.file, edit.span)},
                       {"text", edit.text}});
    }
    fixes.push_back({{"title", fix.title}, {"class", class_name(fix.fix_class)}, {"edits", std::move(edits)}});
  }
  return {{"file", sources.name(finding.file)},
          {"rule", finding.rule},
          {"severity", severity_name(finding.severity)},
          {"message", finding.message},
          {"range", range_json(sources, finding.file, finding.span)},
          {"related", std::move(related)},
          {"fixes", std::move(fixes)}};
}

Json skipped_json(const Skipped& skipped, const Sources& sources) {
  Json json = {{"file", sources.name(skipped.file)}, {"scope", skipped.whole_file ? "file" : "function"}};
  if (skipped.place) json["position"] = {{"line", skipped.place->line}, {"column", skipped.place->column}};
  json["message"] = skipped.message;
  return json;
}

}  // namespace

std::string render_json(const Report& report, const Sources& sources) {
  Json diagnostics = Json::array();
  for (const Finding& finding : report.findings) diagnostics.push_back(finding_json(finding, sources));
  Json skipped = Json::array();
  for (const Skipped& part : report.skipped) skipped.push_back(skipped_json(part, sources));
  const Json root = {{"version", 1},
                     {"diagnostics", std::move(diagnostics)},
                     {"files", report.files},
                     {"skipped", std::move(skipped)}};
  // ASCII only: whatever characters a file or its name holds, they reach no terminal in the raw.
  return root.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace graphfence
