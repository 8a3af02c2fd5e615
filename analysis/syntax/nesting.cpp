// The scanner keeps the widths of the open blocks in a stack that only grows, so it is never higher than the number of
// different widths the text has. What counts as a width follows the scanner: columns since the last line feed, a tab is
// 8 of them, a carriage return or form feed starts again, and the width goes on behind a line join. A NUL ends a
// comment as far as the scanner is concerned, so blanks behind one are an indentation too.
#include "analysis/syntax/nesting.h"

#include <bitset>
#include <cstdint>

namespace graphfence {
namespace {

// 2 bytes of state, up to 255 open strings, 2 bytes a block: 384 blocks are the fewest that can reach byte 1,025.
constexpr std::uint32_t most_blocks = 383;
constexpr std::uint32_t tab_width = 8;
/// No shorter run of blanks is wider than `most_blocks` columns.
constexpr std::size_t shortest_wide_run = most_blocks / tab_width + 1;

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}
bool is_indentation(char c) {
  return is_blank(c) || c == '\r' || c == '\f';
}

bool has_wide_run(std::string_view text) {
  // A run that is wide enough covers one of the places looked at.
  for (std::size_t probe = 0; probe < text.size();) {
    if (!is_blank(text[probe])) {
      probe += shortest_wide_run;
      continue;
    }
    std::size_t first = probe;
    while (first > 0 && is_blank(text[first - 1])) --first;
    std::uint32_t width = 0;
    std::size_t end = first;
    for (; end < text.size() && is_blank(text[end]); ++end) width += text[end] == '\t' ? tab_width : 1;
    if (width > most_blocks) return true;
    probe = end + shortest_wide_run - 1;
  }
  return false;
}

bool joins(std::string_view text, std::size_t backslash) {
  return backslash + 1 == text.size() || text[backslash + 1] == '\n' || text[backslash + 1] == '\r';
}

/// Whether nothing but blanks stands between the start of a line and the line join at `backslash`.
bool is_join_alone(std::string_view text, std::size_t backslash) {
  if (!joins(text, backslash)) return false;
  std::size_t at = backslash;
  while (at > 0 && is_indentation(text[at - 1])) --at;
  return at == 0 || text[at - 1] == '\n' || text[at - 1] == '\0';
}

bool has_join_alone(std::string_view text) {
  for (std::size_t at = text.find('\\'); at != std::string_view::npos; at = text.find('\\', at + 1)) {
    if (is_join_alone(text, at)) return true;
  }
  return false;
}

/// At least the number of different widths above zero.
std::uint32_t count_widths(std::string_view text) {
  std::bitset<0x10000> seen;  // the scanner keeps 16 bits of a width
  std::uint32_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\n' && text[at] != '\0') continue;
    std::uint32_t width = 0;
    std::size_t next = at + 1;
    for (; next < text.size() && is_indentation(text[next]); ++next) {
      width = is_blank(text[next]) ? width + (text[next] == '\t' ? tab_width : 1) : 0;
    }
    // Each line in a chain of joins is one more place where the width of the chain's end may have begun.
    if (next < text.size() && text[next] == '\\' && joins(text, next)) ++count;
    const std::size_t key = width & 0xFFFFU;
    if (width > 0 && !seen[key]) {
      seen.set(key);
      ++count;
    }
    at = next - 1;
  }
  return count;
}

}  // namespace

bool may_nest_too_deeply(std::string_view text) {
  if (!has_wide_run(text) && !has_join_alone(text)) return false;
  return count_widths(text) > most_blocks;
}

}  // namespace graphfence
