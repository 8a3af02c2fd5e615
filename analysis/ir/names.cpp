#include <algorithm>

#include "analysis/ir/lowering.h"

/// Variables and assignment targets.
namespace graphfence::ir {
namespace {

bool makes_value(Op op) {
  switch (op) {
    case Op::Const:
    case Op::Unknown:
    case Op::LoadGlobal:
    case Op::LoadName:
    case Op::LoadCell:
    case Op::Attr:
    case Op::Index:
    case Op::MakeSlice:
    case Op::MakeTuple:
    case Op::MakeList:
    case Op::MakeSet:
    case Op::MakeDict:
    case Op::MakeFunc:
    case Op::MakeClass:
    case Op::Call:
    case Op::BinOp:
    case Op::UnaryOp:
    case Op::Compare:
    case Op::Format:
    case Op::JoinStr:
    case Op::Yield:
    case Op::YieldFrom:
    case Op::Await:
    case Op::Import:
    case Op::ImportFrom:
      return true;
    default:
      return false;
  }
}

bool is_sequence_target(Kind kind) {
  switch (kind) {
    case Kind::Tuple:
    case Kind::List:
    case Kind::TuplePattern:
    case Kind::ListPattern:
    case Kind::PatternList:
    case Kind::ExpressionList:
      return true;
    default:
      return false;
  }
}

std::uint32_t unwrap_target(const Lowering& l, std::uint32_t target) {
  while (target != no_node) {
    const Kind kind = l.tree.kind(target);
    if (kind != Kind::ParenthesizedExpression && kind != Kind::AsPatternTarget && kind != Kind::ListSplat &&
        kind != Kind::ListSplatPattern) {
      break;
    }
    target = l.tree.first(target);
  }
  return target;
}

/// `x + (x := 1)`: the left operand is the old value, so it needs a copy.
bool bound_later_in_statement(const Lowering& l, Symbol name, Span read) {
  if (l.walruses.empty()) return false;
  auto walrus = std::upper_bound(l.walruses.begin(), l.walruses.end(), read.start,
                                 [](std::uint32_t start, const auto& entry) { return start < entry.start; });
  for (; walrus != l.walruses.end() && walrus->start < l.statement_end; ++walrus) {
    if (walrus->name == name) return true;
  }
  return false;
}

Reg target_register(const Lowering& l, std::uint32_t target) {
  target = unwrap_target(l, target);
  if (target == no_node || l.tree.kind(target) != Kind::Identifier) return no_reg;
  return local_register(l, l.symbol(target));
}

/// `a, (b, *c) = value`
void unpack(Lowering& l, std::uint32_t target, Reg value) {
  if (++l.expression_depth > max_expression_depth) {
    l.failed = true;
    --l.expression_depth;
    return;
  }
  // Registers may receive the values at once when no later target could see a half-done assignment.
  bool direct = true;
  for (std::uint32_t c = l.tree.first(target); c != no_node; c = l.tree.after(target, c)) {
    if (l.tree.kind(c) != Kind::TokenComma && target_register(l, c) == no_reg) direct = false;
  }
  const std::size_t mark = l.stack.size();
  std::uint32_t starred = no_reg;
  for (std::uint32_t c = l.tree.first(target); c != no_node; c = l.tree.after(target, c)) {
    if (l.tree.kind(c) == Kind::TokenComma) continue;
    if (is_starred(l, c)) starred = static_cast<std::uint32_t>(l.stack.size() - mark);
    l.stack.push_back(direct ? target_register(l, c) : l.temp());
  }
  const auto count = static_cast<std::uint32_t>(l.stack.size() - mark);
  const std::uint32_t offset = l.pool_from(mark);
  l.emit(Op::Unpack, l.span(target), value, offset, count, starred);
  if (!direct) {
    std::uint32_t i = 0;
    for (std::uint32_t c = l.tree.first(target); c != no_node; c = l.tree.after(target, c)) {
      if (l.tree.kind(c) == Kind::TokenComma) continue;
      assign_target(l, c, l.pool[offset + i], l.span(c));
      ++i;
    }
  }
  --l.expression_depth;
}

}  // namespace

Reg local_register(const Lowering& l, Symbol name) {
  const Place place = l.scopes.resolve(l.scope, name);
  return place.kind == Place::Kind::Register ? place.reg : no_reg;
}

Reg load_name(Lowering& l, Symbol name, Span span) {
  const Place place = l.scopes.resolve(l.scope, name);
  switch (place.kind) {
    case Place::Kind::Register:
      if (place.reg == no_reg) break;
      if (bound_later_in_statement(l, name, span)) return l.emit_value(Op::Move, span, place.reg);
      return place.reg;
    case Place::Kind::Cell:
      return l.emit_value(Op::LoadCell, span, place.name.id, place.levels);
    case Place::Kind::Global:
      return l.emit_value(Op::LoadGlobal, span, place.name.id);
    case Place::Kind::ClassName:
      return l.emit_value(Op::LoadName, span, place.name.id, no_reg, 0);
  }
  return l.emit_value(Op::Unknown, span);
}

void store_name(Lowering& l, Symbol name, Reg value, Span span) {
  const Place place = l.scopes.resolve(l.scope, name);
  switch (place.kind) {
    case Place::Kind::Register:
      if (place.reg != no_reg && place.reg != value) l.emit(Op::Move, span, place.reg, value);
      return;
    case Place::Kind::Cell:
      l.emit(Op::StoreCell, span, value, place.name.id, place.levels);
      return;
    case Place::Kind::Global:
      l.emit(Op::StoreGlobal, span, value, place.name.id);
      return;
    case Place::Kind::ClassName:
      l.emit(Op::StoreName, span, value, place.name.id);
      return;
  }
}

void delete_name(Lowering& l, Symbol name, Span span) {
  const Place place = l.scopes.resolve(l.scope, name);
  switch (place.kind) {
    case Place::Kind::Register:
      if (place.reg != no_reg) l.emit(Op::DelLocal, span, place.reg);
      return;
    case Place::Kind::Cell:
      l.emit(Op::DelCell, span, no_reg, place.name.id, place.levels);
      return;
    case Place::Kind::Global:
      l.emit(Op::DelGlobal, span, no_reg, place.name.id);
      return;
    case Place::Kind::ClassName:
      l.emit(Op::DelName, span, no_reg, place.name.id);
      return;
  }
}

void assign_name(Lowering& l, Symbol name, Reg value, Span span) {
  const Reg variable = local_register(l, name);
  if (variable != no_reg && l.is_temp(value) && !l.code.empty() && l.code.back().a == value &&
      makes_value(l.code.back().op)) {
    l.code.back().a = variable;
    return;
  }
  store_name(l, name, value, span);
}

void assign_target(Lowering& l, std::uint32_t target, Reg value, Span span) {
  target = unwrap_target(l, target);
  if (target == no_node) return;
  const Kind kind = l.tree.kind(target);
  if (kind == Kind::Identifier) {
    store_name(l, l.symbol(target), value, span);
  } else if (kind == Kind::Attribute) {
    const std::uint32_t object = l.tree.first(target);
    const std::uint32_t name = l.tree.last(target);
    if (object == no_node || name == object || l.tree.kind(name) != Kind::Identifier) return;
    const Reg base = lower_expression(l, object);
    l.emit(Op::StoreAttr, span, value, base, l.symbol(name).id);
  } else if (kind == Kind::Subscript) {
    const std::uint32_t object = l.tree.first(target);
    if (object == no_node) return;
    const Reg base = lower_expression(l, object);
    const Reg key = lower_subscript_key(l, target);
    l.emit(Op::StoreIndex, span, value, base, key);
  } else if (is_sequence_target(kind)) {
    unpack(l, target, value);
  }
}

Reg begin_target(Lowering& l, std::uint32_t target) {
  if (target == no_node) return l.temp();
  const Reg variable = target_register(l, target);
  return variable != no_reg ? variable : l.temp();
}

void finish_target(Lowering& l, std::uint32_t target, Reg value) {
  if (target == no_node || target_register(l, target) == value) return;
  assign_target(l, target, value, l.span(target));
}

void delete_target(Lowering& l, std::uint32_t target) {
  target = unwrap_target(l, target);
  if (target == no_node) return;
  const Kind kind = l.tree.kind(target);
  const Span span = l.span(target);
  if (kind == Kind::Identifier) {
    delete_name(l, l.symbol(target), span);
  } else if (kind == Kind::Attribute) {
    const std::uint32_t object = l.tree.first(target);
    const std::uint32_t name = l.tree.last(target);
    if (object == no_node || name == object || l.tree.kind(name) != Kind::Identifier) return;
    const Reg base = lower_expression(l, object);
    l.emit(Op::DelAttr, span, no_reg, base, l.symbol(name).id);
  } else if (kind == Kind::Subscript) {
    const std::uint32_t object = l.tree.first(target);
    if (object == no_node) return;
    const Reg base = lower_expression(l, object);
    const Reg key = lower_subscript_key(l, target);
    l.emit(Op::DelIndex, span, no_reg, base, key);
  } else if (is_sequence_target(kind)) {
    if (++l.expression_depth <= max_expression_depth) {
      for (std::uint32_t c = l.tree.first(target); c != no_node; c = l.tree.after(target, c)) delete_target(l, c);
    } else {
      l.failed = true;
    }
    --l.expression_depth;
  }
}

}  // namespace graphfence::ir
