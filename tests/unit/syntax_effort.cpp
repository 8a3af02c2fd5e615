// What a keystroke makes the parser read, in tokens: times would depend on the machine.
#include <doctest/doctest.h>

#include <cstring>
#include <string>

#include "analysis/syntax/document.h"
#include "analysis/syntax/walk.h"
#include "tests/laws/syntax_programs.h"

namespace graphfence::tests {
namespace {

/// Counts the tokens that are read rather than taken over from the tree before.
class CountingParser {
 public:
  CountingParser() {
    const TSLogger logger{this, [](void* self, TSLogType type, const char* message) {
                            if (type == TSLogTypeParse && std::strncmp(message, "lexed_lookahead", 15) == 0)
                              ++static_cast<CountingParser*>(self)->tokens_;
                          }};
    ts_parser_set_logger(parser_.get(), logger);
  }
  CountingParser(const CountingParser&) = delete;
  CountingParser& operator=(const CountingParser&) = delete;

  Parser& parser() { return parser_; }
  int take() { return std::exchange(tokens_, 0); }

 private:
  Parser parser_;
  int tokens_ = 0;
};

std::string methods(int count) {
  std::string text = "import os\n\n\nclass Many:\n";
  for (int i = 0; i < count; ++i) {
    text +=
        "    def method_" + std::to_string(i) +
        "(self, a, b=1):\n        c = self.find(a, [b])\n        if c:\n            return c + 1\n        return a\n\n";
  }
  return text;
}

}  // namespace

TEST_CASE("a statement typed into a long class leaves the code around it unread") {
  CountingParser counting;
  const std::string text = methods(300);
  ParsedDocument document = ParsedDocument::open(counting.parser(), std::make_shared<const SourceText>(text));
  const int all = counting.take();
  REQUIRE(all > 10'000);
  for (const char* before : {"        return a\n\n    def method_100(",
                             "        if c:\n            return c + 1\n        return a\n\n    def method_200("}) {
    auto at = static_cast<std::uint32_t>(document.text->bytes().find(before));
    document = document.edited(counting.parser(), {at, at}, "        \n", {});
    CHECK(counting.take() < all / 10);
    at += 8;
    for (const char c : std::string("name = max(1, len('abc'))")) {
      document = document.edited(counting.parser(), {at, at}, std::string_view(&c, 1), {.stop_at_error = true});
      ++at;
      CAPTURE(c);
      CHECK(counting.take() < all / 10);
    }
    REQUIRE(document.complete);
    CHECK(dump(*document.tree) == dump(*document.reparsed(counting.parser()).tree));
    counting.take();
  }
}

TEST_CASE("a parse that stops at errors gives up on every broken text and on no right one") {
  Parser parser;
  const std::string right = "def f(a):\n    return a\n";
  const auto edited = [&](std::uint32_t at, std::string_view typed) {
    const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(right));
    return document.edited(parser, {at, at}, typed, {.stop_at_error = true});
  };
  for (const char* typed :
       {"    x = (\n", "    x = 'abc\n", "    x = [1, 2\n", "    for in a:\n", "    if a\n", "    )\n"}) {
    CAPTURE(typed);
    const ParsedDocument document = edited(10, typed);
    CHECK((!document.complete || ts_node_has_error(document.tree->root())));
    CHECK(span(document.tree->root()).end == document.text->bytes().size());
  }
  for (const char* typed : {"    x = (1)\n", "    x = 'abc'\n", "    print(a)\n", "    if a:\n        pass\n",
                            "    async = 1\n", "    match = a\n"}) {
    CAPTURE(typed);
    const ParsedDocument document = edited(10, typed);
    REQUIRE(document.complete);
    CHECK_FALSE(ts_node_has_error(document.tree->root()));
  }
}

}  // namespace graphfence::tests
