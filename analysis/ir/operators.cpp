#include "analysis/ir/lowering.h"

namespace graphfence::ir {
namespace {

CompareOp compare_op(Kind token) {
  switch (token) {
    case Kind::TokenLess:
      return CompareOp::Lt;
    case Kind::TokenLessEqual:
      return CompareOp::LtE;
    case Kind::TokenEqual:
      return CompareOp::Eq;
    case Kind::TokenGreaterEqual:
      return CompareOp::GtE;
    case Kind::TokenGreater:
      return CompareOp::Gt;
    case Kind::TokenIn:
      return CompareOp::In;
    case Kind::TokenNotIn:
      return CompareOp::NotIn;
    case Kind::TokenIs:
      return CompareOp::Is;
    case Kind::TokenIsNot:
      return CompareOp::IsNot;
    default:
      return CompareOp::NotEq;
  }
}

bool is_compare_token(Kind kind) {
  return kind >= Kind::TokenIn && kind <= Kind::TokenGreater;
}

}  // namespace

BinaryOp binary_op(Kind token) {
  switch (token) {
    case Kind::TokenMinus:
    case Kind::TokenMinusAssign:
      return BinaryOp::Sub;
    case Kind::TokenStar:
    case Kind::TokenStarAssign:
      return BinaryOp::Mul;
    case Kind::TokenSlash:
    case Kind::TokenSlashAssign:
      return BinaryOp::Div;
    case Kind::TokenFloorDiv:
    case Kind::TokenFloorDivAssign:
      return BinaryOp::FloorDiv;
    case Kind::TokenPercent:
    case Kind::TokenPercentAssign:
      return BinaryOp::Mod;
    case Kind::TokenPower:
    case Kind::TokenPowerAssign:
      return BinaryOp::Pow;
    case Kind::TokenAt:
    case Kind::TokenAtAssign:
      return BinaryOp::MatMul;
    case Kind::TokenShiftLeft:
    case Kind::TokenShiftLeftAssign:
      return BinaryOp::LShift;
    case Kind::TokenShiftRight:
    case Kind::TokenShiftRightAssign:
      return BinaryOp::RShift;
    case Kind::TokenAmpersand:
    case Kind::TokenAmpersandAssign:
      return BinaryOp::BitAnd;
    case Kind::TokenPipe:
    case Kind::TokenPipeAssign:
      return BinaryOp::BitOr;
    case Kind::TokenCaret:
    case Kind::TokenCaretAssign:
      return BinaryOp::BitXor;
    default:
      return BinaryOp::Add;
  }
}

void Chain::move_pending() {
  if (joined_ == no_reg) joined_ = l_.temp();
  l_.emit(Op::Move, pending_span_, joined_, pending_, no_reg, no_reg, 0, flag_join);
}

void Chain::flush() {
  if (pending_ == no_reg) return;
  move_pending();
  const std::uint32_t branch =
      l_.emit(Op::If, pending_span_, pending_, no_reg, no_reg, no_reg, static_cast<std::uint8_t>(why_));
  if (why_ == Why::Or) l_.code[branch].b = branch + 1;
  l_.stack.push_back(branch);
  ++opened_;
  pending_ = no_reg;
}

void Chain::require(Reg test, Span span) {
  flush();
  pending_ = test;
  pending_span_ = span;
}

Reg Chain::finish() {
  if (opened_ == 0) return pending_;
  if (pending_ != no_reg) move_pending();
  pending_ = no_reg;
  for (; opened_ > 0; --opened_) {
    Instr& branch = l_.code[l_.stack.back()];
    l_.stack.pop_back();
    if (why_ != Why::Or) branch.b = l_.here();
    branch.c = l_.here();
  }
  return joined_;
}

/// Operators lean to the left: `a + b + c + …` of any length is walked along its left edge, without recursion.
Reg lower_binary(Lowering& l, std::uint32_t node) {
  const std::size_t mark = l.stack.size();
  std::uint32_t leftmost = node;
  while (l.tree.kind(leftmost) == Kind::BinaryOperator && l.tree.first(leftmost) != no_node) {
    l.stack.push_back(leftmost);
    leftmost = unwrap_parentheses(l, l.tree.first(leftmost));
  }
  Reg left = lower_expression(l, leftmost);
  while (l.stack.size() > mark) {
    const std::uint32_t operation = l.stack.back();
    l.stack.pop_back();
    const std::uint32_t token = l.tree.after(operation, l.tree.first(operation));
    const std::uint32_t operand = token == no_node ? no_node : l.tree.after(operation, token);
    if (operand == no_node) {
      left = l.emit_value(Op::Unknown, l.span(operation));
      continue;
    }
    const Reg right = lower_expression(l, operand);
    left = l.emit_value(Op::BinOp, l.span(operation), left, right, no_reg,
                        static_cast<std::uint8_t>(binary_op(l.tree.kind(token))));
  }
  return left;
}

Reg lower_unary(Lowering& l, std::uint32_t node) {
  const std::uint32_t token = l.tree.first(node);
  const std::uint32_t operand = l.tree.last(node);
  if (token == no_node || operand == token) return l.emit_value(Op::Unknown, l.span(node));
  UnaryOp op = UnaryOp::Pos;
  if (l.tree.kind(token) == Kind::TokenMinus) op = UnaryOp::Neg;
  if (l.tree.kind(token) == Kind::TokenTilde) op = UnaryOp::Invert;
  const Kind kind = l.tree.kind(operand);
  if (op == UnaryOp::Neg && (kind == Kind::Integer || kind == Kind::Float)) {
    const Constant value = parse_number(l.names, l.tree.text_of(operand), true);
    return l.emit_const(l.span(node), value);
  }
  const Reg value = lower_expression(l, operand);
  return l.emit_value(Op::UnaryOp, l.span(node), value, no_reg, no_reg, static_cast<std::uint8_t>(op));
}

Reg lower_not(Lowering& l, std::uint32_t node) {
  const Reg value = lower_optional(l, l.tree.first(node));
  if (value == no_reg) return l.emit_value(Op::Unknown, l.span(node));
  return l.emit_value(Op::UnaryOp, l.span(node), value, no_reg, no_reg, static_cast<std::uint8_t>(UnaryOp::Not));
}

Reg lower_boolean(Lowering& l, std::uint32_t node) {
  const auto token_of = [&](std::uint32_t operation) {
    const std::uint32_t left = l.tree.first(operation);
    const std::uint32_t token = left == no_node ? no_node : l.tree.after(operation, left);
    return token == no_node ? Kind::Other : l.tree.kind(token);
  };
  const Kind token = token_of(node);
  const std::size_t mark = l.stack.size();
  std::uint32_t leftmost = node;
  while (l.tree.kind(leftmost) == Kind::BooleanOperator && token_of(leftmost) == token &&
         l.tree.first(leftmost) != l.tree.last(leftmost)) {
    l.stack.push_back(l.tree.last(leftmost));
    leftmost = unwrap_parentheses(l, l.tree.first(leftmost));
  }
  if (l.stack.size() == mark) return l.emit_value(Op::Unknown, l.span(node));

  Chain chain(l, token == Kind::TokenOr ? Why::Or : Why::And);
  std::size_t operand = l.stack.size();
  chain.require(lower_expression(l, leftmost), l.span(leftmost));
  while (operand > mark) {
    const std::uint32_t next = l.stack[--operand];
    chain.flush();
    chain.require(lower_expression(l, next), l.span(next));
  }
  const Reg result = chain.finish();
  l.stack.resize(mark);
  return result;
}

Reg lower_comparison(Lowering& l, std::uint32_t node) {
  const std::uint32_t first = l.tree.first(node);
  if (first == no_node) return l.emit_value(Op::Unknown, l.span(node));
  Reg left = lower_expression(l, first);
  std::uint32_t left_start = l.tree[first].start;
  Chain chain(l, Why::And);
  std::uint32_t c = l.tree.after(node, first);
  while (c != no_node) {
    CompareOp op = CompareOp::NotEq;
    while (c != no_node && is_compare_token(l.tree.kind(c))) {
      op = compare_op(l.tree.kind(c));
      c = l.tree.after(node, c);
    }
    if (c == no_node) break;
    chain.flush();
    const Reg right = lower_expression(l, c);
    const Span span{left_start, l.tree[c].end};
    const Reg test = l.emit_value(Op::Compare, span, left, right, no_reg, static_cast<std::uint8_t>(op));
    chain.require(test, span);
    left = right;
    left_start = l.tree[c].start;
    c = l.tree.after(node, c);
  }
  const Reg result = chain.finish();
  return result != no_reg ? result : l.emit_value(Op::Unknown, l.span(node));
}

/// `a if test else b`; a chain of them (`… else c if … else d`) leans to the right and is unrolled here.
Reg lower_conditional(Lowering& l, std::uint32_t node) {
  const Reg joined = l.temp();
  const std::size_t mark = l.stack.size();
  const auto join = [&](std::uint32_t expression) {
    const Reg value = lower_expression(l, expression);
    l.emit(Op::Move, l.span(expression), joined, value, no_reg, no_reg, 0, flag_join);
  };
  while (true) {
    const std::uint32_t body = l.tree.first(node);
    const std::uint32_t test = body == no_node ? no_node : l.tree.after(node, body);
    const std::uint32_t alternative = test == no_node ? no_node : l.tree.after(node, test);
    if (alternative == no_node) {
      l.emit(Op::Unknown, l.span(node), joined);
      break;
    }
    const Reg condition = lower_expression(l, test);
    const std::uint32_t branch =
        l.emit(Op::If, l.span(test), condition, no_reg, no_reg, no_reg, static_cast<std::uint8_t>(Why::Ternary));
    join(body);
    l.code[branch].b = l.here();
    l.stack.push_back(branch);
    node = unwrap_parentheses(l, alternative);
    if (l.tree.kind(node) != Kind::ConditionalExpression) {
      join(node);
      break;
    }
  }
  while (l.stack.size() > mark) {
    l.code[l.stack.back()].c = l.here();
    l.stack.pop_back();
  }
  return joined;
}

}  // namespace graphfence::ir
