#include "analysis/ir/lowering.h"
#include "analysis/ir/matcher.h"

/// `match`: each case is a test and an `if` whose else-block is the next case.
///
///     case Point(x=0, y=v) if v > 1: body
///
/// becomes: isinstance(subject, Point) and subject.x == 0 and (v = subject.y; v > 1), then the body. What can be bound
/// without a further test is bound as late as possible, so that the value is not a join with "not bound" where the body
/// reads it.
namespace graphfence::ir {
namespace {

Reg lower_subject(Lowering& l, std::uint32_t node) {
  const std::uint32_t first = l.tree.first(node);
  if (first == no_node || l.tree.kind(first) == Kind::Block) return l.emit_value(Op::Unknown, l.span(node));
  if (l.tree.find(node, Kind::TokenComma) == no_node) return lower_expression(l, first);
  const std::size_t mark = l.stack.size();
  std::uint32_t end = first;
  for (std::uint32_t c = first; c != no_node && l.tree.kind(c) != Kind::Block; c = l.tree.after(node, c)) {
    if (l.tree.kind(c) == Kind::TokenComma) continue;
    const Reg value = lower_expression(l, c);
    l.stack.push_back(value);
    end = c;
  }
  const auto count = static_cast<std::uint32_t>(l.stack.size() - mark);
  const std::uint32_t offset = l.pool_from(mark);
  return l.emit_value(Op::MakeTuple, {l.tree[first].start, l.tree[end].end}, offset, count);
}

/// Returns the case's branch.
std::uint32_t lower_case(Lowering& l, std::uint32_t clause, Reg subject) {
  Matcher matcher(l);
  const std::uint32_t guard = l.tree.find(clause, Kind::IfClause);
  const std::uint32_t block = l.tree.find(clause, Kind::Block);
  const std::uint32_t first = l.tree.first(clause);
  const std::uint32_t stop = guard != no_node ? guard : block;
  if (l.tree.find(clause, Kind::TokenComma) != no_node) {
    matcher.match_sequence(clause, subject, stop);
  } else if (first != no_node && first != stop) {
    matcher.match(first, subject);
  }
  Span span = first == no_node ? l.span(clause) : l.span(first);
  if (guard != no_node && l.tree.first(guard) != no_node) {
    matcher.chain().flush();
    matcher.emit_captures();
    span.end = l.tree[guard].end;
    matcher.chain().require(lower_expression(l, l.tree.first(guard)), l.span(guard));
  }
  Reg test = matcher.chain().finish();
  if (test == no_reg) test = l.emit_const(span, ConstKind::True, flag_wildcard);
  const std::uint32_t branch =
      l.emit(Op::If, span, test, no_reg, no_reg, no_reg, static_cast<std::uint8_t>(Why::MatchCase));
  matcher.emit_captures();
  if (block != no_node) lower_block(l, block);
  l.code[branch].b = l.here();
  return branch;
}

}  // namespace

void lower_match(Lowering& l, std::uint32_t node) {
  const Reg subject = lower_subject(l, node);
  const std::uint32_t block = l.tree.find(node, Kind::Block);
  if (block == no_node) return;
  const std::size_t mark = l.stack.size();
  for (std::uint32_t c = l.tree.first(block); c != no_node; c = l.tree.after(block, c)) {
    if (l.tree.kind(c) != Kind::CaseClause) continue;
    const std::uint32_t branch = lower_case(l, c, subject);
    l.stack.push_back(branch);
  }
  while (l.stack.size() > mark) {
    l.code[l.stack.back()].c = l.here();
    l.stack.pop_back();
  }
}

}  // namespace graphfence::ir
