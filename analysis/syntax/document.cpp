#include "analysis/syntax/document.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

#include "analysis/text/utf8.h"

namespace graphfence {
namespace {

std::uint32_t size_of(std::string_view text) {
  return static_cast<std::uint32_t>(text.size());
}

/// Position of the next `\r` that no `\n` follows; npos when there is none.
std::size_t find_lone_return(std::string_view text, std::size_t from) {
  while ((from = text.find('\r', from)) != std::string_view::npos) {
    if (from + 1 == text.size() || text[from + 1] != '\n') return from;
    from += 2;
  }
  return from;
}

/// What the parser gets to see: the text itself when it can. Positions differ by the virtual quotes alone.
class ParserView {
 public:
  ParserView(std::string_view text, const std::vector<VirtualClose>& closes) : shown_(text) {
    const std::size_t lone = find_lone_return(text, 0);
    if (lone == std::string_view::npos && closes.empty()) return;
    copy_ = text;
    for (std::size_t at = lone; at != std::string_view::npos; at = find_lone_return(text, at + 1)) copy_[at] = '\n';
    differs_ = lone != std::string_view::npos;
    std::uint32_t added = 0;
    for (const VirtualClose& close : closes) {
      inserted_.push_back({close.at + added, close.at + added + size_of(close.inserted)});
      copy_.insert(inserted_.back().start, close.inserted);
      added += size_of(close.inserted);
    }
    shown_ = copy_;
  }
  ParserView(const ParserView&) = delete;
  ParserView& operator=(const ParserView&) = delete;

  [[nodiscard]] std::string_view shown() const { return shown_; }
  [[nodiscard]] bool has_lone_returns() const { return differs_; }

  /// From positions of the text to positions of what is shown.
  void insert_quotes(SyntaxTree& tree) const {
    if (inserted_.empty()) return;
    const LineIndex lines(shown_);
    for (const Span& quotes : inserted_) tree.apply_edit({{quotes.start, quotes.start}, quotes.size()}, lines, lines);
  }
  /// And back.
  void remove_quotes(SyntaxTree& tree) const {
    if (inserted_.empty()) return;
    const LineIndex lines(shown_);
    for (auto quotes = inserted_.rbegin(); quotes != inserted_.rend(); ++quotes)
      tree.apply_edit({*quotes, 0}, lines, lines);
  }

