#include "analysis/ir/lowering.h"

namespace graphfence::ir {
namespace {

/// The child behind the target that is no annotation, or no_node.
std::uint32_t value_of(const Lowering& l, std::uint32_t assignment) {
  const std::uint32_t target = l.tree.first(assignment);
  if (target == no_node) return no_node;
  const std::uint32_t last = l.tree.last(assignment);
  return last == target || l.tree.kind(last) == Kind::Type ? no_node : last;
}

Reg augmented(Lowering& l, std::uint32_t node, std::uint32_t token, Reg left, Reg right) {
  return l.emit_value(Op::BinOp, l.span(node), left, right, no_reg,
                      static_cast<std::uint8_t>(binary_op(l.tree.kind(token))), flag_in_place);
}

}  // namespace

/// `a = b = value`: the value once, then the targets from left to right.
void lower_assignment(Lowering& l, std::uint32_t node) {
  const std::uint32_t first = node;
  std::uint32_t value = value_of(l, node);
  std::uint32_t count = 1;
  while (value != no_node && l.tree.kind(value) == Kind::Assignment && value_of(l, value) != no_node) {
    node = value;
    value = value_of(l, node);
    ++count;
  }
  if (value == no_node) {
    // `x: int` evaluates nothing; the object of `self.x: int` is looked at but not changed.
    l.emit(Op::Nop, l.span(first));
    return;
  }
  Reg result = no_reg;
  if (l.tree.kind(value) == Kind::AugmentedAssignment) {
    lower_augmented(l, value);
    result = l.emit_value(Op::Unknown, l.span(value));
  } else {
    result = lower_expression(l, value);
  }
  if (count == 1) {
    const std::uint32_t target = unwrap_parentheses(l, l.tree.first(first));
    if (l.tree.kind(target) == Kind::Identifier) {
      assign_name(l, l.symbol(target), result, l.span(first));
      return;
    }
  }
  for (std::uint32_t assignment = first; count > 0; --count) {
    assign_target(l, l.tree.first(assignment), result, l.span(assignment));
    assignment = value_of(l, assignment);
  }
}

/// `o.x += v`: the object is evaluated once, then read, changed and stored.
void lower_augmented(Lowering& l, std::uint32_t node) {
  const Span span = l.span(node);
  std::uint32_t target = l.tree.first(node);
  const std::uint32_t token = target == no_node ? no_node : l.tree.after(node, target);
  const std::uint32_t operand = token == no_node ? no_node : l.tree.after(node, token);
  if (operand == no_node) {
    l.emit_value(Op::Unknown, span);
    return;
  }
  target = unwrap_parentheses(l, target);
  const auto value_operand = [&] {
    if (l.tree.kind(operand) != Kind::Assignment && l.tree.kind(operand) != Kind::AugmentedAssignment) {
      return lower_expression(l, operand);
    }
    return l.emit_value(Op::Unknown, l.span(operand));
  };
  const std::uint32_t object = l.tree.first(target);
  if (l.tree.kind(target) == Kind::Identifier) {
    const Symbol name = l.symbol(target);
    const Reg left = load_name(l, name, l.span(target));
    const Reg right = value_operand();
    assign_name(l, name, augmented(l, node, token, left, right), span);
  } else if (l.tree.kind(target) == Kind::Attribute && object != no_node && l.tree.last(target) != object) {
    const Symbol name = l.symbol(l.tree.last(target));
    const Reg base = lower_expression(l, object);
    const Reg left = l.emit_value(Op::Attr, l.span(target), base, name.id);
    const Reg right = value_operand();
    const Reg result = augmented(l, node, token, left, right);
    l.emit(Op::StoreAttr, span, result, base, name.id);
  } else if (l.tree.kind(target) == Kind::Subscript && object != no_node) {
    const Reg base = lower_expression(l, object);
    const Reg key = lower_subscript_key(l, target);
    const Reg left = l.emit_value(Op::Index, l.span(target), base, key);
    const Reg right = value_operand();
    const Reg result = augmented(l, node, token, left, right);
    l.emit(Op::StoreIndex, span, result, base, key);
  } else {
    l.emit_value(Op::Unknown, span);
  }
}

}  // namespace graphfence::ir
