#include <charconv>
#include <limits>
#include <string>

#include "analysis/ir/lowering.h"

namespace graphfence::ir {
namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

double parse_real(std::string_view digits) {
  double value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

}  // namespace

Constant parse_number(Interner& names, std::string_view text, bool negative) {
  std::string clean;
  clean.reserve(text.size());
  for (const char c : text) {
    if (c != '_') clean.push_back(c);
  }
  Constant value;
  const bool prefixed = clean.size() > 2 && clean[0] == '0' && digit_of(clean[1]) == 99;
  const bool hex = clean.size() > 1 && (clean[1] == 'x' || clean[1] == 'X');
  const bool binary = clean.size() > 2 && clean[0] == '0' && (clean[1] == 'b' || clean[1] == 'B');
  if (!clean.empty() && (clean.back() == 'j' || clean.back() == 'J') && !hex) {
    clean.pop_back();
    value.kind = ConstKind::Complex;
    value.real = parse_real(clean);
    if (negative) value.real = -value.real;
    return value;
  }
  if (!hex && !binary && clean.find_first_of(".eE") != std::string::npos) {
    value.kind = ConstKind::Float;
    value.real = parse_real(clean);
    if (negative) value.real = -value.real;
    return value;
  }

  value.kind = ConstKind::Int;
  if (!clean.empty() && (clean.back() == 'l' || clean.back() == 'L')) clean.pop_back();  // Python 2
  int base = 10;
  std::size_t at = 0;
  if (hex) {
    base = 16;
    at = 2;
  } else if (binary) {
    base = 2;
    at = 2;
  } else if (prefixed) {
    base = 8;
    at = 2;
  } else if (clean.size() > 1 && clean[0] == '0') {
    base = 8;  // Python 2's 0777; Python 3 only allows zeros here
  }
  constexpr std::uint64_t limit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  std::uint64_t sum = 0;
  bool fits = true;
  for (; at < clean.size(); ++at) {
    const auto digit = static_cast<std::uint64_t>(digit_of(clean[at]));
    if (sum > (limit - digit) / static_cast<std::uint64_t>(base)) {
      fits = false;
      sum = limit;
      break;
    }
    sum = sum * static_cast<std::uint64_t>(base) + digit;
  }
  value.integer = negative ? -static_cast<std::int64_t>(sum) : static_cast<std::int64_t>(sum);
  if (!fits) {
    std::string literal(negative ? "-" : "");
    literal.append(text);
    value.text = names.intern(literal);
  }
  return value;
}

Reg lower_number(Lowering& l, std::uint32_t node, bool negative) {
  const Constant value = parse_number(l.names, l.tree.text_of(node), negative);
  return l.emit_const(l.span(node), value);
}

}  // namespace graphfence::ir
