// Inputs made to be slow, deep or broken. "Within seconds" is a property here: a hang is the failure, so limits are
// generous.
#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "analysis/syntax/document.h"
#include "analysis/syntax/walk.h"

namespace graphfence::tests {
namespace {

std::string repeat(std::string_view piece, int times) {
  std::string result;
  result.reserve(piece.size() * static_cast<std::size_t>(times));
  for (int i = 0; i < times; ++i) result += piece;
  return result;
}

std::string nested_functions(int depth) {
  std::string result;
  for (int i = 0; i < depth; ++i)
    result += std::string(static_cast<std::size_t>(i), ' ') + "def f" + std::to_string(i) + "():\n";
  return result + std::string(static_cast<std::size_t>(depth), ' ') + "pass\n";
}

/// Opens, walks, edits in the middle and walks again.
void survive(const std::string& source) {
  const auto start = std::chrono::steady_clock::now();
  Parser parser;
  const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(source));
  const auto middle = static_cast<std::uint32_t>(source.size() / 2);
  const ParsedDocument next = document.edited(parser, {middle, middle}, "\"\"\"");
  for (const ParsedDocument* d : {&document, &next}) {
    std::size_t end = 0;
    for_each_below(d->tree->root(), [&](TSNode node) { end = std::max<std::size_t>(end, span(node).end); });
    CHECK(end <= d->text->bytes().size());
  }
  CHECK(next.text->bytes().size() == source.size() + 3);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(60));
}

}  // namespace

TEST_CASE("5,000 and 100,000 nested parentheses are parsed") {
  for (const int depth : {5'000, 100'000}) {
    const std::string source = "x = " + repeat("(", depth) + "1" + repeat(")", depth) + "\n";
    survive(source);
    Parser parser;
    const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(source));
    CHECK(document.complete);
    CHECK_FALSE(ts_node_has_error(document.tree->root()));
  }
}

TEST_CASE("5,000 parentheses that nobody closes are survived") {
  survive("x = " + repeat("(", 5'000));
}

TEST_CASE("2,000 nested functions are survived") {
  survive(nested_functions(2'000));
}

TEST_CASE("a file of 10 MB is survived without a tree") {
  survive(repeat("x = 1\n", 1'700'000));
}

TEST_CASE("a line of 1 MB is survived") {
  survive("x = '" + repeat("a", 1'000'000) + "'\n");
}

TEST_CASE("chains of 100,000 operators and attributes are survived") {
  survive("y = " + repeat("x+", 100'000) + "x\n");
  survive("y = x" + repeat(".a", 100'000) + "\n");
}

TEST_CASE("strings that nobody closes are survived") {
  survive("x = 'abc");
  survive("x = \"\"\"abc\n" + repeat("def f(): return 1\n", 2'000));
  survive("x = 1\n'''\n" + repeat("It is prose, isn't it? (And this: too.\n", 1'000));
  survive("x = f\"{" + repeat("f'{", 500));
}

TEST_CASE("NUL bytes are survived") {
  survive(std::string("x = 1\0\ny = 2\n", 13));
  survive(std::string(20'000, '\0'));
}

TEST_CASE("bytes that are no text are survived") {
  std::string bytes;
  std::uint32_t state = 1;
  for (int i = 0; i < 60'000; ++i) {
    state = state * 1664525U + 1013904223U;
    bytes += static_cast<char>(state >> 24U);
  }
  survive(bytes);
  survive("x = '\xFF\xFE'\n\xE2\x82 = 3\n");
}

TEST_CASE("punctuation without sense ends at the wall limit") {
  Parser parser;
  const auto start = std::chrono::steady_clock::now();
  const ParsedDocument document = ParsedDocument::open(
      parser, std::make_shared<const SourceText>(repeat("$%^ )(*&", 125'000)), {std::chrono::milliseconds(50)});
  CHECK_FALSE(document.complete);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}

TEST_CASE("Python 2 code is parsed") {
  Parser parser;
  const ParsedDocument document = ParsedDocument::open(
      parser, std::make_shared<const SourceText>("print x\nexec 'a'\ntry:\n  pass\nexcept A, b:\n  print >>f, `x`\n"));
  CHECK(document.complete);
  CHECK(kind_of(document.tree->root()) == NodeKind::Module);
}

TEST_CASE("an empty text has a tree") {
  Parser parser;
  const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(""));
  CHECK(document.complete);
  CHECK(kind_of(document.tree->root()) == NodeKind::Module);
  survive("");
}

}  // namespace graphfence::tests
