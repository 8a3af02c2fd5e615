// Names that a staged `if` binds on one side only, and variables whose name becomes a tensor's.
#include <algorithm>

#include "analysis/ir/operands.h"
#include "analysis/summary/interp.h"

namespace graphfence {

namespace {

bool reads(const ir::Chunk& code, const ir::Instr& in, ir::Reg reg) {
  const ir::Operands what = ir::operands_of(in.op);
  const auto is_read = [&](ir::Operand operand, std::uint32_t value) {
    return (operand == ir::Operand::In || operand == ir::Operand::MaybeIn) && value == reg;
  };
  if (is_read(what.a, in.a) || is_read(what.b, in.b) || is_read(what.c, in.c)) return true;
  const auto among = [&](std::uint32_t from, std::uint32_t count, std::uint32_t step = 1) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if ((code.pool[from + i * step] & ~ir::star_bit) == reg) return true;
    }
    return false;
  };
  switch (in.op) {
    case ir::Op::Call: {
      const std::uint32_t count = code.pool[in.c];
      return among(in.c + 1, count) || among(in.c + count + 3, code.pool[in.c + 1 + count], 2);
    }
    case ir::Op::MakeTuple:
    case ir::Op::MakeList:
    case ir::Op::MakeSet:
    case ir::Op::JoinStr:
      return among(in.b, in.c);
    case ir::Op::MakeDict:
      return among(in.b, 2 * in.c);
    case ir::Op::MakeSlice:
      return among(in.b, 3);
    default:
      return false;
  }
}

bool writes(const ir::Chunk& code, const ir::Instr& in, ir::Reg reg) {
  bool written = false;
  ir::for_each_written(code, in, [&](ir::Reg target) { written = written || target == reg; });
  return written;
}

/// Is the variable read before it is bound again? In the order of the text, which is the order of the paths unless the
/// code goes back.
bool read_later(const ir::Chunk& code, std::uint32_t from, ir::Reg reg) {
  for (std::uint32_t i = from; i < code.code.size(); ++i) {
    if (reads(code, code.code[i], reg)) return true;
    if (writes(code, code.code[i], reg)) return false;
  }
  return false;
}

}  // namespace

void Interp::report_branch(SiteId site, Symbol name, std::uint32_t detail, Value there) {
  Event e = at_hand(EventKind::OneBranch, 0);
  if (there.single() && site_chunk(heap_[there.obj()].site) == site_chunk(site)) e.cause = heap_[there.obj()].site;
  e.site = site;
  e.name = name;
  e.detail = detail;
  e.may = regions_[ambient_.region].maybe;
  emit(std::move(e));
}

/// AutoGraph needs a value of the same kind at the end of both branches of each name that either binds and later code
/// reads; and of each attribute.
void Interp::check_branches(const Frame& frame, const ir::Instr& in, Heap::Mark mark, const Heap::Delta& first,
                            const Heap::Delta& second, SiteId site) {
  const Heap::Delta old = heap_.before(mark);
  const auto find = [](const Heap::Delta& in_changes, Heap::Key key) -> const Heap::Change* {
    const auto at = std::lower_bound(in_changes.begin(), in_changes.end(), key,
                                     [](const Heap::Change& change, Heap::Key k) { return change.key < k; });
    return at == in_changes.end() || at->key != key ? nullptr : &*at;
  };
  const auto check = [&](Heap::Key key, Value one, const Heap::Delta& others) {
    const Heap::Change* change = find(others, key);
    const Heap::Change* before = find(old, key);
    const Value other{change != nullptr ? change->value : before != nullptr ? before->value : heap_.load(key)};
    const auto none = [](Value v) { return v == v_none || v == v_unbound; };
    if (none(one) == none(other)) return check_kinds(frame, in, key, one, other, site);
    const Value missing = none(one) ? one : other;
    const Value there = none(one) ? other : one;
    Symbol name;
    if (Heap::is_register(key)) {
      const ir::Reg reg = static_cast<std::uint32_t>(key) - frame.base;
      if (reg >= frame.code->local_names.size() || !read_later(*frame.code, in.c, reg)) return;
      name = frame.code->local_names[reg];
    } else {
      if (missing == v_unbound || heap_[Heap::key_object(key)].kind != Kind::Instance) return;
      name = Heap::key_symbol(key);
    }
    if (missing == v_none ? !is_symbolic(there) : there == v_unknown || heap_.may_be(there, v_unbound.bits)) return;
    report_branch(site, name, missing == v_none ? one_branch::none : one_branch::unbound, there);
  };
  for (const Heap::Change& change : first) check(change.key, Value{change.value}, second);
  for (const Heap::Change& change : second) {
    if (find(first, change.key) == nullptr) check(change.key, Value{change.value}, first);
  }
}

