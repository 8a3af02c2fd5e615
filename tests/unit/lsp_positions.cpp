#include <doctest/doctest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "server/lsp/client_profile.h"
#include "server/lsp/positions.h"

namespace graphfence {
namespace {

using protocol::Position;

/// The naive reading of a text: one entry per place where a character starts, and the end.
struct Place {
  std::uint32_t offset;
  std::uint32_t line;
  std::uint32_t utf8;
  std::uint32_t utf16;
  std::uint32_t utf32;

  [[nodiscard]] std::uint32_t column(ColumnUnit unit) const {
    switch (unit) {
      case ColumnUnit::Utf8:
        return utf8;
      case ColumnUnit::Utf16:
        return utf16;
      case ColumnUnit::CodePoint:
        return utf32;
    }
    return 0;
  }
};

std::vector<Place> places_of(std::string_view text) {
  std::vector<Place> places;
  Place at{0, 0, 0, 0, 0};
  while (at.offset < text.size()) {
    places.push_back(at);
    const auto byte = static_cast<unsigned char>(text[at.offset]);
    const std::uint32_t size = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    const bool pair = text.substr(at.offset, 2) == "\r\n";
    if (byte == '\n' || byte == '\r') {
      at = {at.offset + (pair ? 2U : 1U), at.line + 1, 0, 0, 0};
    } else {
      at = {at.offset + size, at.line, at.utf8 + size, at.utf16 + (size == 4 ? 2U : 1U), at.utf32 + 1};
    }
  }
  places.push_back(at);
  return places;
}

std::string random_text(std::mt19937& chance) {
  const std::vector<std::string> pieces = {"a",  "bc",     "ü",  "€",  "𝔘",      "\n", "\r\n",
                                           "\r", "\u2028", "\f", "\v", "\uFEFF", "\t", "e\u0301"};
  std::string text;
  for (auto count = chance() % 40; count > 0; --count) text += pieces[chance() % pieces.size()];
  return text;
}

constexpr ColumnUnit Units[] = {ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::CodePoint};

}  // namespace

TEST_CASE("offsets and positions agree with a naive reading in three encodings") {
  const unsigned seed = std::random_device()();
  CAPTURE(seed);
  std::mt19937 chance(seed);
  for (int round = 0; round < 500; ++round) {
    const std::string bytes = random_text(chance);
    CAPTURE(bytes);
    const SourceText text(bytes);
    for (const ColumnUnit unit : Units) {
      for (const Place& place : places_of(bytes)) {
        const Position position = to_position(text, place.offset, unit);
        CHECK(position.line == place.line);
        CHECK(position.character == place.column(unit));
        CHECK(to_offset(text, position, unit) == place.offset);
      }
    }
  }
}

TEST_CASE("positions outside the text are clamped, those inside a character go to its start") {
  const SourceText text("a𝔘b\r\ncd");
  CHECK(to_offset(text, {0, 2}, ColumnUnit::Utf16) == 1);
  CHECK(to_offset(text, {0, 3}, ColumnUnit::Utf8) == 1);
  CHECK(to_offset(text, {0, 99}, ColumnUnit::Utf16) == 6);
  CHECK(to_offset(text, {1, 99}, ColumnUnit::CodePoint) == 10);
  CHECK(to_offset(text, {2, 0}, ColumnUnit::Utf16) == 10);
  CHECK(to_offset(text, {0x7FFFFFFF, 0x7FFFFFFF}, ColumnUnit::Utf16) == 10);
}

TEST_CASE("a range that ends before it starts is turned round") {
  const SourceText text("ab\ncd\n");
  CHECK(to_span(text, {{1, 1}, {0, 1}}, ColumnUnit::Utf16) == Span{1, 4});
}

TEST_CASE("an empty range is widened to something that can be seen") {
  const SourceText text("a𝔘\n\nb");
  const auto range = [&](std::uint32_t at) { return to_visible_range(text, {at, at}, ColumnUnit::Utf16); };
  CHECK(range(0).end.character == 1);
  const auto astral = range(1);
  CHECK(astral.start.character == 1);
  CHECK(astral.end.character == 3);
  const auto line_end = range(5);
  CHECK(line_end.start.character == 1);
  CHECK(line_end.end.character == 3);
  const auto blank = range(6);
  CHECK(blank.start.line == 1);
  CHECK(blank.end.line == 2);
}

TEST_CASE("the encoding is chosen from what the client offers") {
  const auto chosen = [](std::vector<std::string> offered) {
    protocol::ClientCapabilities capabilities;
    capabilities.positionEncodings = std::move(offered);
    return encoding_name(negotiate(std::move(capabilities)).unit);
  };
  CHECK(chosen({}) == "utf-16");
  CHECK(chosen({"utf-16", "utf-8"}) == "utf-8");
  CHECK(chosen({"utf-32", "utf-16"}) == "utf-16");
  CHECK(chosen({"utf-32"}) == "utf-32");
  CHECK(chosen({"utf-7"}) == "utf-16");
}

}  // namespace graphfence
