#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "analysis/syntax/document.h"
#include "analysis/syntax/walk.h"
#include "tests/laws/syntax_programs.h"

namespace graphfence::tests {
namespace {

/// A document under edits. `|` in a text is where the cursor is.
class Editor {
 public:
  explicit Editor(std::string marked) {
    const std::size_t cursor = marked.find('|');
    if (cursor != std::string::npos) marked.erase(cursor, 1);
    cursor_ = cursor == std::string::npos ? 0 : static_cast<std::uint32_t>(cursor);
    document_ = ParsedDocument::open(parser_, std::make_shared<const SourceText>(marked));
  }
  void type(std::string_view text) {
    for (const char c : text) insert(std::string_view(&c, 1));
  }
  void insert(std::string_view text) {
    document_ = document_.edited(parser_, {cursor_, cursor_}, text, {});
    cursor_ += static_cast<std::uint32_t>(text.size());
  }
  void erase_before(std::uint32_t bytes) {
    document_ = document_.edited(parser_, {cursor_ - bytes, cursor_}, "", {});
    cursor_ -= bytes;
  }
  void go_to(std::string_view place) { cursor_ = static_cast<std::uint32_t>(document_.text->bytes().find(place)); }

  [[nodiscard]] const ParsedDocument& document() const { return document_; }
  [[nodiscard]] bool has_error() const { return ts_node_has_error(document_.tree->root()); }
  [[nodiscard]] std::vector<std::string> functions() const {
    std::vector<std::string> names;
    for_each_below(document_.tree->root(), [&](TSNode node) {
      if (kind_of(node) != NodeKind::FunctionDefinition) return;
      names.emplace_back(text(child_by_field(node, Field::Name), document_.text->bytes()));
    });
    return names;
  }
  [[nodiscard]] std::vector<std::string> strings() const {
    std::vector<std::string> texts;
    for_each_below(document_.tree->root(), [&](TSNode node) {
      if (kind_of(node) == NodeKind::String) texts.emplace_back(text(node, document_.text->bytes()));
    });
    return texts;
  }

