#include "server/lsp/positions.h"

#include <algorithm>

namespace graphfence {

protocol::Position to_position(const SourceText& text, std::uint32_t offset, ColumnUnit unit) {
  const LineColumn place = text.position(offset, unit);
  return {place.line, place.column};
}

protocol::Range to_range(const SourceText& text, Span span, ColumnUnit unit) {
  return {to_position(text, span.start, unit), to_position(text, span.end, unit)};
}

protocol::Range to_visible_range(const SourceText& text, Span span, ColumnUnit unit) {
  protocol::Range range = to_range(text, span, unit);
  const auto empty = [&] { return range.start.line == range.end.line && range.start.character == range.end.character; };
  if (!empty()) return range;
  // One character to the right, which may be several columns wide; where the line ends there, one to the left.
  constexpr std::uint32_t Widest = 4;
  for (std::uint32_t step = 1; step <= Widest && empty(); ++step) {
    range.end = to_position(text, to_offset(text, {range.start.line, range.start.character + step}, unit), unit);
  }
  if (empty() && range.start.character > 0) {
    --range.start.character;
    range.start = to_position(text, to_offset(text, range.start, unit), unit);
  }
  if (empty()) range.end = {range.start.line + 1, 0};
  return range;
}

std::uint32_t to_offset(const SourceText& text, protocol::Position position, ColumnUnit unit) {
  return text.offset({position.line, position.character}, unit);
}

Span to_span(const SourceText& text, const protocol::Range& range, ColumnUnit unit) {
  const std::uint32_t start = to_offset(text, range.start, unit);
  const std::uint32_t end = to_offset(text, range.end, unit);
  return {std::min(start, end), std::max(start, end)};
}

}  // namespace graphfence
