#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/syntax/document.h"

namespace graphfence {

/// One `# graphfence: ignore[rule, …]` or `# graphfence: ignore-file[…]`; several may share a comment. Spans are of the
/// text.
struct SuppressionComment {
  struct Name {
    std::string_view text;
    Span span;
    Span removal;  ///< with one comma
  };
  Span span;     ///< from its `#` to the bracket or word that ends it
  Span removal;  ///< what goes with it: reason, blanks before it, its line when nothing else is there
  std::uint32_t line = 0;
  bool whole_file = false;
  bool every_rule = false;  ///< no brackets
  std::vector<Name> names;
};

/// In order. The tree tells what a comment is: in a string the same words are text.
[[nodiscard]] std::vector<SuppressionComment> suppression_comments(const ParsedDocument& document);

/// Lines on which a comment silences a finding at this place: where it starts, the first and the last line of its
/// statement (of its header, when it has a body); for a definition the lines of its decorators and the comments right
/// above it.
[[nodiscard]] std::vector<std::uint32_t> silencing_lines(const ParsedDocument& document, Span place);

}  // namespace graphfence
