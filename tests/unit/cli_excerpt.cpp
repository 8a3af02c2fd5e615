#include "server/cli/excerpt.h"

#include <doctest/doctest.h>

#include "server/cli/visible_text.h"

using namespace graphfence;

namespace {

/// `[[` and `]]` in the source stand for the range.
std::string excerpt(std::string source, ExcerptStyle style = {}) {
  const auto start = source.find("[[");
  REQUIRE(start != std::string::npos);
  source.erase(start, 2);
  const auto end = source.find("]]");
  REQUIRE(end != std::string::npos);
  source.erase(end, 2);
  return "\n" + render_excerpt(SourceText(source), {static_cast<std::uint32_t>(start), static_cast<std::uint32_t>(end)},
                               style);
}

}  // namespace

TEST_CASE("a range in one line gets carets below it") {
  CHECK(excerpt("a = 1\nb = [[foo]](x)\n") == R"(
  |
2 | b = foo(x)
  |     ^^^
)");
}

TEST_CASE("line numbers are right-aligned in the gutter, a label follows the marks") {
  ExcerptStyle style;
  style.gutter = 3;
  style.mark = '-';
  style.label = "opened here";
  CHECK(excerpt("[[@tf.function]]\n", style) == R"(
    |
  1 | @tf.function
    | ------------ opened here
)");
}

TEST_CASE("tabs are expanded and wide characters take two columns") {
  CHECK(excerpt("\tif x:\t[[y]]\n") == R"(
  |
1 |     if x:   y
  |             ^
)");
  CHECK(excerpt("日本 = [[語]] + x\n") == R"(
  |
1 | 日本 = 語 + x
  |        ^^
)");
  CHECK(excerpt("e\u0301 = [[x]]\n") == "\n  |\n1 | e\u0301 = x\n  |     ^\n");
}

TEST_CASE("a byte order mark is not shown") {
  const SourceText text("\xEF\xBB\xBFx = 1\n");
  CHECK(render_excerpt(text, {3, 4}, {}) == "  |\n1 | x = 1\n  | ^\n");
  CHECK(shown_position(text, 3) == LineColumn{1, 1});
  CHECK(shown_position(text, 7) == LineColumn{1, 5});
}

TEST_CASE("a range over several lines marks each of them, without the indentation") {
  CHECK(excerpt("f([[a,\n   b,\n\n   c]])\n") == R"(
  |
1 | f(a,
  |   ^^
2 |    b,
  |    ^^
3 |
4 |    c)
  |    ^
)");
}

TEST_CASE("the middle of a long range is left out") {
  CHECK(excerpt("[[a\nb\nc\nd\ne]]\n") == R"(
  |
1 | a
  | ^
2 | b
  | ^
...
5 | e
  | ^
)");
}

TEST_CASE("a range at the end of a line or of the text is still marked") {
  CHECK(excerpt("x[[\n]]y\n") == "\n  |\n1 | x\n  |  ^\n");
  CHECK(excerpt("x[[]]") == "\n  |\n1 | x\n  |  ^\n");
  CHECK(excerpt("[[]]") == "\n  |\n1 |\n  | ^\n");
  CHECK(render_excerpt(SourceText("x"), {7, 9}, {}) == "  |\n1 | x\n  |  ^\n");
}

TEST_CASE("a long line is cut around the range") {
  ExcerptStyle style;
  style.width = 50;
  const std::string line = std::string(300, 'a') + " [[target]] " + std::string(300, 'b');
  const std::string shown = excerpt(line, style);
  CHECK(shown.find("...") != std::string::npos);
  CHECK(shown.find("target") != std::string::npos);
  const auto source_start = shown.find("1 | ") + 4;
  const auto source = shown.substr(source_start, shown.find('\n', source_start) - source_start);
  CHECK(source.size() <= 50);
  const auto marks_start = shown.rfind("  | ") + 4;
  CHECK(shown.find('^', marks_start) - marks_start == source.find("target"));
}

TEST_CASE("a line of megabytes is drawn at once and stays within the width") {
  std::string line(4'000'000, 'x');
  line += "[[y]]";
  line += std::string(4'000'000, 'x');
  CHECK(excerpt(line).size() < 400);
  std::string wide;
  for (int i = 0; i < 3000; ++i) wide += "日";
  CHECK(excerpt(wide + "[[本]]" + wide).find("本") != std::string::npos);
}

TEST_CASE("control characters never reach the terminal") {
  const std::string shown = excerpt("x = [['\x1b[31m\x07\x7f\u202e\u200b\u009b\r\xff']]\n");
  for (const char c : shown) {
    CAPTURE(static_cast<int>(c));
    CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
    CHECK(c != '\x7f');
  }
  CHECK(shown.find("\u202e") == std::string::npos);
  CHECK(shown.find("\u009b") == std::string::npos);
  CHECK(is_valid_utf8(shown));
}

TEST_CASE("texts are made visible byte for byte when nothing is wrong with them") {
  CHECK(visible("a/ü/日本.py") == "a/ü/日本.py");
  CHECK(visible("a\nb\tc") == "a␊b␉c");
  CHECK(visible("\xC0\x80") == "\uFFFD\uFFFD");
  CHECK(visible("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");
  CHECK(visible("\xF0\x9F\x98") == "\uFFFD\uFFFD\uFFFD");
  CHECK(is_valid_utf8("\xF0\x9F\x98\x80"));
  CHECK_FALSE(is_valid_utf8("\xF4\x90\x80\x80"));
}

TEST_CASE("colours follow the option, then the environment, then the terminal") {
  const auto with = [](std::string name, std::string value) {
    return [=](const std::string& asked) { return asked == name ? std::optional(value) : std::nullopt; };
  };
  const Environment none = [](const std::string&) { return std::optional<std::string>(); };
  CHECK(use_colour(ColourMode::Auto, true, none));
  CHECK_FALSE(use_colour(ColourMode::Auto, false, none));
  CHECK(use_colour(ColourMode::Always, false, with("NO_COLOR", "1")));
  CHECK_FALSE(use_colour(ColourMode::Never, true, with("CLICOLOR_FORCE", "1")));
  CHECK_FALSE(use_colour(ColourMode::Auto, true, with("NO_COLOR", "1")));
  CHECK(use_colour(ColourMode::Auto, true, with("NO_COLOR", "")));
  CHECK(use_colour(ColourMode::Auto, false, with("CLICOLOR_FORCE", "1")));
  CHECK_FALSE(use_colour(ColourMode::Auto, false, with("CLICOLOR_FORCE", "0")));
  CHECK_FALSE(use_colour(ColourMode::Auto, true, with("TERM", "dumb")));
}
