#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "analysis/syntax/string_layout.h"
#include "analysis/syntax/tree.h"
#include "analysis/text/source_text.h"

namespace graphfence {

/// For a text seen the first time. Real code needs 0.15 µs a byte; the wall is for texts made to be slow.
constexpr ParseLimits cold_limits{std::chrono::seconds(5)};
/// For a keystroke.
constexpr ParseLimits edit_limits{std::chrono::milliseconds(50)};

/// What tells a document from an older text of it: outside of `change` both have the same bytes, in the same structure.
struct Difference {
  std::shared_ptr<const SourceText> base;  ///< the older text; null: nothing is known
  std::optional<TextChange> change;        ///< of `base`; none: they are the same
};

/// Text plus tree of an open document. Immutable; `edited` and `replaced` make the next one. Making one needs the
/// caller's parser and its thread; a finished one may be read anywhere, its tree through `tree->share()`.
///
/// Nodes of the tree have positions of `text`, always. What the parser was shown may differ from it: lone `\r` end
/// lines, and strings that are being typed end with their line (`StringLayout`); the quotes added for that have no
/// width.
struct ParsedDocument {
  std::shared_ptr<const SourceText> text;
  std::shared_ptr<const SyntaxTree> tree;  ///< never null; empty when no parse has succeeded yet
  /// False when the last parse gave nothing (`parse`). The tree then has the structure of an older text, moved to where
  /// this text has it as well as possible, or is empty.
  bool complete = false;
  StringLayout strings;
  /// From the text that this was last compared with: kept by `edited` and `replaced`, begun anew by its owner. Nothing
  /// is known behind a parse from scratch, nor where the parser saw another text.
  Difference difference;

  [[nodiscard]] static ParsedDocument open(Parser& parser, std::shared_ptr<const SourceText> text,
                                           ParseLimits limits = cold_limits);
  /// With `span` (clamped, put in order) replaced.
  [[nodiscard]] ParsedDocument edited(Parser& parser, Span span, std::string_view replacement,
                                      ParseLimits limits = edit_limits) const;
  /// With another text, as one edit of what lies between the common start and the common end.
  [[nodiscard]] ParsedDocument replaced(Parser& parser, std::string_view new_text,
                                        ParseLimits limits = edit_limits) const;
  /// Parsed from scratch. Once there are errors in it, a tree made by edits is not always the tree of its text: worth
  /// doing after a pause when `complete` is false or the root has errors.
  [[nodiscard]] ParsedDocument reparsed(Parser& parser, ParseLimits limits = cold_limits) const;
};

}  // namespace graphfence
