// Documents after random edits against documents made of the same text.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "analysis/syntax/document.h"
#include "tests/laws/syntax_edits.h"
#include "tests/laws/syntax_programs.h"
#include "tests/laws/text_random.h"

namespace graphfence::tests {
namespace {

void compare_strings(const std::vector<LongString>& got, const std::vector<LongString>& expected) {
  REQUIRE(got.size() == expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    CHECK(got[i].span == expected[i].span);
    CHECK(got[i].quote == expected[i].quote);
    CHECK(got[i].triple == expected[i].triple);
  }
}

/// The text with the virtual quotes, and the layout of that text in positions of the real one.
StringLayout read_with_quotes(const ParsedDocument& document) {
  std::string shown(document.text->bytes());
  for (auto close = document.strings.closes.rbegin(); close != document.strings.closes.rend(); ++close) {
    shown.insert(close->at, close->inserted);
  }
  StringLayout layout = StringLayout::of(shown);
  const auto back = [&](std::uint32_t at) {
    if (at == LongString::open_end) return at;
    std::uint32_t removed = 0;
    for (const VirtualClose& close : document.strings.closes) {
      const std::uint32_t start = close.at + removed;
      if (at <= start) break;
      const auto size = static_cast<std::uint32_t>(close.inserted.size());
      if (at <= start + size) return close.at;
      removed += size;
    }
    return at - removed;
  };
  for (LongString& s : layout.strings) s.span = {back(s.span.start), back(s.span.end)};
  return layout;
}

/// True when the state was clean, so that the trees were compared too.
bool check(Parser& parser, const ParsedDocument& document) {
  REQUIRE(document.complete);
  const std::string_view text = document.text->bytes();
  compare_strings(document.strings.strings, read_with_quotes(document).strings);
  if (!document.strings.closes.empty()) CHECK_FALSE(document.strings.ends_in_string());
  CHECK(span(document.tree->root()).end <= text.size());

  const ParsedDocument fresh = document.reparsed(parser);
  if (ts_node_has_error(document.tree->root()) || ts_node_has_error(fresh.tree->root())) return false;
  CHECK(dump(*document.tree) == dump(*fresh.tree));
  return true;
}

}  // namespace

TEST_CASE("law: after random edits a clean tree is the tree of its text, and strings are where a lexer finds them") {
  const std::uint64_t seed = law_seed(20240610);
  CAPTURE(seed);
  Random random(seed);
  Parser parser;
  const ParseLimits unlimited{};
  int clean = 0;
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    std::vector<ParsedDocument> states{
        ParsedDocument::open(parser, std::make_shared<const SourceText>(program(2)), unlimited)};
    std::vector<Edit> undo;
    for (std::uint32_t left = 1 + random.below(4); left > 0; --left) {
      const ParsedDocument& now = states.back();
      const Edit edit = random_edit(random, now);
      CAPTURE(edit.span.start);
      CAPTURE(edit.span.end);
      CAPTURE(edit.replacement);
      undo.push_back({{edit.span.start, edit.span.start + static_cast<std::uint32_t>(edit.replacement.size())},
                      std::string(now.text->slice(edit.span))});
      states.push_back(now.edited(parser, edit.span, edit.replacement, unlimited));
      clean += check(parser, states.back()) ? 1 : 0;
    }
    ParsedDocument now = states.back();
    for (; !undo.empty(); undo.pop_back()) {
      now = now.edited(parser, undo.back().span, undo.back().replacement, unlimited);
      clean += check(parser, now) ? 1 : 0;
    }
    CHECK(now.text->bytes() == states.front().text->bytes());
    CHECK(now.strings.closes.empty());
    CHECK(dump(*now.tree) == dump(*states.front().tree));
  }
  CHECK(clean > 200);
}

TEST_CASE("law: replacing the whole text gives the document of the new text") {
  const std::uint64_t seed = law_seed(20240611);
  CAPTURE(seed);
  Random random(seed);
  Parser parser;
  const std::string before = program(2);
  const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(before));
  for (int round = 0; round < 100; ++round) {
    CAPTURE(round);
    std::string after = before;
    for (int i = 0; i < 2; ++i) {
      const Span span = random_span(random, after.size(), 30);
      after.replace(span.start, span.size(), random.pick(fragments()));
    }
    const ParsedDocument next = document.replaced(parser, after, {});
    CHECK(next.text->bytes() == after);
    CHECK(next.text->hash() == SourceText(after).hash());
    check(parser, next);
  }
}

TEST_CASE("law: broken UTF-8 and NUL bytes anywhere leave a document that can be edited back") {
  const std::uint64_t seed = law_seed(20240612);
  CAPTURE(seed);
  Random random(seed);
  Parser parser;
  const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(program(1)));
  const std::string expected = dump(*document.tree);
  for (int round = 0; round < 200; ++round) {
    CAPTURE(round);
    std::string noise;
    for (std::uint32_t left = random.below(6); left > 0; --left) noise += static_cast<char>(random.below(256));
    const std::uint32_t at = random.below(static_cast<std::uint32_t>(document.text->bytes().size()));
    const ParsedDocument noisy = document.edited(parser, {at, at}, noise, {});
    check(parser, noisy);
    const ParsedDocument back = noisy.edited(parser, {at, at + static_cast<std::uint32_t>(noise.size())}, "", {});
    CHECK(dump(*back.tree) == expected);
  }
}

}  // namespace graphfence::tests
