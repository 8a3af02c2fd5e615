#include "analysis/text/utf8.h"

namespace graphfence {
namespace {

struct Lead {
  std::uint32_t length;
  unsigned second_low;  // what the second byte may be; the third and fourth are always 80..BF
  unsigned second_high;
};

constexpr Lead lead(unsigned byte) {
  if (byte >= 0xC2 && byte <= 0xDF) return {2, 0x80, 0xBF};
  if (byte == 0xE0) return {3, 0xA0, 0xBF};
  if (byte == 0xED) return {3, 0x80, 0x9F};
  if (byte >= 0xE1 && byte <= 0xEF) return {3, 0x80, 0xBF};
  if (byte == 0xF0) return {4, 0x90, 0xBF};
  if (byte >= 0xF1 && byte <= 0xF3) return {4, 0x80, 0xBF};
  if (byte == 0xF4) return {4, 0x80, 0x8F};
  return {1, 0, 0};
}

unsigned byte_at(std::string_view text, std::uint32_t at) {
  return static_cast<unsigned char>(text[at]);
}

bool continues(unsigned byte) {
  return (byte & 0xC0U) == 0x80U;
}

}  // namespace

std::uint32_t utf8_length(std::string_view text, std::uint32_t at) {
  const Lead head = lead(byte_at(text, at));
  if (head.length == 1 || text.size() - at < head.length) return 1;
  const unsigned second = byte_at(text, at + 1);
  if (second < head.second_low || second > head.second_high) return 1;
  for (std::uint32_t i = 2; i < head.length; ++i) {
    if (!continues(byte_at(text, at + i))) return 1;
  }
  return head.length;
}

std::uint32_t utf8_round_down(std::string_view text, std::uint32_t at, std::uint32_t floor) {
  if (at >= text.size() || !continues(byte_at(text, at))) return at;
  for (std::uint32_t back = 1; back <= 3 && at >= floor + back; ++back) {
    const std::uint32_t start = at - back;
    if (continues(byte_at(text, start))) continue;
    return start + utf8_length(text, start) > at ? start : at;
  }
  return at;
}

}  // namespace graphfence
