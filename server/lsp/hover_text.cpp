#include "server/lsp/hover_text.h"

#include <optional>

#include "server/lsp/positions.h"

namespace graphfence {
namespace {

/// Line of a place, counted from 1; nothing when its file cannot be read.
std::optional<std::uint32_t> line_number(const DocumentView& view, const RelatedPlace& place) {
  const auto text = view.engine->text(*view.snapshot, place.file);
  if (!text) return std::nullopt;
  return to_position(*text, place.span.start, view.client->unit).line + 1;
}

std::string place_name(const RelatedPlace& place, std::uint32_t line) {
  return place.file.substr(place.file.rfind('/') + 1) + ":" + std::to_string(line);
}

}  // namespace

std::string hover_markdown(const DocumentView& view, const Hover& hover) {
  std::string result = hover.headline.empty() ? "" : "**" + hover.headline + "**\n";
  for (const HoverLine& line : hover.lines) {
    result += (result.empty() ? "- " : "\n- ") + line.text;
    if (!line.place) continue;
    if (const auto number = line_number(view, *line.place)) {
      result += " ([" + place_name(*line.place, *number) + "](" + view.uri_of(line.place->file) + "#L" +
                std::to_string(*number) + "))";
    }
  }
  if (!hover.rule.empty()) {
    result += (result.empty() ? "" : "\n\n") + std::string("`graphfence explain ") + hover.rule + "` tells more";
  }
  return result;
}

std::string hover_plain(const DocumentView& view, const Hover& hover) {
  std::string result = hover.headline;
  for (const HoverLine& line : hover.lines) {
    result += (result.empty() ? "" : "\n") + line.text;
    if (!line.place) continue;
    if (const auto number = line_number(view, *line.place)) result += " (" + place_name(*line.place, *number) + ")";
  }
  if (!hover.rule.empty())
    result += (result.empty() ? "" : "\n") + std::string("graphfence explain ") + hover.rule + " tells more";
  return result;
}

}  // namespace graphfence