 private:
  Parser parser_;
  ParsedDocument document_;
  std::uint32_t cursor_ = 0;
};

using Names = std::vector<std::string>;

const char* const two_functions =
    "def f():\n"
    "    |\n"
    "    return 1\n"
    "\n"
    "def g():\n"
    "    \"\"\"Doc.\n"
    "    More.\"\"\"\n"
    "    return 2\n";

}  // namespace

TEST_CASE("a docstring being typed ends with its line until it is closed") {
  Editor editor(two_functions);
  editor.type("\"\"\"");
  CHECK(editor.document().strings.closes.size() == 1);
  CHECK(editor.functions() == Names{"f", "g"});
  CHECK(editor.strings() == Names{"\"\"\"", "\"\"\"Doc.\n    More.\"\"\""});
  CHECK_FALSE(editor.has_error());

  editor.type("It's \\");
  CHECK(editor.functions() == Names{"f", "g"});
  CHECK_FALSE(editor.has_error());
  editor.erase_before(1);
  editor.type("a \"sum\"");
  CHECK(editor.functions() == Names{"f", "g"});
  CHECK_FALSE(editor.has_error());

  editor.type("\n    of\n\n");
  CHECK(editor.strings().front() == "\"\"\"It's a \"sum\"\n    of\n\n");
  CHECK(editor.functions() == Names{"f", "g"});

  editor.type("    x\"\"\"");
  CHECK(editor.document().strings.closes.empty());
  CHECK(editor.strings().front() == "\"\"\"It's a \"sum\"\n    of\n\n    x\"\"\"");
  CHECK(editor.functions() == Names{"f", "g"});
  CHECK_FALSE(editor.has_error());
}

TEST_CASE("the virtual end of a string stays while other lines are edited") {
  Editor editor(two_functions);
  editor.insert("\"\"\"Sum");
  editor.go_to("1\n");
  editor.type("10 + ");
  CHECK(editor.functions() == Names{"f", "g"});
  CHECK(editor.strings().front() == "\"\"\"Sum");
  editor.go_to("def f");
  editor.type("import a\n");
  CHECK(editor.functions() == Names{"f", "g"});
  CHECK(editor.strings().front() == "\"\"\"Sum");
  CHECK_FALSE(editor.has_error());
}

TEST_CASE("deleting the opening quotes again leaves no virtual end behind") {
  Editor editor(two_functions);
  editor.type("\"\"\"");
  editor.erase_before(3);
  CHECK(editor.document().strings.closes.empty());
  CHECK(editor.functions() == Names{"f", "g"});
  CHECK_FALSE(editor.has_error());
}

TEST_CASE("a deleted closing quote is replaced at the end of its line") {
  Editor editor("def f():\n    \"\"\"Doc.\n    More.\"\"\"|\n    return 1\n\ndef g():\n    return 2\n");
  editor.erase_before(1);
  CHECK(editor.functions() == Names{"f", "g"});
  editor.erase_before(2);
  CHECK(editor.functions() == Names{"f", "g"});
  CHECK(editor.strings() == Names{"\"\"\"Doc.\n    More."});
}

TEST_CASE("a deleted opening quote leaves the functions below alone") {
  Editor editor(
      "def e():\n    \"\"\"|Doc.\n    More.\n    \"\"\"\n    return 1\n\ndef f():\n    \"\"\"Doc.\"\"\"\n\ndef g():\n  "
      "  return 2\n");
  editor.erase_before(3);
  const Names functions = editor.functions();
  CHECK(std::count(functions.begin(), functions.end(), "f") == 1);
  CHECK(std::count(functions.begin(), functions.end(), "g") == 1);
}

TEST_CASE("two strings being typed in two places both end with their lines") {
  Editor editor("def f():\n    |\n    return 1\n\ndef g():\n    return 2\n\ndef h():\n    return 3\n");
  editor.type("\"\"\"First");
  editor.go_to("return 2");
  editor.type("\'\'\'Second");
  CHECK(editor.functions() == Names{"f", "g", "h"});
  CHECK(editor.strings() == Names{"\"\"\"First", "\'\'\'Secondreturn 2"});
}

TEST_CASE("a string on the last line of a text ends with the text") {
  Editor editor("def f():\n    return 1\n\nx = |");
  editor.type("\"\"\"abc");
  CHECK(editor.functions() == Names{"f"});
  CHECK_FALSE(editor.has_error());
  CHECK(editor.strings() == Names{"\"\"\"abc"});
}

TEST_CASE("a text that was opened inside a string is parsed as it is") {
  Editor editor("x = 1\ny = \"\"\"abc\n|z = 3\n");
  CHECK(editor.document().strings.ends_in_string());
  editor.type("w = 2\n");
  CHECK(editor.document().strings.closes.empty());
  CHECK(editor.has_error());
  editor.insert("\"\"\"\n");
  CHECK_FALSE(editor.document().strings.ends_in_string());
}

TEST_CASE("windows line ends keep a virtual end before the terminator") {
  Editor editor("def f():\r\n    |\r\n    return 1\r\n\r\ndef g():\r\n    return 2\r\n");
  editor.type("\"\"\"Doc");
  CHECK(editor.strings() == Names{"\"\"\"Doc"});
  CHECK(editor.functions() == Names{"f", "g"});
  CHECK_FALSE(editor.has_error());
}

TEST_CASE("quotes in comments and in strings of the other kind open nothing") {
  Editor editor("x = 1  |\ndef f():\n    return 'a'\n");
  editor.type("# \"\"\" and '''");
  CHECK(editor.document().strings.closes.empty());
  CHECK_FALSE(editor.document().strings.ends_in_string());
  CHECK_FALSE(editor.has_error());
}

TEST_CASE("lone carriage returns end lines for the parser") {
  Editor editor("x = 1\rdef f():\r  return 2\r|y = 3\r");
  CHECK_FALSE(editor.has_error());
  CHECK(editor.functions() == Names{"f"});
  editor.type("def g():\r  return f\r");
  CHECK(editor.functions() == Names{"f", "g"});
  CHECK_FALSE(editor.has_error());
  editor.go_to("\rdef g");
  Editor joined("x = 1\r|y = 2\r");
  joined.type("\n");
  CHECK_FALSE(joined.has_error());
  joined.erase_before(1);
  CHECK_FALSE(joined.has_error());
  CHECK(joined.document().text->bytes() == "x = 1\ry = 2\r");
}

TEST_CASE("an edit outside the document is clamped") {
  Parser parser;
  const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>("x = 1\n"));
  const ParsedDocument next = document.edited(parser, {90, 70}, "y = 2\n");
  CHECK(next.text->bytes() == "x = 1\ny = 2\n");
  CHECK(next.complete);
  CHECK(dump(*next.tree) == dump(*ParsedDocument::open(parser, next.text).tree));
}

