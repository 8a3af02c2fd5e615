#include "server/lsp/suppression.h"

#include <string_view>

namespace graphfence {
namespace {

/// How a line ends, as far as comments are concerned.
struct LineEnd {
  bool takes_comment = true;
  std::optional<std::uint32_t> comment;  ///< where its comment starts
};

/// Follows strings and comments from the start of the text to the end of `line`. What is inside the braces of an
/// f-string counts as string, which is right but for quotes nested there with the same kind of quote (Python 3.12).
class LineScanner {
 public:
  explicit LineScanner(std::string_view text) : text_(text) {}

  LineEnd scan(Span line) {
    LineEnd result;
    std::size_t at = 0;
    while (at < line.end) {
      const char character = text_[at];
      if (character == '#') {
        const std::size_t end = line_end(at);
        if (at >= line.start) result.comment = static_cast<std::uint32_t>(at);
        at = end;
      } else if (character == '"' || character == '\'') {
        at = skip_string(at);
      } else {
        ++at;
      }
    }
    const bool backslash = line.end > line.start && text_[line.end - 1] == '\\' && !result.comment;
    result.takes_comment = at == line.end && !backslash;
    return result;
  }

 private:
  std::size_t line_end(std::size_t at) const { return std::min(text_.find_first_of("\r\n", at), text_.size()); }

  std::size_t skip_string(std::size_t at) const {
    const char quote = text_[at];
    const bool triple = text_.size() >= at + 3 && text_[at + 1] == quote && text_[at + 2] == quote;
    at += triple ? 3 : 1;
    while (at < text_.size()) {
      const char character = text_[at];
      if (character == '\\') {
        at += 2;
      } else if (character == quote) {
        if (!triple) return at + 1;
        if (text_.substr(at, 3) == std::string(3, quote)) return at + 3;
        ++at;
      } else if (!triple && (character == '\n' || character == '\r')) {
        return at;  // unterminated: the line ends it
      } else {
        ++at;
      }
    }
    return text_.size();
  }

  std::string_view text_;
};

/// Where one more rule goes into a list that stands in the comment, if there is one.
std::optional<std::uint32_t> end_of_list(std::string_view text, std::uint32_t comment, std::uint32_t line_end) {
  constexpr std::string_view Start = "graphfence: ignore[";
  const std::string_view body = text.substr(comment, line_end - comment);
  const auto start = body.find(Start);
  if (start == std::string_view::npos) return std::nullopt;
  const auto end = body.find(']', start);
  if (end == std::string_view::npos) return std::nullopt;
  return comment + static_cast<std::uint32_t>(end);
}

std::optional<TextEdit> suppress_on_line(const SourceText& text, const std::string& file, const std::string& rule,
                                         std::uint32_t line) {
  const Span span = text.lines().line_span(text.bytes(), line);
  const LineEnd end = LineScanner(text.bytes()).scan(span);
  if (!end.takes_comment) return std::nullopt;
  if (end.comment) {
    if (const auto place = end_of_list(text.bytes(), *end.comment, span.end)) {
      return TextEdit{file, {*place, *place}, ", " + rule};
    }
  }
  return TextEdit{file, {span.end, span.end}, "  # graphfence: ignore[" + rule + "]"};
}

}  // namespace

std::optional<TextEdit> suppress(const SourceText& text, const std::string& file, const Finding& finding) {
  const std::uint32_t first = text.lines().line_of(finding.span.start);
  if (auto edit = suppress_on_line(text, file, finding.rule, first)) return edit;
  const std::uint32_t last = text.lines().line_of(finding.span.end);
  if (last == first) return std::nullopt;
  return suppress_on_line(text, file, finding.rule, last);
}

}  // namespace graphfence
