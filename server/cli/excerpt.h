#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "analysis/text/source_text.h"
#include "server/cli/colour.h"

namespace graphfence {

/// How an excerpt is drawn.
struct ExcerptStyle {
  bool colour = false;
  std::uint32_t width = 120;  ///< columns for the source part; longer lines are cut around the marked range
  std::uint32_t gutter = 1;   ///< digits that line numbers have room for
  char mark = '^';            ///< drawn below the marked range
  Ink ink = Ink::Error;       ///< of the marks and the label
  std::string_view label;     ///< written behind the marks; made visible here
};

/// Source lines of `span` with marks below them, each line ended: at most four lines, the middle of a longer range is
/// left out. Control characters never come through, tabs are expanded.
[[nodiscard]] std::string render_excerpt(const SourceText& text, Span span, const ExcerptStyle& style);

/// Line and column from 1, the column in code points. A byte order mark is no column.
[[nodiscard]] LineColumn shown_position(const SourceText& text, std::uint32_t offset);

}  // namespace graphfence
