#include <algorithm>

#include "analysis/ir/lowering.h"

namespace graphfence::ir {
namespace {

/// The block of a clause, or no_node.
std::uint32_t block_of(const Lowering& l, std::uint32_t node) {
  return l.tree.find(node, Kind::Block);
}

void lower_optional_block(Lowering& l, std::uint32_t block) {
  if (block != no_node) lower_block(l, block);
}

void lower_else(Lowering& l, std::uint32_t statement) {
  const std::uint32_t clause = l.tree.find(statement, Kind::ElseClause);
  if (clause != no_node) lower_optional_block(l, block_of(l, clause));
}

}  // namespace

/// `elif` nests in the else-block of the branch before; the loop keeps long chains off the C++ stack.
void lower_if(Lowering& l, std::uint32_t node) {
  const std::size_t mark = l.stack.size();
  const auto branch_on = [&](std::uint32_t clause) {
    const std::uint32_t condition = l.tree.first(clause);
    if (condition == no_node || l.tree.kind(condition) == Kind::Block) return;
    const Reg test = lower_expression(l, condition);
    const std::uint32_t branch =
        l.emit(Op::If, l.span(condition), test, no_reg, no_reg, no_reg, static_cast<std::uint8_t>(Why::Statement));
    l.stack.push_back(branch);
    lower_optional_block(l, block_of(l, clause));
    l.code[branch].b = l.here();
  };
  branch_on(node);
  for (std::uint32_t c = l.tree.first(node); c != no_node; c = l.tree.after(node, c)) {
    if (l.tree.kind(c) == Kind::ElifClause) branch_on(c);
  }
  lower_else(l, node);
  while (l.stack.size() > mark) {
    l.code[l.stack.back()].c = l.here();
    l.stack.pop_back();
  }
}

void lower_while(Lowering& l, std::uint32_t node) {
  const std::uint32_t condition = l.tree.first(node);
  if (condition == no_node || l.tree.kind(condition) == Kind::Block) return;
  const std::uint32_t loop = l.emit(Op::While, l.span(condition));
  const Reg test = lower_expression(l, condition);
  l.code[loop].a = test;
  l.code[loop].b = l.here();
  lower_optional_block(l, block_of(l, node));
  l.code[loop].c = l.here();
  lower_else(l, node);
  l.code[loop].d = l.here();
}

void lower_for(Lowering& l, std::uint32_t node) {
  std::uint32_t target = l.tree.first(node);
  const bool is_async = target != no_node && l.tree.kind(target) == Kind::TokenAsync;
  if (is_async) target = l.tree.after(node, target);
  const std::uint32_t iterable = target == no_node ? no_node : l.tree.after(node, target);
  if (iterable == no_node || l.tree.kind(iterable) == Kind::Block) return;
  const Reg sequence = lower_expression(l, iterable);
  const Reg item = begin_target(l, target);
  const std::uint32_t loop =
      l.emit(Op::For, {l.tree[target].start, l.tree[iterable].end}, item, sequence, no_reg, no_reg,
             static_cast<std::uint8_t>(Why::Statement), is_async ? flag_async : flag_none);
  finish_target(l, target, item);
  lower_optional_block(l, block_of(l, node));
  l.code[loop].c = l.here();
  lower_else(l, node);
  l.code[loop].d = l.here();
}

namespace {

/// `except A as e`, `except A, B`, `except* A`: the types are evaluated in the handler, before Except.
void lower_handler(Lowering& l, std::uint32_t clause) {
  const std::uint32_t as = l.tree.find(clause, Kind::TokenAs);
  std::uint32_t target = as == no_node ? no_node : l.tree.after(clause, as);
  const std::size_t mark = l.stack.size();
  std::uint32_t end = no_node;
  std::uint32_t start = no_node;
  for (std::uint32_t c = l.tree.first(clause); c != no_node && c != as; c = l.tree.after(clause, c)) {
    if (l.tree.kind(c) == Kind::Block) break;
    // The parser reads `A as e` as a pattern in most places.
    if (l.tree.kind(c) == Kind::AsPattern) target = l.tree.find(c, Kind::AsPatternTarget);
    const Reg type = lower_expression(l, c);
    l.stack.push_back(type);
    if (start == no_node) start = c;
    end = c;
  }
  Reg type = no_reg;
  const auto count = static_cast<std::uint32_t>(l.stack.size() - mark);
  if (count == 1) {
    type = l.stack.back();
    l.stack.resize(mark);
  } else if (count > 1) {
    const std::uint32_t offset = l.pool_from(mark);
    type = l.emit_value(Op::MakeTuple, {l.tree[start].start, l.tree[end].end}, offset, count);
  }
  const Reg bound = target == no_node ? no_reg : begin_target(l, target);
  const std::uint32_t head_end = target != no_node ? l.tree[target].end : end != no_node ? l.tree[end].end : 0;
  const Span head{l.tree[clause].start, head_end != 0 ? head_end : l.tree[clause].start + 6};
  l.emit(Op::Except, {head.start, std::min(head.end, l.tree[clause].end)}, type, bound);
  if (target != no_node) finish_target(l, target, bound);
  lower_optional_block(l, block_of(l, clause));
  std::uint32_t name = target;
  if (name != no_node && l.tree.kind(name) == Kind::AsPatternTarget) name = l.tree.first(name);
  if (name != no_node && l.tree.kind(name) == Kind::Identifier) delete_name(l, l.symbol(name), l.span(name));
}

}  // namespace

void lower_try(Lowering& l, std::uint32_t node) {
  const Span whole = l.span(node);
  const std::uint32_t instruction = l.emit(Op::Try, {whole.start, std::min(whole.end, whole.start + 3)});
  const std::size_t mark = l.stack.size();
  l.stack.push_back(0);
  lower_optional_block(l, block_of(l, node));
  for (std::uint32_t c = l.tree.first(node); c != no_node; c = l.tree.after(node, c)) {
    if (l.tree.kind(c) != Kind::ExceptClause) continue;
    const TempScope temporaries(l);
    ++l.stack[mark];
    l.stack.push_back(l.here());
    lower_handler(l, c);
  }
  l.stack.push_back(l.here());
  lower_else(l, node);
  l.stack.push_back(l.here());
  const std::uint32_t finally = l.tree.find(node, Kind::FinallyClause);
  if (finally != no_node) lower_optional_block(l, block_of(l, finally));
  l.stack.push_back(l.here());
  const std::uint32_t offset = l.pool_from(mark);
  l.code[instruction].a = offset;
}

void lower_with(Lowering& l, std::uint32_t node) {
  const std::uint32_t first = l.tree.first(node);
  const bool is_async = first != no_node && l.tree.kind(first) == Kind::TokenAsync;
  const std::uint32_t clause = l.tree.find(node, Kind::WithClause);
  const std::size_t mark = l.stack.size();
  if (clause != no_node) {
    for (std::uint32_t item = l.tree.first(clause); item != no_node; item = l.tree.after(clause, item)) {
      std::uint32_t value = l.tree.first(item);
      if (l.tree.kind(item) != Kind::WithItem || value == no_node) continue;
      std::uint32_t target = no_node;
      if (l.tree.kind(value) == Kind::AsPattern) {
        target = l.tree.find(value, Kind::AsPatternTarget);
        value = l.tree.first(value);
      }
      const Reg manager = lower_expression(l, value);
      const Reg entered = begin_target(l, target);
      const std::uint32_t with =
          l.emit(Op::With, l.span(item), entered, manager, no_reg, no_reg, 0, is_async ? flag_async : flag_none);
      l.stack.push_back(with);
      finish_target(l, target, entered);
    }
  }
  lower_optional_block(l, block_of(l, node));
  while (l.stack.size() > mark) {
    l.code[l.stack.back()].c = l.here();
    l.stack.pop_back();
  }
}

}  // namespace graphfence::ir
