// Lines and columns against an oracle that decodes the text from the start for every question.
#include <doctest/doctest.h>

#include <vector>

#include "analysis/text/source_text.h"
#include "tests/laws/text_random.h"

namespace graphfence::tests {
namespace {

constexpr ColumnUnit all_units[] = {ColumnUnit::Utf8, ColumnUnit::Utf16, ColumnUnit::CodePoint};

/// One character or broken byte of the text.
struct Character {
  std::uint32_t start;
  std::uint32_t size;
};

/// Written from the table of well-formed sequences, by value rather than by byte ranges as the code under test.
std::vector<Character> characters_of(const std::string& text) {
  std::vector<Character> result;
  for (std::uint32_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    std::uint32_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
    bool good = lead < 0xF8 && at + size <= text.size();
    std::uint32_t value = size == 1 ? lead : lead & (0x7FU >> size);
    for (std::uint32_t i = 1; good && i < size; ++i) {
      const auto byte = static_cast<unsigned char>(text[at + i]);
      good = (byte & 0xC0U) == 0x80U;
      value = (value << 6U) | (byte & 0x3FU);
    }
    constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    good = good && value >= least[size] && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
    if (!good) size = 1;
    result.push_back({at, size});
    at += size;
  }
  return result;
}

struct OracleLine {
  std::uint32_t start;
  std::uint32_t end;  // before the terminator
};

std::vector<OracleLine> lines_of(const std::string& text) {
  std::vector<OracleLine> lines;
  std::uint32_t start = 0;
  for (std::uint32_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\n' && text[at] != '\r') continue;
    lines.push_back({start, at});
    if (text[at] == '\r' && at + 1 < text.size() && text[at + 1] == '\n') ++at;
    start = at + 1;
  }
  lines.push_back({start, static_cast<std::uint32_t>(text.size())});
  return lines;
}

std::uint32_t width(const Character& c, ColumnUnit unit) {
  if (unit == ColumnUnit::Utf8) return c.size;
  return unit == ColumnUnit::Utf16 && c.size == 4 ? 2 : 1;
}

LineColumn oracle_position(const std::string& text, std::uint32_t offset, ColumnUnit unit) {
  const std::vector<OracleLine> lines = lines_of(text);
  LineColumn result;
  for (std::uint32_t i = 0; i < lines.size() && lines[i].start <= offset; ++i) result.line = i;
  const OracleLine line = lines[result.line];
  for (const Character& c : characters_of(text)) {
    if (c.start >= line.start && c.start < line.end && c.start + c.size <= offset) result.column += width(c, unit);
  }
  return result;
}

std::uint32_t oracle_offset(const std::string& text, LineColumn position, ColumnUnit unit) {
  const std::vector<OracleLine> lines = lines_of(text);
  if (position.line >= lines.size()) return static_cast<std::uint32_t>(text.size());
  const OracleLine line = lines[position.line];
  std::uint32_t column = 0;
  for (const Character& c : characters_of(text)) {
    if (c.start < line.start || c.start >= line.end) continue;
    column += width(c, unit);
    if (column > position.column) return c.start;
  }
  return line.end;
}

void compare(const SourceText& text, Random& random) {
  const std::string bytes(text.bytes());
  const std::vector<OracleLine> lines = lines_of(bytes);
  REQUIRE(text.lines().line_count() == lines.size());
  for (std::uint32_t i = 0; i < lines.size(); ++i) {
    CHECK(text.lines().line_span(bytes, i) == Span{lines[i].start, lines[i].end});
    bool ascii = true;
    for (std::uint32_t at = lines[i].start; at < lines[i].end; ++at)
      ascii = ascii && static_cast<signed char>(bytes[at]) >= 0;
    CHECK(text.lines().is_ascii(i) == ascii);
  }
  for (const ColumnUnit unit : all_units) {
    for (std::uint32_t offset = 0; offset <= bytes.size(); ++offset) {
      CHECK(text.position(offset, unit) == oracle_position(bytes, offset, unit));
    }
    for (int i = 0; i < 20; ++i) {
      const LineColumn place{random.below(static_cast<std::uint32_t>(lines.size()) + 2), random.below(12)};
      CHECK(text.offset(place, unit) == oracle_offset(bytes, place, unit));
    }
  }
}

}  // namespace

TEST_CASE("law: lines and columns in every encoding are what a decoder from the start says") {
  const std::uint64_t seed = law_seed(20240601);
  CAPTURE(seed);
  Random random(seed);
  for (int round = 0; round < 300; ++round) {
    CAPTURE(round);
    compare(SourceText(random_text(random, random.below(24))), random);
  }
}

TEST_CASE("law: an edited text equals a text made of the same bytes") {
  const std::uint64_t seed = law_seed(20240602);
  CAPTURE(seed);
  Random random(seed);
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    SourceText text(random_text(random, random.below(24)));
    for (int edit = 0; edit < 20; ++edit) {
      const Span span = random_span(random, text.bytes().size(), 6);
      const std::string replacement = random_text(random, random.below(4));
      std::string expected(text.bytes());
      expected.replace(span.start, span.size(), replacement);
      text = text.edited(span, replacement);
      REQUIRE(text.bytes() == expected);
      CHECK(text.hash() == SourceText(expected).hash());
      if (edit % 5 == 4) {
        compare(text, random);
        continue;
      }
      const LineIndex fresh(expected);
      REQUIRE(text.lines().line_count() == fresh.line_count());
      for (std::uint32_t line = 0; line < fresh.line_count(); ++line) {
        CHECK(text.lines().line_start(line) == fresh.line_start(line));
        CHECK(text.lines().is_ascii(line) == fresh.is_ascii(line));
      }
    }
  }
}

TEST_CASE("law: the position of an offset at the start of a character leads back to it") {
  const std::uint64_t seed = law_seed(20240603);
  CAPTURE(seed);
  Random random(seed);
  for (int round = 0; round < 200; ++round) {
    const SourceText text(random_text(random, random.below(40)));
    const std::string bytes(text.bytes());
    for (const Character& c : characters_of(bytes)) {
      const bool in_terminator = c.start > 0 && bytes[c.start - 1] == '\r' && bytes[c.start] == '\n';
      if (in_terminator) continue;
      for (const ColumnUnit unit : all_units) CHECK(text.offset(text.position(c.start, unit), unit) == c.start);
    }
  }
}

}  // namespace graphfence::tests
