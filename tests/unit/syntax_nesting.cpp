#include <doctest/doctest.h>

#include <string>

#include "analysis/syntax/document.h"
#include "analysis/syntax/nesting.h"

namespace graphfence::tests {
namespace {

std::string nested(int depth, std::string_view unit) {
  std::string indentation;
  std::string result;
  for (int i = 0; i < depth; ++i) {
    result += indentation + "if x:\n";
    indentation += unit;
  }
  return result + indentation + "pass\n";
}

}  // namespace

TEST_CASE("code that Python would run does not nest too deeply, however far it is indented") {
  CHECK_FALSE(may_nest_too_deeply(nested(99, "    ")));
  CHECK_FALSE(may_nest_too_deeply(nested(99, "\t")));
  CHECK_FALSE(may_nest_too_deeply("x = f(\n" + std::string(5'000, ' ') + "1)\n"));
  CHECK_FALSE(may_nest_too_deeply(""));
  std::string latex = "x = r'''\n   \\\n";
  for (int i = 0; i < 1'000; ++i) latex += "\\alpha\n  \\beta\n";
  CHECK_FALSE(may_nest_too_deeply(latex));
}

TEST_CASE("384 open blocks are too many, in blanks, in tabs and behind line joins") {
  CHECK_FALSE(may_nest_too_deeply(nested(383, " ")));
  CHECK(may_nest_too_deeply(nested(384, " ")));
  CHECK(may_nest_too_deeply(nested(384, "\t")));
  CHECK(may_nest_too_deeply(nested(384, " \\\n")));
  CHECK(may_nest_too_deeply(nested(384, " \\\r\n")));
}

TEST_CASE("blanks behind a NUL in a comment are an indentation, for the scanner takes them for one") {
  std::string text;
  for (std::size_t i = 0; i < 400; ++i) text += std::string("if x: #\0", 8) + std::string(i, ' ') + "\n";
  CHECK(may_nest_too_deeply(text));
}

TEST_CASE("as many blocks as are allowed leave room for as many strings as the scanner counts") {
  Parser parser;
  std::string source = nested(383, " ");
  source.erase(source.size() - 5);
  for (int i = 0; i < 300; ++i) source += "f'{";
  const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(source));
  CHECK(document.complete);
  const auto end = static_cast<std::uint32_t>(source.size());
  CHECK(document.edited(parser, {end, end}, "\"\"\"", {}).complete);
}

TEST_CASE("a text that nests too deeply has no tree until it is edited") {
  Parser parser;
  const std::string source = nested(2'000, " ");
  const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(source));
  CHECK_FALSE(document.complete);
  CHECK_FALSE(static_cast<bool>(*document.tree));
  CHECK(document.edited(parser, {10, static_cast<std::uint32_t>(source.size())}, " pass\n", {}).complete);
}

}  // namespace graphfence::tests
