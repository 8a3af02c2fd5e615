#include "analysis/ir/lowering.h"

/// Attributes, subscripts and calls: `a.b(c)[d].e`.
namespace graphfence::ir {

Reg lower_subscript_key(Lowering& l, std::uint32_t subscript) {
  const std::uint32_t object = l.tree.first(subscript);
  const std::uint32_t first = object == no_node ? no_node : l.tree.after(subscript, object);
  if (first == no_node) return l.emit_value(Op::Unknown, l.span(subscript));
  if (l.tree.after(subscript, first) == no_node && !is_starred(l, first)) return lower_expression(l, first);
  const std::size_t mark = l.stack.size();
  push_elements(l, subscript, first);
  const auto count = static_cast<std::uint32_t>(l.stack.size() - mark);
  const std::uint32_t offset = l.pool_from(mark);
  return l.emit_value(Op::MakeTuple, {l.tree[first].start, l.tree[l.tree.last(subscript)].end}, offset, count);
}

std::uint32_t lower_arguments(Lowering& l, std::uint32_t arguments) {
  const std::size_t mark = l.stack.size();
  if (arguments == no_node || l.tree.kind(arguments) != Kind::ArgumentList) {
    l.stack.push_back(arguments == no_node ? 0 : 1);
    if (arguments != no_node) {  // f(x for x in y)
      const Reg argument = lower_expression(l, arguments);
      l.stack.push_back(argument);
    }
    l.stack.push_back(0);
    return l.pool_from(mark);
  }
  // Positional arguments are pushed as they come; keywords wait behind them, in source order too.
  l.stack.push_back(0);
  std::uint32_t positional = 0;
  std::uint32_t seen = 0;
  const std::size_t first = l.stack.size();
  for (std::uint32_t c = l.tree.first(arguments); c != no_node; c = l.tree.after(arguments, c)) {
    const Kind kind = l.tree.kind(c);
    if (kind == Kind::KeywordArgument || kind == Kind::DictionarySplat) {
      const std::uint32_t name = l.tree.first(c);
      const std::uint32_t expression = l.tree.last(c);
      if (expression == no_node) continue;
      const Reg value = lower_expression(l, expression);
      l.stack.push_back(kind == Kind::KeywordArgument ? l.symbol(name).id : 0);
      l.stack.push_back(value);
      ++seen;
      continue;
    }
    const std::uint32_t value = lower_element(l, c);
    // `f(k=1, *a)`: a positional argument behind a keyword goes in front of it.
    l.stack.insert(l.stack.begin() + static_cast<std::ptrdiff_t>(first + positional), value);
    ++positional;
  }
  l.stack[mark] = positional;
  l.stack.insert(l.stack.begin() + static_cast<std::ptrdiff_t>(first + positional), seen);
  return l.pool_from(mark);
}

/// These lean to the left like operators: the chain is walked from its innermost object outwards.
Reg lower_postfix(Lowering& l, std::uint32_t node) {
  const std::size_t mark = l.stack.size();
  std::uint32_t object = node;
  while (true) {
    const Kind kind = l.tree.kind(object);
    if ((kind != Kind::Attribute && kind != Kind::Subscript && kind != Kind::Call) || l.tree.first(object) == no_node) {
      break;
    }
    l.stack.push_back(object);
    object = unwrap_parentheses(l, l.tree.first(object));
  }
  if (l.stack.size() == mark) return l.emit_value(Op::Unknown, l.span(node));
  Reg value = lower_expression(l, object);
  while (l.stack.size() > mark) {
    const std::uint32_t step = l.stack.back();
    l.stack.pop_back();
    const Span span = l.span(step);
    const std::uint32_t operand = l.tree.after(step, l.tree.first(step));
    if (operand == no_node) {
      value = l.emit_value(Op::Unknown, span);
    } else if (l.tree.kind(step) == Kind::Attribute) {
      value = l.emit_value(Op::Attr, span, value, l.symbol(operand).id);
    } else if (l.tree.kind(step) == Kind::Subscript) {
      const Reg key = lower_subscript_key(l, step);
      value = l.emit_value(Op::Index, span, value, key);
    } else {
      const std::uint32_t arguments = lower_arguments(l, operand);
      value = l.emit_value(Op::Call, span, value, arguments);
    }
  }
  return value;
}

}  // namespace graphfence::ir