/// `tf.concat([rows, …], axis)` of a loop variable whose length is known.
void Interp::note_growth(Value result, const Arguments& arguments) {
  std::vector<Value> parts;
  if (arguments.positional.empty() || !known_elements(arguments.positional.front(), parts) || parts.size() < 2) return;
  const Value axis = arguments.positional.size() > 1 ? arguments.positional[1]
                                                     : arguments.keyword(names_.intern("axis")).value_or(v_unbound);
  const auto dimension = axis == v_unbound ? std::nullopt : int_of(axis);
  if (!dimension) return;
  for (const Value part : parts) {
    if (!part.single() || heap_[part.obj()].kind != Kind::Tensor) continue;
    const auto& dims = shapes_[heap_[part.obj()].b];
    const auto at = *dimension < 0 ? *dimension + static_cast<std::int64_t>(dims.size()) : *dimension;
    if (heap_[part.obj()].b == 0 || at < 0 || at >= static_cast<std::int64_t>(dims.size()) ||
        dims[static_cast<std::size_t>(at)] < 0)
      continue;
    heap_.set(result.obj(), cell::grown_from, part);
    return;
  }
}

/// A loop variable keeps its shape, unless the loop says otherwise.
void Interp::check_growth(const LoopContext& loop, const Frame& frame, SiteId site) {
  if (loop.free_shapes) return;
  for (const auto& [reg, before] : loop.carried) {
    const Value now = heap_.reg(frame.base + reg);
    if (!now.single() || heap_[now.obj()].kind != Kind::Tensor || heap_.get(now.obj(), cell::grown_from) != before)
      continue;
    Event e = at_hand(EventKind::Inconsistent, 0);
    e.site = heap_[now.obj()].site;
    e.call = site;
    e.name = frame.code->local_names[reg];
    e.detail = inconsistent::grows;
    emit(std::move(e));
  }
}

/// Numbers become tensors at the end of a branch, and those of two kinds do not agree.
void Interp::check_kinds(const Frame& frame, const ir::Instr& in, Heap::Key key, Value one, Value other, SiteId site) {
  const auto literal = [&](Value v) {
    if (!v.single()) return Kind::Unknown;
    const Kind kind = heap_[v.obj()].kind;
    return kind == Kind::Int || kind == Kind::Float || kind == Kind::Bool || kind == Kind::Str ? kind : Kind::Unknown;
  };
  const Kind first = literal(one);
  const Kind second = literal(other);
  if (first == second || first == Kind::Unknown || second == Kind::Unknown || !Heap::is_register(key)) return;
  const ir::Reg reg = static_cast<std::uint32_t>(key) - frame.base;
  if (reg >= frame.code->local_names.size() || !read_later(*frame.code, in.c, reg)) return;
  Event e = at_hand(EventKind::Inconsistent, 0);
  e.site = site;
  e.name = frame.code->local_names[reg];
  e.detail = inconsistent::kinds;
  for (const Value v : {one, other}) {
    if (site_chunk(heap_[v.obj()].site) == site_chunk(site)) (e.cause == 0 ? e.cause : e.call) = heap_[v.obj()].site;
  }
  e.may = regions_[ambient_.region].maybe;
  emit(std::move(e));
}

void Interp::note_rebound(ObjId object, Symbol name, std::uint32_t detail, SiteId site) {
  if (!in_user_code()) return;
  Event e = at_hand(EventKind::Rebound, object);
  e.site = site;
  e.name = name;
  e.detail = detail;
  e.cause = detail == rebound::method ? heap_[object].site : 0;
  emit(std::move(e));
}

}  // namespace graphfence
