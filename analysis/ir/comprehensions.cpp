#include "analysis/ir/lowering.h"

/// `[f(x) for x in xs if p(x)]` becomes a list, a loop that appends to it, and an `if` in the loop.
namespace graphfence::ir {
namespace {

struct Parts {
  std::uint32_t target = no_node;
  std::uint32_t iterable = no_node;
  bool is_async = false;
};

Parts parts_of(const Lowering& l, std::uint32_t clause) {
  Parts parts;
  parts.target = l.tree.first(clause);
  if (parts.target != no_node && l.tree.kind(parts.target) == Kind::TokenAsync) {
    parts.is_async = true;
    parts.target = l.tree.after(clause, parts.target);
  }
  if (parts.target != no_node) parts.iterable = l.tree.after(clause, parts.target);
  return parts;
}

Reg lower_iterable(Lowering& l, std::uint32_t clause, std::uint32_t iterable) {
  if (iterable == no_node) return l.emit_value(Op::Unknown, l.span(clause));
  if (l.tree.after(clause, iterable) == no_node) return lower_expression(l, iterable);
  // Python 2: `for x in 1, 2`
  const std::size_t mark = l.stack.size();
  push_elements(l, clause, iterable);
  const auto count = static_cast<std::uint32_t>(l.stack.size() - mark);
  const std::uint32_t offset = l.pool_from(mark);
  return l.emit_value(Op::MakeTuple, l.span(clause), offset, count);
}

}  // namespace

Reg lower_comprehension(Lowering& l, std::uint32_t node) {
  const std::uint32_t body = l.tree.first(node);
  const Kind kind = l.tree.kind(node);
  const std::uint32_t outer = l.scope;
  const std::uint32_t inner = l.tree[node].value;
  if (body == no_node || inner == 0) return l.emit_value(Op::Unknown, l.span(node));

  // The outermost iterable first, in the scope around.
  std::uint32_t clause = l.tree.after(node, body);
  Reg iterable = no_reg;
  if (clause != no_node && l.tree.kind(clause) == Kind::ForInClause) {
    iterable = lower_iterable(l, clause, parts_of(l, clause).iterable);
  }
  Op make = Op::MakeList;
  if (kind == Kind::SetComprehension) make = Op::MakeSet;
  if (kind == Kind::DictionaryComprehension) make = Op::MakeDict;
  const Reg result = l.emit_value(make, l.span(node), static_cast<std::uint32_t>(l.pool.size()), 0);
  auto& bindings = l.scopes.bindings;
  for (std::size_t b = l.scopes.scopes[inner].first_binding; b < bindings.size() && bindings[b].scope == inner; ++b) {
    if (!bindings[b].captured) bindings[b].reg = l.temp();
  }

  l.scope = inner;
  const std::size_t mark = l.stack.size();
  for (; clause != no_node; clause = l.tree.after(node, clause)) {
    if (l.tree.kind(clause) == Kind::ForInClause) {
      const Parts parts = parts_of(l, clause);
      if (iterable == no_reg) iterable = lower_iterable(l, clause, parts.iterable);
      const Reg item = begin_target(l, parts.target);
      const std::uint8_t flags = parts.is_async ? flag_async : flag_none;
      const std::uint32_t loop = l.emit(Op::For, l.span(clause), item, iterable, no_reg, no_reg,
                                        static_cast<std::uint8_t>(Why::Comprehension), flags);
      l.stack.push_back(loop);
      finish_target(l, parts.target, item);
      iterable = no_reg;
    } else if (l.tree.kind(clause) == Kind::IfClause && l.tree.first(clause) != no_node) {
      const Reg test = lower_expression(l, l.tree.first(clause));
      const std::uint32_t branch = l.emit(Op::If, l.span(clause), test, no_reg, no_reg, no_reg,
                                          static_cast<std::uint8_t>(Why::ComprehensionFilter));
      l.stack.push_back(branch);
    }
  }
  if (l.tree.kind(body) == Kind::Pair && l.tree.first(body) != no_node) {
    const Reg key = lower_expression(l, l.tree.first(body));
    const Reg value = lower_expression(l, l.tree.last(body));
    l.emit(Op::CompStore, l.span(body), result, key, value);
  } else {
    const Reg value = lower_expression(l, body);
    l.emit(Op::CompAdd, l.span(body), result, value);
  }
  while (l.stack.size() > mark) {
    Instr& opener = l.code[l.stack.back()];
    l.stack.pop_back();
    if (opener.op == Op::For) {
      opener.c = l.here();
      opener.d = l.here();
    } else {
      opener.b = l.here();
      opener.c = l.here();
    }
  }
  l.scope = outer;
  return result;
}

}  // namespace graphfence::ir
