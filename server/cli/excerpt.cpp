// Draws
//
//     12 |         self.add_loss(x)
//        |         ^^^^^^^^^^^^^^^^ label
//
// for one range. A line is first turned into cells, one per code point, with the column each begins at; marks and the
// window of a long line are then chosen in columns.
#include "server/cli/excerpt.h"

#include <algorithm>
#include <vector>

#include "server/cli/visible_text.h"

namespace graphfence {

namespace {

constexpr std::uint32_t TabStop = 4;
constexpr std::uint32_t MaxLines = 4;
constexpr std::size_t MaxLineBytes = 4096;  ///< more than any window shows; keeps a line of megabytes cheap
constexpr std::string_view ByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view Cut = "...";

struct Cell {
  std::uint32_t column = 0;
  std::uint32_t width = 0;
  std::uint32_t offset = 0;
  std::string text;
};

struct Line {
  std::vector<Cell> cells;
  std::uint32_t width = 0;
  std::uint32_t first_offset = 0;
  bool cut_before = false;
  bool cut_after = false;
};

Line expand(std::string_view bytes, Span line, Span mark) {
  Line result;
  if (line.start == 0 && bytes.starts_with(ByteOrderMark)) line.start = std::min(line.end, std::uint32_t{3});
  if (line.size() > MaxLineBytes) {
    const auto continues = [&](std::uint32_t at) { return (static_cast<unsigned char>(bytes[at]) & 0xC0U) == 0x80U; };
    const std::uint32_t wanted = std::clamp(mark.start, line.start, line.end);
    std::uint32_t start = wanted - std::min<std::uint32_t>(wanted - line.start, MaxLineBytes / 4);
    std::uint32_t end = std::min<std::uint32_t>(line.end, start + MaxLineBytes);
    while (start > line.start && continues(start)) --start;
    while (end < line.end && continues(end)) ++end;
    result.cut_before = start > line.start;
    result.cut_after = end < line.end;
    line = {start, end};
  }
  result.first_offset = line.start;
  std::uint32_t column = 0;
  for (std::uint32_t at = line.start; at < line.end;) {
    const CodePoint c = decode_at(bytes.substr(0, line.end), at);
    Cell cell;
    cell.column = column;
    cell.offset = at;
    if (c.valid && c.value == '\t') {
      cell.width = TabStop - column % TabStop;
      cell.text.assign(cell.width, ' ');
    } else {
      cell.width = c.valid ? terminal_width(c.value) : 1;
      append_visible(cell.text, bytes, at, c);
    }
    column += cell.width;
    at += static_cast<std::uint32_t>(c.size);
    result.cells.push_back(std::move(cell));
  }
  result.width = column;
  return result;
}

std::uint32_t column_of(const Line& line, std::uint32_t offset) {
  const auto cell =
      std::partition_point(line.cells.begin(), line.cells.end(), [&](const Cell& c) { return c.offset < offset; });
  return cell == line.cells.end() ? line.width : cell->column;
}

struct Drawn {
  std::string source;
  std::string marks;
};

Drawn draw(const Line& line, Span mark, const ExcerptStyle& style) {
  std::uint32_t first = column_of(line, mark.start);
  std::uint32_t last = std::max(column_of(line, mark.end), first + 1);
  std::uint32_t begin = 0;
  std::uint32_t end = line.width;
  const std::uint32_t available = std::max(style.width, std::uint32_t{40});
  if (line.width > available || line.cut_before || line.cut_after) {
    const std::uint32_t room = std::min(available - 2 * static_cast<std::uint32_t>(Cut.size()), line.width);
    if (last > room) begin = std::min(first - std::min(first, room / 3), line.width - room);
    end = begin + room;
  }
  Drawn drawn;
  const bool before = line.cut_before || begin > 0;
  const bool after = line.cut_after || end < line.width;
  std::uint32_t shift = 0;
  if (before) {
    drawn.source += Cut;
    shift = static_cast<std::uint32_t>(Cut.size());
  }
  // A wide character may straddle the edge: then the window begins behind it.
  std::uint32_t real_begin = end;
  for (const Cell& cell : line.cells) {
    if (cell.column < begin || cell.column + cell.width > end) continue;
    real_begin = std::min(real_begin, cell.column);
    drawn.source += cell.text;
  }
  if (after) drawn.source += Cut;
  first = std::clamp(first, real_begin, std::max(real_begin, end));
  last = std::clamp(last, first + 1, std::max(first + 1, end));
  drawn.marks.assign(shift + first - real_begin, ' ');
  drawn.marks.append(last - first, style.mark);
  return drawn;
}

std::string gutter(const ExcerptStyle& style, std::string_view number) {
  std::string text(style.gutter - std::min<std::size_t>(style.gutter, number.size()), ' ');
  text += number;
  text += " |";
  return inked(style.colour, Ink::Gutter, text);
}

/// The part of `span` on `line`, without the indentation of continued lines.
Span marked_part(std::string_view bytes, Span line, Span span) {
  Span part{std::max(span.start, line.start), std::min(span.end, line.end)};
  if (part.start > line.start) return part;
  while (part.start < part.end && (bytes[part.start] == ' ' || bytes[part.start] == '\t')) ++part.start;
  return part;
}

}  // namespace

std::string render_excerpt(const SourceText& text, Span span, const ExcerptStyle& style) {
  const std::string_view bytes = text.bytes();
  const LineIndex& lines = text.lines();
  const auto size = static_cast<std::uint32_t>(bytes.size());
  span.start = std::min(span.start, size);
  span.end = std::clamp(span.end, span.start, size);
  const std::uint32_t first = lines.line_of(span.start);
  const std::uint32_t last = span.end > span.start ? lines.line_of(span.end - 1) : first;
  const bool shortened = last - first + 1 > MaxLines;

  std::string out = gutter(style, "") + "\n";
  for (std::uint32_t line = first; line <= last; ++line) {
    if (shortened && line == first + 2) {
      out += inked(style.colour, Ink::Gutter, Cut) + "\n";
      line = last;
    }
    const Span whole = lines.line_span(bytes, line);
    const Span part = marked_part(bytes, whole, span);
    const Drawn drawn = draw(expand(bytes, whole, part), part, style);
    out += gutter(style, std::to_string(line + 1));
    if (!drawn.source.empty()) out += " " + drawn.source;
    out += "\n";
    const bool blank = part.start >= part.end && first != last;
    if (blank && line != last) continue;
    std::string marks = drawn.marks;
    if (line == last && !style.label.empty()) marks += " " + visible(style.label);
    const std::size_t indent = std::min(marks.find_first_not_of(' '), marks.size());
    out +=
        gutter(style, "") + " " + marks.substr(0, indent) + inked(style.colour, style.ink, marks.substr(indent)) + "\n";
  }
  return out;
}

LineColumn shown_position(const SourceText& text, std::uint32_t offset) {
  LineColumn position = text.position(offset, ColumnUnit::CodePoint);
  if (position.line == 0 && position.column > 0 && text.bytes().starts_with(ByteOrderMark)) --position.column;
  return {position.line + 1, position.column + 1};
}

}  // namespace graphfence
