#include "tests/support/markers.h"

#include <algorithm>
#include <set>

namespace graphfence::tests {

namespace {

constexpr std::string_view Blanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t start = text.find_first_not_of(Blanks);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(Blanks) - start + 1);
}

/// Takes a prefix off, and the blanks behind it.
bool take(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text = trimmed(text.substr(prefix.size()));
  return true;
}

/// The next word; it ends at a blank, a colon or a quote.
std::string_view take_word(std::string_view& text) {
  const std::size_t end = std::min(text.find_first_of(" \t:\""), text.size());
  const std::string_view word = text.substr(0, end);
  text = trimmed(text.substr(end));
  return word;
}

std::optional<Severity> level_of(std::string_view word) {
  if (word == "error") return Severity::Error;
  if (word == "warning") return Severity::Warning;
  if (word == "information") return Severity::Information;
  if (word == "hint") return Severity::Hint;
  return std::nullopt;
}

bool is_rule(std::string_view word) {
  return !word.empty() && word.front() != '-' &&
         std::all_of(word.begin(), word.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : text_(text) {
    fixture_.sections.push_back({.path = name, .text = {}, .markers = {}});
  }

  Fixture read() {
    for (std::size_t start = 0; start < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', start), text_.size() - 1) + 1;
      ++shown_;
      line(text_.substr(start, end - start));
      start = end;
    }
    finish();
    return std::move(fixture_);
  }

 private:
  Section& section() { return fixture_.sections.back(); }
  void problem(const std::string& what) { fixture_.problems.push_back(std::to_string(shown_) + ": " + what); }

  void line(std::string_view raw) {
    const std::string_view content = trimmed(raw);
    if (std::string_view rest = content; take(rest, "# --- ")) {
      begin_section(rest);
      return;
    }
    if (std::string_view rest = content; take(rest, "# options:")) options(rest);
    if (std::string_view rest = content; take(rest, "# known-stale:")) {
      fixture_.known_stale = true;
      if (rest.empty()) problem("a reason is missing");
    }
    if (!carets(raw, content)) {
      code_line_ = lines_in_section_;
      trailing(raw);
    }
    section().text += raw;
    ++lines_in_section_;
  }

  void begin_section(std::string_view rest) {
    const bool begins = take(rest, "edit:");
    const bool edit = begins || take(rest, "also:");
    if (!edit && !take(rest, "file:")) return problem("`# ---` must be followed by `file:`, `edit:` or `also:`");
    if (rest.empty()) return problem("a path is missing");
    const std::string path(rest);
    const auto same = [&](const Section& other) { return other.path == path; };
    const bool known = std::any_of(fixture_.sections.begin(), fixture_.sections.end(), same);
    if (edit && !known) problem("`" + path + "` is edited and was never there");
    if (!edit && known) problem("`" + path + "` is there already; `# --- edit:` changes it");
    if (edit && !begins && fixture_.steps == 1) problem("`also` without an edit before it");
    if (begins) ++fixture_.steps;
    fixture_.sections.push_back(
        {.path = path, .text = {}, .step = fixture_.steps - 1, .first_line = shown_ + 1, .markers = {}});
    lines_in_section_ = 0;
    code_line_.reset();
  }

  void options(std::string_view rest) {
    while (!rest.empty()) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      const std::string_view pair = trimmed(rest.substr(0, comma));
      rest = comma == rest.size() ? std::string_view() : trimmed(rest.substr(comma + 1));
      const std::size_t equals = std::min(pair.find('='), pair.size());
      const std::string_view key = pair.substr(0, equals);
      std::string_view value = equals == pair.size() ? std::string_view() : pair.substr(equals + 1);
      if (key == "tf-version" && !value.empty()) {
        while (!value.empty()) {
          const std::size_t plus = std::min(value.find('+'), value.size());
          fixture_.versions.emplace_back(value.substr(0, plus));
          value = plus == value.size() ? std::string_view() : value.substr(plus + 1);
        }
      } else if (key == "legacy-keras" && value == "1") {
        fixture_.legacy_keras = true;
      } else {
        problem("unknown option `" + std::string(pair) + "`");
      }
    }
  }

  /// A line of carets: `#   ^^^ what`, `#<^^ what`.
  bool carets(std::string_view raw, std::string_view content) {
    if (!content.starts_with('#')) return false;
    const std::size_t first = raw.find('^');
    const std::size_t hash = raw.find('#');
    const bool at_margin = hash == 0 && raw.substr(1).starts_with('<');
    if (!at_margin && (first == std::string_view::npos || !trimmed(raw.substr(hash + 1, first - hash - 1)).empty()))
      return false;
    if (at_margin && first != 2) {
      problem("`#<` must be followed by `^`");
      return true;
    }
    const std::size_t end = std::min(raw.find_first_not_of('^', first), raw.size());
    Marker marker{
        .columns = Columns{at_margin ? 0 : static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end)},
        .rule = {},
        .severity = {},
        .version = {},
        .text = {},
        .reason = {}};
    if (!code_line_) {
      problem("there is no line of code above the carets");
      return true;
    }
    marker.line = *code_line_;
    std::string_view rest = trimmed(raw.substr(end));
    if (take(rest, "note")) {
      marker.kind = Marker::Kind::Note;
    } else if (take(rest, "hover")) {
      marker.kind = Marker::Kind::Hover;
    } else if (!rule_and_level(rest, marker)) {
      return true;
    }
    if (!version(rest, marker)) return true;
    if (take(rest, ":")) {
      marker.text = rest;
    } else if (!rest.empty()) {
      problem("`:` and a part of the message must follow, not `" + std::string(rest) + "`");
      return true;
    }
    add(std::move(marker));
    return true;
  }

  /// `code  # expect: …  # known-miss: …`
  void trailing(std::string_view raw) {
    std::size_t at = raw.find("# ");
    while (at != std::string_view::npos) {
      const std::size_t next = raw.find("# ", at + 2);
      std::string_view rest = trimmed(raw.substr(at + 2, next == std::string_view::npos ? next : next - at - 2));
      Marker marker{
          .line = *code_line_, .columns = {}, .rule = {}, .severity = {}, .version = {}, .text = {}, .reason = {}};
      if (take(rest, "expect:")) {
        expectation(rest, std::move(marker));
      } else if (take(rest, "known-miss:")) {
        marker.kind = Marker::Kind::KnownMiss;
        known(rest, std::move(marker));
      } else if (take(rest, "known-false:")) {
        marker.kind = Marker::Kind::KnownFalse;
        known(rest, std::move(marker));
      } else if (rest.starts_with("expect") || rest.starts_with("known-")) {
        unknown(rest);
      }
      at = next;
    }
  }

  /// The heads of programs that run on real TensorFlow have words of their own.
  void unknown(std::string_view rest) {
    static const std::set<std::string_view> other = {"expect-error", "expect-phase", "expect-other", "known-stale"};
    const std::string_view word = rest.substr(0, rest.find_first_of(" :"));
    if (word != "expect" && !other.contains(word)) problem("unknown marker `" + std::string(word) + "`");
  }

  void expectation(std::string_view rest, Marker marker) {
    if (!rule_and_level(rest, marker) || !version(rest, marker) || !quoted(rest, marker)) return;
    if (!rest.empty()) return problem("unexpected `" + std::string(rest) + "`");
    add(std::move(marker));
  }

  void known(std::string_view rest, Marker marker) {
    if (!rule_and_level(rest, marker) || !version(rest, marker) || !quoted(rest, marker)) return;
    if (!take(rest, ":") || rest.empty()) return problem("`: reason` is missing");
    marker.reason = rest;
    add(std::move(marker));
  }

  bool rule_and_level(std::string_view& rest, Marker& marker) {
    const std::string_view rule = take_word(rest);
    if (!is_rule(rule)) {
      problem("`" + std::string(rule) + "` is no rule");
      return false;
    }
    marker.rule = rule;
    std::string_view after = rest;
    if (const auto level = level_of(take_word(after))) {
      marker.severity = level;
      rest = after;
    }
    return true;
  }

  bool quoted(std::string_view& rest, Marker& marker) {
    if (!take(rest, "\"")) return true;
    const std::size_t end = rest.find('"');
    if (end == std::string_view::npos) {
      problem("the text has no closing quote");
      return false;
    }
    marker.text = rest.substr(0, end);
    rest = trimmed(rest.substr(end + 1));
    return true;
  }

  bool version(std::string_view& rest, Marker& marker) {
    if (!take(rest, "on ")) return true;
    marker.version = take_word(rest);
    if (!marker.version.empty()) return true;
    problem("a version must follow `on`");
    return false;
  }

  void add(Marker marker) {
    marker.shown = shown_;
    section().markers.push_back(std::move(marker));
  }

  void finish() {
    if (fixture_.versions.empty()) fixture_.versions = {"2.15", "2.21"};
    for (const Section& each : fixture_.sections) {
      for (const Marker& marker : each.markers) {
        const auto& versions = fixture_.versions;
        shown_ = marker.shown;
        if (!marker.version.empty() && std::find(versions.begin(), versions.end(), marker.version) == versions.end())
          problem("the fixture is not run on " + marker.version);
      }
    }
    // Nothing but options and comments above the first section is no file.
    const Section& first = fixture_.sections.front();
    const bool empty = first.text.find_first_not_of(" \t\r\n") == std::string::npos || only_comments(first.text);
    if (fixture_.sections.size() > 1 && empty) fixture_.sections.erase(fixture_.sections.begin());
  }

  static bool only_comments(std::string_view text) {
    for (std::size_t start = 0; start < text.size();) {
      const std::size_t end = std::min(text.find('\n', start), text.size());
      const std::string_view content = trimmed(text.substr(start, end - start));
      if (!content.empty() && content.front() != '#') return false;
      start = end + 1;
    }
    return true;
  }

  std::string_view text_;
  Fixture fixture_;
  std::uint32_t shown_ = 0;
  std::uint32_t lines_in_section_ = 0;
  std::optional<std::uint32_t> code_line_;
};

}  // namespace

Fixture parse_fixture(std::string_view text, const std::string& name) {
  return Reader(text, name).read();
}

}  // namespace graphfence::tests
