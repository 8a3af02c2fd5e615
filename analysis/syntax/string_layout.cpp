#include "analysis/syntax/string_layout.h"

#include <algorithm>
#include <utility>

namespace graphfence {
namespace {

/// What the lexer is inside of between two characters.
struct LexState {
  char quote = 0;  // 0: code, '#': a comment, else the quote of a string
  bool triple = false;
  friend bool operator==(const LexState&, const LexState&) = default;
};

constexpr LexState in_code{};

bool ends_line(char c) {
  return c == '\n' || c == '\r';
}

bool is_tripled(std::string_view text, std::uint32_t at) {
  return text.size() - at >= 3 && text[at + 1] == text[at] && text[at + 2] == text[at];
}

/// Tells strings, comments and code apart; f-strings are strings like others.
class Lexer {
 public:
  Lexer(std::string_view text, std::uint32_t at, std::vector<LongString> so_far)
      : text_(text), at_(at), strings_(std::move(so_far)) {}

  /// Reads up to `to`, with the virtual quotes that `closes` has on the way; `next` is the first not yet used.
  void run(std::uint32_t to, const std::vector<VirtualClose>& closes, std::size_t& next) {
    for (; next < closes.size() && closes[next].at <= to; ++next) {
      run(closes[next].at);
      insert(closes[next].inserted);
    }
    run(to);
  }
  void run(std::uint32_t to) { at_ = std::min(scan(text_, at_, to, false), to); }
  /// Reads text that takes no room.
  void insert(std::string_view inserted) { scan(inserted, 0, static_cast<std::uint32_t>(inserted.size()), true); }

  [[nodiscard]] LexState state() const { return state_; }
  /// The strings read so far; one that is still open ends with `end`.
  std::vector<LongString> finish(std::uint32_t end = LongString::open_end, bool virtually = false) {
    if (state_ != in_code && state_.quote != '#') close(end, virtually);
    return std::move(strings_);
  }

 private:
  std::uint32_t scan(std::string_view text, std::uint32_t at, std::uint32_t to, bool is_virtual) {
    while (at < to) {
      if (state_.quote == 0) {
        while (at < to && text[at] != '"' && text[at] != '\'' && text[at] != '#') ++at;
        if (at == to) break;
        if (text[at] == '#') {
          state_.quote = '#';
          continue;
        }
        state_ = {text[at], is_tripled(text, at)};
        start_ = is_virtual ? at_ : at;
        joined_ = false;
        at += state_.triple ? 3 : 1;
      } else if (state_.quote == '#') {
        while (at < to && !ends_line(text[at])) ++at;
        if (at < to) state_ = in_code;
      } else if (state_.triple) {
        while (at < to && text[at] != state_.quote && text[at] != '\\') ++at;
        if (at < to) at = scan_mark(text, at, is_virtual);
      } else {
        while (at < to && text[at] != state_.quote && text[at] != '\\' && !ends_line(text[at])) ++at;
        if (at < to) at = scan_mark(text, at, is_virtual);
      }
    }
    return at;
  }

  /// Inside a string, at a character that means something there; returns the place behind it.
  std::uint32_t scan_mark(std::string_view text, std::uint32_t at, bool is_virtual) {
    const char c = text[at];
    if (c == '\\') {
      const bool crlf = text.substr(at + 1, 2) == "\r\n";
      joined_ = joined_ || (at + 1 < text.size() && ends_line(text[at + 1]));
      return at + (crlf ? 3 : 2);
    }
    if (c == state_.quote && state_.triple && !is_tripled(text, at)) return at + 1;
    at += state_.triple ? 3 : 1;  // its end: quotes, or the end of the line when nobody closed it
    close(is_virtual ? at_ : at, is_virtual);
    return at;
  }

  void close(std::uint32_t end, bool is_virtual) {
    if (state_.triple || joined_) strings_.push_back({{start_, end}, state_.quote, state_.triple, is_virtual});
    state_ = in_code;
  }

  std::string_view text_;
  std::uint32_t at_;
  LexState state_;
  std::uint32_t start_ = 0;  // of the string the state is in
  bool joined_ = false;
  std::vector<LongString> strings_;
};

/// The string that the start of a line is inside of, or null. Virtual quotes at that very place come after it.
const LongString* string_around(const std::vector<LongString>& strings, std::uint32_t line_start) {
  const auto behind = std::lower_bound(strings.begin(), strings.end(), line_start,
                                       [](const LongString& s, std::uint32_t at) { return s.span.start < at; });
  if (behind == strings.begin()) return nullptr;
  const LongString& s = *std::prev(behind);
  const bool inside = line_start < s.span.end || (s.closed_virtually && line_start == s.span.end);
  return inside ? &s : nullptr;
}

LexState state_in(const LongString* around) {
  return around == nullptr ? in_code : LexState{around->quote, around->triple};
}

/// Quotes that lead from one state to the other. The space keeps them apart from a quote or backslash before them.
std::string quotes_between(LexState from, LexState to) {
  std::string quotes;
  if (from.triple) quotes.append(" ").append(3, from.quote);
  if (to.triple) quotes.append(" ").append(3, to.quote);
  return quotes;
}

/// One use of `after_edit`. "Old" and "new" are before and after the change.
class Update {
 public:
  Update(const StringLayout& old, const SourceText& after, const TextChange& change)
      : old_(old),
        text_(after.bytes()),
        lines_(after.lines()),
        shift_(std::int64_t{change.new_size} - change.old_span.size()),
        new_end_(change.old_span.start + change.new_size) {
    const std::uint32_t line_start = lines_.line_start(lines_.line_of(change.old_span.start));
    keep_closes(line_start);
    restart_ = line_start;
    while (const LongString* around = string_around(old.strings, restart_)) {
      restart_ = lines_.line_start(lines_.line_of(around->span.start));
    }
  }