 private:
  std::string copy_;
  std::string_view shown_;
  std::vector<Span> inserted_;  // in positions of what is shown
  bool differs_ = false;
};

/// Brings a tree of `before` to the positions of `after`. Did the parser see these texts as they are?
bool move_tree(SyntaxTree& tree, const SourceText& before, const SourceText& after, TextChange change) {
  const ParserView old_view(before.bytes(), {});
  const ParserView new_view(after.bytes(), {});
  if (!old_view.has_lone_returns() && !new_view.has_lone_returns()) {
    tree.apply_edit(change, before.lines(), after.lines());
    return true;
  }
  const std::uint32_t start = change.old_span.start;
  if (start > 0 && before.bytes()[start - 1] == '\r') {
    // Whether that one is alone may have changed with what follows it.
    --change.old_span.start;
    ++change.new_size;
  }
  tree.apply_edit(change, LineIndex(old_view.shown()), LineIndex(new_view.shown()));
  return false;
}

/// Both changes as one: `first`, then `second`, which has the positions that `first` left.
TextChange joined(const TextChange& first, const TextChange& second) {
  const std::uint32_t first_end = first.old_span.start + first.new_size;
  const std::uint32_t start = std::min(first.old_span.start, second.old_span.start);
  const std::uint32_t end = std::max(first_end, second.old_span.end);
  return {{start, first.old_span.end + (end - first_end)}, end - start - second.old_span.size() + second.new_size};
}

/// `change`, wide enough that everything outside of it has the same structure in both trees. `old` has the new
/// positions.
TextChange widened(TextChange change, const SyntaxTree& old, const SyntaxTree& parsed) {
  std::uint32_t start = change.old_span.start;
  std::uint32_t end = start + change.new_size;
  for (const Span& span : old.changed_spans(parsed)) {
    start = std::min(start, span.start);
    end = std::max(end, span.end);
  }
  const std::uint32_t more = end - (change.old_span.start + change.new_size);
  return {{start, change.old_span.end + more}, end - start};
}

/// Fills in `tree` and `complete` for the document's text. `old` has its positions. Gives back `change`, what the text
/// was changed by since, as what the structure was changed by; nothing when that is not known.
std::optional<TextChange> parse_into(ParsedDocument& document, Parser& parser, SyntaxTree old, ParseLimits limits,
                                     std::optional<TextChange> change = std::nullopt) {
  const ParserView view(document.text->bytes(), document.strings.closes);
  SyntaxTree base = old.share();
  view.insert_quotes(base);
  std::optional<SyntaxTree> parsed = parse(parser, view.shown(), &base, limits);
  document.complete = parsed.has_value();
  if (parsed) {
    if (!document.strings.closes.empty()) change.reset();
    if (change) change = widened(*change, base, *parsed);
    view.remove_quotes(*parsed);
    old = std::move(*parsed);
  }
  document.tree = std::make_shared<const SyntaxTree>(std::move(old));
  return change;
}

}  // namespace

ParsedDocument ParsedDocument::open(Parser& parser, std::shared_ptr<const SourceText> text, ParseLimits limits) {
  ParsedDocument document;
  document.strings = StringLayout::of(text->bytes());
  document.text = std::move(text);
  parse_into(document, parser, {}, limits);
  return document;
}

ParsedDocument ParsedDocument::edited(Parser& parser, Span span, std::string_view replacement,
                                      ParseLimits limits) const {
  if (span.end < span.start) std::swap(span.start, span.end);
  const std::uint32_t size = size_of(text->bytes());
  const TextChange change{{std::min(span.start, size), std::min(span.end, size)}, size_of(replacement)};

  ParsedDocument next;
  next.text = std::make_shared<const SourceText>(text->edited(change.old_span, replacement));
  next.strings = strings.after_edit(*next.text, change);
  SyntaxTree moved = tree->share();
  const bool shown_as_it_is = move_tree(moved, *text, *next.text, change);
  const bool wanted = difference.base != nullptr && shown_as_it_is;
  const auto structure =
      parse_into(next, parser, std::move(moved), limits, wanted ? std::optional(change) : std::nullopt);
  if (structure) {
    next.difference = {difference.base, difference.change ? joined(*difference.change, *structure) : *structure};
  }
  return next;
}

ParsedDocument ParsedDocument::replaced(Parser& parser, std::string_view new_text, ParseLimits limits) const {
  const std::string_view old_text = text->bytes();
  if (new_text == old_text && complete) return *this;
  const auto shorter = std::min(old_text.size(), new_text.size());
  std::size_t head = static_cast<std::size_t>(
      std::mismatch(old_text.begin(), old_text.begin() + static_cast<std::ptrdiff_t>(shorter), new_text.begin()).first -
      old_text.begin());
  if (head < old_text.size()) head = utf8_round_down(old_text, static_cast<std::uint32_t>(head));
  const auto most = static_cast<std::ptrdiff_t>(shorter - head);
  std::size_t tail = static_cast<std::size_t>(
      std::mismatch(old_text.rbegin(), old_text.rbegin() + most, new_text.rbegin()).first - old_text.rbegin());
  while (tail > 0 && (static_cast<unsigned char>(old_text[old_text.size() - tail]) & 0xC0U) == 0x80U) --tail;
  const Span span{static_cast<std::uint32_t>(head), static_cast<std::uint32_t>(old_text.size() - tail)};
  return edited(parser, span, new_text.substr(head, new_text.size() - tail - head), limits);
}

ParsedDocument ParsedDocument::reparsed(Parser& parser, ParseLimits limits) const {
  ParsedDocument fresh = *this;
  parse_into(fresh, parser, {}, limits);
  if (!fresh.complete) return *this;
  return fresh;
}

}  // namespace graphfence
