#include "analysis/ir/lowering.h"

namespace graphfence::ir {
namespace {

Reg lower_display(Lowering& l, std::uint32_t node, Op op) {
  const std::size_t mark = l.stack.size();
  push_elements(l, node, l.tree.first(node));
  const auto count = static_cast<std::uint32_t>(l.stack.size() - mark);
  const std::uint32_t offset = l.pool_from(mark);
  return l.emit_value(op, l.span(node), offset, count);
}

Reg lower_dictionary(Lowering& l, std::uint32_t node) {
  const std::size_t mark = l.stack.size();
  for (std::uint32_t c = l.tree.first(node); c != no_node; c = l.tree.after(node, c)) {
    const std::uint32_t first = l.tree.first(c);
    if (first == no_node) continue;
    if (l.tree.kind(c) == Kind::DictionarySplat) {
      const Reg value = lower_expression(l, first);
      l.stack.push_back(no_reg);
      l.stack.push_back(value);
    } else if (l.tree.kind(c) == Kind::Pair) {
      const Reg key = lower_expression(l, first);
      const Reg value = lower_expression(l, l.tree.last(c));
      l.stack.push_back(key);
      l.stack.push_back(value);
    }
  }
  const auto pairs = static_cast<std::uint32_t>((l.stack.size() - mark) / 2);
  const std::uint32_t offset = l.pool_from(mark);
  return l.emit_value(Op::MakeDict, l.span(node), offset, pairs);
}

Reg lower_slice(Lowering& l, std::uint32_t node) {
  const std::size_t mark = l.stack.size();
  Reg parts[3] = {no_reg, no_reg, no_reg};
  std::size_t part = 0;
  for (std::uint32_t c = l.tree.first(node); c != no_node; c = l.tree.after(node, c)) {
    if (l.tree.kind(c) == Kind::TokenColon) {
      if (part < 2) ++part;
    } else {
      parts[part] = lower_expression(l, c);
    }
  }
  l.stack.insert(l.stack.end(), parts, parts + 3);
  const std::uint32_t offset = l.pool_from(mark);
  return l.emit_value(Op::MakeSlice, l.span(node), offset);
}

Reg lower_named(Lowering& l, std::uint32_t node) {
  const std::uint32_t name = l.tree.first(node);
  const std::uint32_t expression = l.tree.last(node);
  if (name == no_node || expression == name) return l.emit_value(Op::Unknown, l.span(node));
  const Reg value = lower_expression(l, expression);
  // Inside a comprehension the name belongs to the function around it.
  const std::uint32_t inner = l.scope;
  while (l.scopes.scopes[l.scope].kind == ScopeKind::Comprehension) l.scope = l.scopes.scopes[l.scope].parent;
  assign_name(l, l.symbol(name), value, l.span(node));
  const Reg variable = local_register(l, l.symbol(name));
  l.scope = inner;
  return variable != no_reg ? variable : value;
}

Reg lower_yield(Lowering& l, std::uint32_t node) {
  std::uint32_t operand = l.tree.first(node);
  const bool from = operand != no_node && l.tree.kind(operand) == Kind::TokenFrom;
  if (from) operand = l.tree.after(node, operand);
  const Reg value = lower_optional(l, operand);
  return l.emit_value(from ? Op::YieldFrom : Op::Yield, l.span(node), value);
}

Reg dispatch(Lowering& l, std::uint32_t node) {
  const Span span = l.span(node);
  const std::uint32_t first = l.tree.first(node);
  switch (l.tree.kind(node)) {
    case Kind::Identifier:
      return load_name(l, l.symbol(node), span);
    case Kind::None:
      return l.emit_const(span, ConstKind::None);
    case Kind::True:
      return l.emit_const(span, ConstKind::True);
    case Kind::False:
      return l.emit_const(span, ConstKind::False);
    case Kind::Ellipsis:
      return l.emit_const(span, ConstKind::Ellipsis);
    case Kind::Integer:
    case Kind::Float:
      return lower_number(l, node, false);
    case Kind::String:
      return lower_string(l, node);
    case Kind::ConcatenatedString:
      return lower_concatenated(l, node);
    case Kind::Attribute:
    case Kind::Subscript:
    case Kind::Call:
      return lower_postfix(l, node);
    case Kind::BinaryOperator:
      return lower_binary(l, node);
    case Kind::UnaryOperator:
      return lower_unary(l, node);
    case Kind::NotOperator:
      return lower_not(l, node);
    case Kind::BooleanOperator:
      return lower_boolean(l, node);
    case Kind::ComparisonOperator:
      return lower_comparison(l, node);
    case Kind::ConditionalExpression:
      return lower_conditional(l, node);
    case Kind::NamedExpression:
      return lower_named(l, node);
    case Kind::Lambda:
      return lower_lambda(l, node);
    case Kind::Tuple:
    case Kind::TuplePattern:
    case Kind::ExpressionList:
    case Kind::PatternList:
      return lower_display(l, node, Op::MakeTuple);
    case Kind::List:
    case Kind::ListPattern:
      return lower_display(l, node, Op::MakeList);
    case Kind::Set:
      return lower_display(l, node, Op::MakeSet);
    case Kind::Dictionary:
      return lower_dictionary(l, node);
    case Kind::ListComprehension:
    case Kind::SetComprehension:
    case Kind::DictionaryComprehension:
    case Kind::GeneratorExpression:
      return lower_comprehension(l, node);
    case Kind::Slice:
      return lower_slice(l, node);
    case Kind::Yield:
      return lower_yield(l, node);
    case Kind::Await: {
      const Reg value = lower_optional(l, first);
      return l.emit_value(Op::Await, span, value);
    }
    case Kind::AsPattern:
    case Kind::ListSplat:
    case Kind::ListSplatPattern:
      return first == no_node ? l.emit_value(Op::Unknown, span) : lower_expression(l, first);
    case Kind::Assignment: {
      // Only as the value of another assignment that the parser could not chain.
      lower_assignment(l, node);
      return l.emit_value(Op::Unknown, span);
    }
    default:
      return l.emit_value(Op::Unknown, span);
  }
}

}  // namespace

std::uint32_t unwrap_parentheses(const Lowering& l, std::uint32_t node) {
  while (node != no_node && l.tree.kind(node) == Kind::ParenthesizedExpression && l.tree.first(node) != no_node) {
    node = l.tree.first(node);
  }
  return node;
}

Reg lower_expression(Lowering& l, std::uint32_t node) {
  node = unwrap_parentheses(l, node);
  if (l.expression_depth >= max_expression_depth) {
    l.failed = true;
    return l.emit_value(Op::Unknown, l.span(node));
  }
  ++l.expression_depth;
  const Reg result = dispatch(l, node);
  --l.expression_depth;
  return result;
}

Reg lower_optional(Lowering& l, std::uint32_t node) {
  return node == no_node ? no_reg : lower_expression(l, node);
}

bool is_starred(const Lowering& l, std::uint32_t node) {
  // `*a.b` may be read as the attribute of `*a`, so its kind does not tell; nothing else starts with a star.
  const std::uint32_t start = l.tree[node].start;
  return start < l.tree[node].end && l.tree.text[start] == '*';
}

std::uint32_t lower_element(Lowering& l, std::uint32_t node) {
  node = unwrap_parentheses(l, node);
  const Reg value = lower_expression(l, node);
  return is_starred(l, node) ? value | star_bit : value;
}

void push_elements(Lowering& l, std::uint32_t node, std::uint32_t first) {
  for (std::uint32_t c = first; c != no_node; c = l.tree.after(node, c)) {
    if (l.tree.kind(c) == Kind::TokenComma) continue;
    const std::uint32_t element = lower_element(l, c);
    l.stack.push_back(element);
  }
}

}  // namespace graphfence::ir
