#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/base/span.h"

namespace graphfence {

enum class Severity : std::uint8_t { Error, Warning, Information, Hint };

/// A: same behaviour wherever the old code worked. B: right when its preconditions hold; they were checked.
/// C: scaffold that a person completes. D: no edit.
enum class FixClass : std::uint8_t { A, B, C, D };

struct RelatedPlace {
  std::string file;  ///< path as given to the engine
  Span span;
  std::string message;
};

struct TextEdit {
  std::string file;
  Span span;
  std::string text;
};

/// Edits refer to the text the finding was computed from, do not overlap and are sorted by file and start.
struct Fix {
  std::string title;
  FixClass fix_class = FixClass::D;
  std::vector<TextEdit> edits;
};

struct Finding {
  std::string rule;  ///< kebab-case id
  Severity severity = Severity::Hint;
  std::string file;
  Span span;                          ///< never empty
  std::string message;                ///< one line, no full stop at its end
  std::vector<RelatedPlace> related;  ///< at most six, in time order
  std::vector<Fix> fixes;             ///< best first
  bool unnecessary = false;           ///< editors may fade the range
};

enum class UnparsedReason : std::uint8_t { Syntax, TooDeep, TooSlow };

/// Something in a file that cannot be read as Python, so that it is not checked.
struct UnparsedPart {
  std::uint32_t offset = 0;  ///< Syntax: where the parser lost its way; else where the part begins
  std::string function;      ///< qualified name of the function that is left out; empty: the whole file is
  UnparsedReason reason = UnparsedReason::Syntax;
};

struct HoverLine {
  std::string text;
  std::optional<RelatedPlace> place;  ///< a place to link to; its message is empty
};

struct Hover {
  Span span;             ///< the construct the hover explains
  std::string headline;  ///< where the code runs, e.g. "runs in FuncGraph `call`"
  std::vector<HoverLine> lines;
  std::string rule;  ///< rule whose page explains more, or empty
};

}  // namespace graphfence