TEST_CASE("replacing a text by itself changes nothing and parses nothing") {
  Parser parser;
  const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(program(1)));
  const ParsedDocument same = document.replaced(parser, document.text->bytes());
  CHECK(same.tree == document.tree);
  CHECK(same.text == document.text);
}

TEST_CASE("replacing a text edits only what differs") {
  Parser parser;
  const std::string before = program(40);
  std::string after = before;
  after.insert(after.find("self.units = "), "\xC3\xA8 = 1\n        ");
  const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(before));
  const ParsedDocument next = document.replaced(parser, after, {});
  CHECK(next.text->bytes() == after);
  CHECK(dump(*next.tree) == dump(*next.reparsed(parser).tree));
  SyntaxTree moved = document.tree->share();
  const auto at = static_cast<std::uint32_t>(before.find("self.units = "));
  moved.apply_edit({{at, at}, static_cast<std::uint32_t>(after.size() - before.size())}, LineIndex(before),
                   LineIndex(after));
  std::uint32_t count = 0;
  TSRange* ranges = ts_tree_get_changed_ranges(moved.get(), next.tree->get(), &count);
  const std::uint32_t end = count == 0 ? 0 : ranges[count - 1].end_byte;
  std::free(ranges);
  CHECK(end < 2000);
}

TEST_CASE("a document whose parse hit the limit keeps the older tree at the new positions and recovers") {
  Parser parser;
  const std::string before = program(3);
  const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(before));
  const ParseLimits too_small{std::chrono::microseconds(0), 10};
  const ParsedDocument late = document.edited(parser, {0, 0}, "import os\n", too_small);
  CHECK_FALSE(late.complete);
  CHECK(late.text->bytes() == "import os\n" + before);
  CHECK(span(late.tree->root()).end == late.text->bytes().size());
  const ParsedDocument next = late.edited(parser, {0, 0}, "import re\n", {});
  CHECK(next.complete);
  CHECK(dump(*next.tree) == dump(*next.reparsed(parser).tree));
  CHECK(late.reparsed(parser, too_small).tree == late.tree);
  CHECK(late.reparsed(parser).complete);
}

TEST_CASE("a document that is too large has text and no tree") {
  Parser parser;
  const ParsedDocument document =
      ParsedDocument::open(parser, std::make_shared<const SourceText>(std::string(10'000'000, 'x')));
  CHECK_FALSE(document.complete);
  CHECK_FALSE(static_cast<bool>(*document.tree));
  CHECK(kind_of(document.tree->root()) == NodeKind::Null);
  const ParsedDocument edited = document.edited(parser, {10, 10'000'000}, " = 1");
  CHECK(edited.complete);
  CHECK(edited.text->bytes() == "xxxxxxxxxx = 1");
}

TEST_CASE("every function of a 4,500-line file keeps its text and its state while quotes are typed in the middle") {
  Parser parser;
  const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(program(150)));
  REQUIRE(document.text->lines().line_count() > 4500);
  const auto functions_of = [](const ParsedDocument& d) {
    std::map<std::string, int> result;
    for_each_below(d.tree->root(), [&](TSNode node) {
      if (kind_of(node) != NodeKind::FunctionDefinition) return;
      ++result[std::string(text(node, d.text->bytes())) + (ts_node_has_error(node) ? "!" : "")];
    });
    return result;
  };
  const auto before = functions_of(document);
  for (std::uint32_t line = 1000; line < 4000; line += 101) {
    CAPTURE(line);
    const std::uint32_t at = document.text->lines().line_span(document.text->bytes(), line).end;
    const ParsedDocument next = document.edited(parser, {at, at}, "\"\"\"", {});
    CHECK(next.complete);
    int lost = 0;
    const auto after = functions_of(next);
    for (const auto& [function, count] : before) {
      const auto found = after.find(function);
      lost += count - std::min(count, found == after.end() ? 0 : found->second);
    }
    CHECK(lost <= 2);  // those around the edit: a method and a function inside it
  }
}

}  // namespace graphfence::tests
