#include <doctest/doctest.h>

#include <string>

#include "analysis/base/hash.h"
#include "analysis/text/source_text.h"

namespace graphfence::tests {
namespace {

constexpr auto utf8 = ColumnUnit::Utf8;
constexpr auto utf16 = ColumnUnit::Utf16;
constexpr auto code_point = ColumnUnit::CodePoint;

}  // namespace

TEST_CASE("a line ends with a line feed, a carriage return, or both together") {
  const SourceText text("a\nb\r\nc\rd");
  REQUIRE(text.lines().line_count() == 4);
  CHECK(text.slice(text.lines().line_span(text.bytes(), 1)) == "b");
  CHECK(text.slice(text.lines().line_span(text.bytes(), 2)) == "c");
  CHECK(text.slice(text.lines().line_span(text.bytes(), 3)) == "d");
}

TEST_CASE("form feeds, vertical tabs and Unicode separators end no line") {
  CHECK(SourceText("a\fb\vc\xE2\x80\xA8"
                   "d\xE2\x80\xA9"
                   "e\xC2\x85"
                   "f")
            .lines()
            .line_count() == 1);
}

TEST_CASE("an empty text has one empty line") {
  const SourceText text("");
  CHECK(text.lines().line_count() == 1);
  CHECK(text.position(7, utf16) == LineColumn{0, 0});
  CHECK(text.offset({3, 3}, utf16) == 0);
}

TEST_CASE("a character outside the basic plane is four bytes, two UTF-16 units, one code point") {
  const SourceText text("x = '\xF0\x9F\x98\x80' + y\n");
  const std::uint32_t plus = 11;
  REQUIRE(text.bytes()[plus] == '+');
  CHECK(text.position(plus, utf8) == LineColumn{0, 11});
  CHECK(text.position(plus, utf16) == LineColumn{0, 9});
  CHECK(text.position(plus, code_point) == LineColumn{0, 8});
  CHECK(text.offset({0, 9}, utf16) == plus);
}

TEST_CASE("a column inside a surrogate pair or a character is rounded to its start") {
  const SourceText text(
      "ab\xF0\x9F\x98\x80"
      "c");
  CHECK(text.offset({0, 3}, utf16) == 2);
  CHECK(text.offset({0, 4}, utf8) == 2);
  CHECK(text.position(4, utf16) == LineColumn{0, 2});
}

TEST_CASE("columns past the end of a line mean its end before the terminator") {
  const SourceText text("ab\r\ncd\n\xC3\xA9\n");
  CHECK(text.offset({0, 99}, utf16) == 2);
  CHECK(text.offset({1, 0xFFFFFFFF}, utf16) == 6);
  CHECK(text.offset({2, 0xFFFFFFFF}, utf16) == 9);
  CHECK(text.offset({99, 0}, utf16) == text.bytes().size());
  CHECK(text.position(3, utf16) == LineColumn{0, 2});
}

TEST_CASE("a byte order mark is a character like others") {
  const SourceText text("\xEF\xBB\xBFx = 1\n");
  CHECK(text.position(3, utf16) == LineColumn{0, 1});
  CHECK(text.offset({0, 1}, utf16) == 3);
  CHECK(text.position(3, utf8) == LineColumn{0, 3});
}

TEST_CASE("each byte that is no UTF-8 counts as one character") {
  const SourceText text("\xFF\xE2\x82x");
  CHECK(text.position(3, utf16) == LineColumn{0, 3});
  CHECK(text.offset({0, 3}, code_point) == 3);
  CHECK(SourceText("\xED\xA0\x80x").position(3, code_point) == LineColumn{0, 3});
  CHECK(SourceText("\xC0\x80x").position(2, code_point) == LineColumn{0, 2});
  CHECK(SourceText("\xF4\x90\x80\x80x").position(4, code_point) == LineColumn{0, 4});
}

TEST_CASE("an edit past the end of the text is clamped") {
  const SourceText text("ab");
  CHECK(text.edited({50, 90}, "c").bytes() == "abc");
  CHECK(text.edited({1, 90}, "c").bytes() == "ac");
}

TEST_CASE("an edit with its ends swapped is put in order") {
  CHECK(SourceText("abcd").edited({3, 1}, "-").bytes() == "a-d");
}

TEST_CASE("a slice is clamped") {
  const SourceText text("abcd");
  CHECK(text.slice({2, 90}) == "cd");
  CHECK(text.slice({80, 90}).empty());
}

TEST_CASE("an edit can join and part the two halves of a line end") {
  const SourceText joined = SourceText("a\rb").edited({2, 2}, "\n");
  CHECK(joined.lines().line_count() == 2);
  CHECK(joined.lines().line_start(1) == 3);
  const SourceText parted = joined.edited({2, 2}, "x");
  CHECK(parted.lines().line_count() == 3);
  CHECK(parted.edited({2, 3}, "").lines().line_count() == 2);
}

TEST_CASE("the hash depends on the bytes and the seed alone") {
  CHECK(SourceText("abc").hash() == hash_bytes("abc"));
  CHECK(SourceText("abd").edited({2, 3}, "c").hash() == hash_bytes("abc"));
  CHECK(hash_bytes("abc") != hash_bytes("abd"));
  CHECK(hash_bytes("abc", 1) != hash_bytes("abc"));
}

}  // namespace graphfence::tests
