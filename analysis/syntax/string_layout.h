#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/base/span.h"
#include "analysis/syntax/tree.h"
#include "analysis/text/source_text.h"

namespace graphfence {

/// A string that may go on past the end of a line: triple-quoted, or with a line join in it.
struct LongString {
  static constexpr std::uint32_t open_end = 0xFFFFFFFFU;

  /// Quotes included, prefix letters not. Ends at `open_end` when the text ends first, and behind the line end that cut
  /// it off when it has single quotes and none to close it.
  Span span;
  char quote = 0;
  bool triple = false;
  bool closed_virtually = false;  ///< by a `VirtualClose`, which takes no room
};

/// Text that the parser is shown although nobody wrote it.
struct VirtualClose {
  std::uint32_t at = 0;  ///< end of a line, before its terminator
  std::string inserted;
};

/// Where the strings of a text are, as far as they matter to whole lines, and how to keep them in place while one of
/// them is being typed.
///
/// Someone who types `"""` turns all code below it into a string and all docstrings below it into code, up to the next
/// keystrokes that close it. Reparsing that costs 100 times an ordinary edit and every finding below disappears. So
/// when an edit leaves the text ending inside a triple-quoted string, though it did not before, the string is taken to
/// end with the edited line:
///
///     def f():              def f():
///         """Sum of             """Sum of """      <- shown to the parser
///         return 1              return 1
///
/// The closing quotes stay at that place while other lines are edited, move along when the edited line is continued,
/// and go when the text ends outside of strings without their help. The same works for a deleted opening or closing
/// quote.
struct StringLayout {
  std::vector<LongString> strings;   ///< in order; as if the virtual quotes were there, in positions of the real text
  std::vector<VirtualClose> closes;  ///< in order

  [[nodiscard]] bool ends_in_string() const {
    return !strings.empty() && strings.back().span.end == LongString::open_end && strings.back().triple;
  }
  /// Reads all of the text; never closes anything virtually.
  [[nodiscard]] static StringLayout of(std::string_view text);
  /// The layout of `after`, which came from the text of this layout by `change`. Reads about the edited line only,
  /// unless the edit moves string boundaries below it.
  [[nodiscard]] StringLayout after_edit(const SourceText& after, const TextChange& change) const;
};

}  // namespace graphfence
