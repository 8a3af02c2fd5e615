#include "analysis/text/source_text.h"

#include <algorithm>
#include <utility>

#include "analysis/base/hash.h"
#include "analysis/text/utf8.h"

namespace graphfence {
namespace {

std::uint32_t size_of(std::string_view text) {
  return static_cast<std::uint32_t>(text.size());
}

bool has_only_ascii(std::string_view text) {
  unsigned seen = 0;
  for (const char c : text) seen |= static_cast<unsigned char>(c);
  return seen < 0x80U;
}

/// Appends the start of every line that a terminator within [from, to) of `text` opens.
void append_line_starts(std::string_view text, std::uint32_t from, std::uint32_t to,
                        std::vector<std::uint32_t>& starts) {
  for (std::uint32_t i = from; i < to; ++i) {
    const char c = text[i];
    if (c == '\n' || (c == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'))) starts.push_back(i + 1);
  }
}

std::uint32_t units(std::uint32_t utf8_bytes, ColumnUnit unit) {
  switch (unit) {
    case ColumnUnit::Utf8:
      return utf8_bytes;
    case ColumnUnit::Utf16:
      return utf8_bytes == 4 ? 2 : 1;
    case ColumnUnit::CodePoint:
      return 1;
  }
  return 1;
}

/// Within [0, size] and in order.
Span clamp(Span span, std::uint32_t size) {
  if (span.end < span.start) std::swap(span.start, span.end);
  return {std::min(span.start, size), std::min(span.end, size)};
}

}  // namespace

LineIndex::LineIndex(std::string_view text) {
  append_line_starts(text, 0, size_of(text), starts_);
  ascii_.resize(starts_.size());
  for (std::uint32_t line = 0; line < line_count(); ++line) {
    const std::size_t end = line + 1 < line_count() ? starts_[line + 1] : text.size();
    ascii_[line] = has_only_ascii(text.substr(starts_[line], end - starts_[line]));
  }
}

std::uint32_t LineIndex::line_of(std::uint32_t offset) const {
  return static_cast<std::uint32_t>(std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin()) - 1;
}

Span LineIndex::line_span(std::string_view text, std::uint32_t line) const {
  const std::uint32_t start = starts_[line];
  if (line + 1 == line_count()) return {start, size_of(text)};
  std::uint32_t end = starts_[line + 1] - 1;
  if (end > start && text[end] == '\n' && text[end - 1] == '\r') --end;
  return {start, end};
}

LineIndex LineIndex::after_edit(std::string_view after, Span edited, std::uint32_t inserted) const {
  // A line that starts beyond the edit owes its start to terminators that the edit left alone. One that starts exactly
  // at the edit may not: "a\r|b" with "\n" inserted at the bar. So the line before it is scanned again too.
  std::uint32_t first = line_of(edited.start);
  if (first > 0 && starts_[first] == edited.start) --first;
  const auto kept = std::upper_bound(starts_.begin(), starts_.end(), edited.end);

  LineIndex result;
  result.starts_.assign(starts_.begin(), starts_.begin() + first + 1);
  append_line_starts(after, starts_[first], edited.start + inserted, result.starts_);
  const std::uint32_t rescanned_end = result.line_count();
  for (auto start = kept; start != starts_.end(); ++start) {
    result.starts_.push_back(*start - edited.end + edited.start + inserted);
  }

  result.ascii_.assign(ascii_.begin(), ascii_.begin() + first);
  for (std::uint32_t line = first; line < rescanned_end; ++line) {
    const std::size_t end = line + 1 < result.line_count() ? result.starts_[line + 1] : after.size();
    result.ascii_.push_back(has_only_ascii(after.substr(result.starts_[line], end - result.starts_[line])));
  }
  result.ascii_.insert(result.ascii_.end(), ascii_.begin() + (kept - starts_.begin()), ascii_.end());
  return result;
}

SourceText::SourceText(std::string text) : text_(std::move(text)), lines_(text_), hash_(hash_bytes(text_)) {}

SourceText::SourceText(std::string text, LineIndex lines)
    : text_(std::move(text)), lines_(std::move(lines)), hash_(hash_bytes(text_)) {}

std::string_view SourceText::slice(Span span) const {
  const Span within = clamp(span, size_of(text_));
  return bytes().substr(within.start, within.size());
}

LineColumn SourceText::position(std::uint32_t offset, ColumnUnit unit) const {
  offset = std::min(offset, size_of(text_));
  const std::uint32_t line = lines_.line_of(offset);
  const Span span = lines_.line_span(text_, line);
  offset = std::min(offset, span.end);  // between the two bytes of a `\r\n` is no column of its own
  if (lines_.is_ascii(line)) return {line, offset - span.start};
  std::uint32_t column = 0;
  for (std::uint32_t at = span.start; at < offset;) {
    const std::uint32_t length = utf8_length(text_, at);
    if (at + length > offset) break;
    column += units(length, unit);
    at += length;
  }
  return {line, column};
}

std::uint32_t SourceText::offset(LineColumn position, ColumnUnit unit) const {
  if (position.line >= lines_.line_count()) return size_of(text_);
  const Span span = lines_.line_span(text_, position.line);
  if (lines_.is_ascii(position.line)) return span.start + std::min(position.column, span.size());
  std::uint32_t column = 0;
  std::uint32_t at = span.start;
  while (at < span.end) {
    const std::uint32_t length = utf8_length(text_, at);
    const std::uint32_t width = units(length, unit);
    if (position.column - column < width) break;
    column += width;
    at += length;
  }
  return at;
}

SourceText SourceText::edited(Span span, std::string_view replacement) const {
  const Span within = clamp(span, size_of(text_));
  std::string after;
  after.reserve(text_.size() - within.size() + replacement.size());
  after.append(text_, 0, within.start).append(replacement).append(text_, within.end);
  LineIndex lines = lines_.after_edit(after, within, size_of(replacement));
  return {std::move(after), std::move(lines)};
}

}  // namespace graphfence
