#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/base/span.h"

namespace graphfence {

/// Where lines start. Lines end with `\n`, `\r\n` or a lone `\r`; nothing else ends a line (lsp.md §3).
class LineIndex {
 public:
  LineIndex() = default;
  explicit LineIndex(std::string_view text);

  [[nodiscard]] std::uint32_t line_count() const { return static_cast<std::uint32_t>(starts_.size()); }
  [[nodiscard]] std::uint32_t line_of(std::uint32_t offset) const;
  /// Without the terminator. `line` must be below `line_count()`.
  [[nodiscard]] Span line_span(std::string_view text, std::uint32_t line) const;
  [[nodiscard]] std::uint32_t line_start(std::uint32_t line) const { return starts_[line]; }
  [[nodiscard]] bool is_ascii(std::uint32_t line) const { return ascii_[line]; }
  /// The index of `after`, which differs from the text of this index only in that `edited` was replaced by `inserted`
  /// bytes.
  [[nodiscard]] LineIndex after_edit(std::string_view after, Span edited, std::uint32_t inserted) const;

 private:
  std::vector<std::uint32_t> starts_{0};
  std::vector<bool> ascii_{true};
};

enum class ColumnUnit : std::uint8_t { Utf8, Utf16, CodePoint };

/// Zero-based line and column in the given unit.
struct LineColumn {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  friend bool operator==(const LineColumn&, const LineColumn&) = default;
};

/// Immutable text of one file: UTF-8 as given (invalid bytes are kept; each counts as one code point).
class SourceText {
 public:
  explicit SourceText(std::string text);

  [[nodiscard]] std::string_view bytes() const { return text_; }
  [[nodiscard]] const LineIndex& lines() const { return lines_; }
  [[nodiscard]] std::uint64_t hash() const { return hash_; }
  [[nodiscard]] std::string_view slice(Span span) const;                           ///< clamped
  [[nodiscard]] LineColumn position(std::uint32_t offset, ColumnUnit unit) const;  ///< clamped
  /// Past the end of a line: before its terminator; past the last line: end of text; inside a character: its start.
  [[nodiscard]] std::uint32_t offset(LineColumn position, ColumnUnit unit) const;
  /// This text with `span` (clamped, ordered) replaced.
  [[nodiscard]] SourceText edited(Span span, std::string_view replacement) const;

 private:
  SourceText(std::string text, LineIndex lines);
  std::string text_;
  LineIndex lines_;
  std::uint64_t hash_ = 0;
};

}  // namespace graphfence
