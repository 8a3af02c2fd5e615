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
  Span span;                 ///< from its `#` to the bracket or word that ends it
  Span removal;              ///< what goes with it: blanks before it, its line when nothing else is there
  std::string_view instead;  ///< goes there: what begins the comment again when a person's words follow
  std::uint32_t line = 0;
  bool whole_file = false;
  bool every_rule = false;  ///< no brackets
  std::vector<Name> names;
};

/// What is likely to be meant as a suppression but is none: `# graphfence: disable[rule]`, `# Graphfence: ignore`.
struct MisspeltSuppression {
  Span span;                    ///< from its `#` up to the bracket
  std::string_view right = {};  ///< what should stand there
};

struct Suppressions {
  std::vector<SuppressionComment> comments;
  std::vector<MisspeltSuppression> misspelt;
};

/// In order. The tree tells what a comment is: in a string the same words are text.
[[nodiscard]] Suppressions suppression_comments(const ParsedDocument& document);

/// Lines on which a comment silences a finding at this place: where it starts, the first and the last line of its
/// statement (of its header, when it has a body); for a definition the lines of its decorators and the comments right
/// above it.
[[nodiscard]] std::vector<std::uint32_t> silencing_lines(const ParsedDocument& document, Span place);

/// Lines on which people put a comment for this place in vain: the one above its statement, and those where it belongs
/// to a definition around it.
[[nodiscard]] std::vector<std::uint32_t> lines_in_vain(const ParsedDocument& document, Span place);

}  // namespace graphfence
