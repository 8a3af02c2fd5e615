#pragma once

#include <cstdint>
#include <vector>

#include "analysis/ir/lowering.h"

namespace graphfence::ir {

/// A name that a pattern binds, and to what.
struct Capture {
  enum class How : std::uint8_t { Whole, Attribute, Item, Unknown } how = How::Unknown;
  std::uint32_t identifier = no_node;
  Reg base = no_reg;
  Symbol attribute;
  std::int64_t index = 0;
};

/// The tests and captures of one pattern.
class Matcher {
 public:
  explicit Matcher(Lowering& l) : l_(l), chain_(l, Why::And) {}

  void match(std::uint32_t node, Reg subject);
  void match_sequence(std::uint32_t node, Reg subject, std::uint32_t stop);
  void emit_captures();
  Chain& chain() { return chain_; }

 private:
  void compare(Reg subject, Reg value, CompareOp op, Span span);
  void unknown_test(Span span);
  void match_value(std::uint32_t dotted_name, Reg subject);
  void match_number(std::uint32_t minus, Reg subject);
  void match_union(std::uint32_t node, Reg subject);
  void match_dict(std::uint32_t node);
  void match_class(std::uint32_t node, Reg subject);
  void match_keyword(std::uint32_t node, Reg subject);
  void match_unknown(std::uint32_t node);
  void match_item(std::uint32_t node, Reg subject, std::int64_t index);
  Reg load_dotted(std::uint32_t dotted_name);
  [[nodiscard]] std::uint32_t inner(std::uint32_t node) const;
  [[nodiscard]] bool is_wildcard(std::uint32_t node) const;
  [[nodiscard]] std::uint32_t captured_name(std::uint32_t node) const;
  void bind(std::uint32_t identifier, Reg whole);

  Lowering& l_;
  Chain chain_;
  std::vector<Capture> captures_;
};

}  // namespace graphfence::ir