  StringLayout run() {
    std::size_t next = 0;
    Lexer lexer = start(next);
    for (std::uint32_t line = lines_.line_of(new_end_) + 1; line < lines_.line_count(); ++line) {
      const std::uint32_t at = lines_.line_start(line);
      lexer.run(at, closes_, next);
      if (lexer.state() == old_state(at)) return joined(lexer, at);
    }
    lexer.run(size(), closes_, next);
    if (!lexer.state().triple || old_.ends_in_string()) return {lexer.finish(), closes_};
    return closed(lexer);
  }

 private:
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(text_.size()); }
  [[nodiscard]] std::uint32_t to_old(std::uint32_t at) const { return static_cast<std::uint32_t>(at - shift_); }
  [[nodiscard]] std::uint32_t to_new(std::uint32_t at) const { return static_cast<std::uint32_t>(at + shift_); }
  [[nodiscard]] LexState old_state(std::uint32_t new_line_start) const {
    return state_in(string_around(old_.strings, to_old(new_line_start)));
  }

  /// All but those at the end of a line that the edit touched.
  void keep_closes(std::uint32_t first_line_start) {
    const std::uint32_t line = lines_.line_of(new_end_);
    const bool last = line + 1 == lines_.line_count();
    for (const VirtualClose& close : old_.closes) {
      if (close.at < first_line_start) {
        closes_.push_back(close);
      } else if (!last && close.at >= to_old(lines_.line_start(line + 1))) {
        closes_.push_back({to_new(close.at), close.inserted});
      }
    }
  }

  Lexer start(std::size_t& next) const {
    std::vector<LongString> before;
    for (const LongString& s : old_.strings) {
      if (s.span.start >= restart_) break;
      before.push_back(s);
    }
    next = 0;
    while (next < closes_.size() && closes_[next].at < restart_) ++next;
    return {text_, restart_, std::move(before)};
  }

  /// From the line that starts at `at` on, everything is as it was.
  StringLayout joined(Lexer& lexer, std::uint32_t at) const {
    const auto moved = [&](std::uint32_t end) { return end == LongString::open_end ? end : to_new(end); };
    const LongString* around = string_around(old_.strings, to_old(at));
    std::vector<LongString> strings =
        around == nullptr ? lexer.finish() : lexer.finish(moved(around->span.end), around->closed_virtually);
    for (const LongString& s : old_.strings) {
      if (s.span.start < to_old(at)) continue;
      strings.push_back({{to_new(s.span.start), moved(s.span.end)}, s.quote, s.triple, s.closed_virtually});
    }
    return {std::move(strings), closes_};
  }

  /// With quotes at the end of the edited line that leave the rest as it was; without, when that cannot be.
  StringLayout closed(Lexer& as_written) const {
    const std::uint32_t line = lines_.line_of(new_end_);
    const bool last = line + 1 == lines_.line_count();
    const std::uint32_t line_end = lines_.line_span(text_, line).end;
    const std::uint32_t rest = last ? size() : lines_.line_start(line + 1);
    const LexState wanted = last ? in_code : old_state(rest);

    std::size_t next = 0;
    Lexer lexer = start(next);
    lexer.run(line_end, closes_, next);
    VirtualClose close{line_end, quotes_between(lexer.state(), wanted)};
    lexer.insert(close.inserted);
    lexer.run(rest);
    if (close.inserted.empty() || lexer.state() != wanted) return {as_written.finish(), closes_};
    StringLayout result = last ? StringLayout{lexer.finish(), closes_} : joined(lexer, rest);
    const auto place = std::find_if(result.closes.begin(), result.closes.end(),
                                    [&](const VirtualClose& other) { return other.at > close.at; });
    result.closes.insert(place, std::move(close));
    return result;
  }

  const StringLayout& old_;
  std::string_view text_;
  const LineIndex& lines_;
  std::int64_t shift_;
  std::uint32_t new_end_;
  std::uint32_t restart_ = 0;  // start of a line in code, not behind the edit
  std::vector<VirtualClose> closes_;
};

}  // namespace

StringLayout StringLayout::of(std::string_view text) {
  Lexer lexer(text, 0, {});
  lexer.run(static_cast<std::uint32_t>(text.size()));
  return {lexer.finish(), {}};
}

StringLayout StringLayout::after_edit(const SourceText& after, const TextChange& change) const {
  if (!closes.empty()) {
    StringLayout as_written = of(after.bytes());
    if (!as_written.ends_in_string()) return as_written;
  }
  return Update(*this, after, change).run();
}

}  // namespace graphfence
