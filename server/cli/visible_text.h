#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace graphfence {

/// One code point of a text, or one byte that is no UTF-8.
struct CodePoint {
  char32_t value = 0;
  std::size_t size = 1;  ///< bytes
  bool valid = true;
};

/// Reads the code point at `at`, which must be inside `text`. Overlong forms and surrogates are invalid.
[[nodiscard]] CodePoint decode_at(std::string_view text, std::size_t at);

[[nodiscard]] bool is_valid_utf8(std::string_view text);

/// Columns that a terminal gives to a code point: 0, 1 or 2.
[[nodiscard]] std::uint32_t terminal_width(char32_t c);

/// What to print for a code point so that it cannot move the cursor, change colours, reorder the line or hide: control
/// characters become their pictures (␛), bidirectional and invisible format characters and invalid bytes become U+FFFD.
/// Tabs and line ends are treated as control characters; the caller expands tabs first.
void append_visible(std::string& out, std::string_view text, std::size_t at, const CodePoint& c);

/// A whole text made visible: for file names and messages.
[[nodiscard]] std::string visible(std::string_view text);

}  // namespace graphfence
