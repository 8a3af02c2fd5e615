// Branches, loops, with and try. A path that ends early leaves what it changed in an exit list of the construct that
// catches it.
#include <algorithm>

#include "analysis/ir/operands.h"
#include "analysis/summary/interp.h"

namespace graphfence {

using ir::Instr;
using ir::Op;

namespace {

/// The instruction that last wrote a temporary, looking back over straight-line code.
const Instr* definition(const ir::Chunk& code, std::uint32_t before, ir::Reg reg, std::uint32_t* at) {
  for (std::uint32_t i = before, steps = 0; i-- > 0 && steps < 12; ++steps) {
    const Instr& in = code.code[i];
    if (in.op == Op::If || in.op == Op::For || in.op == Op::While) return nullptr;
    if (in.a == reg && in.op != Op::Return && in.op != Op::StoreAttr && in.op != Op::ExprStmt &&
        in.op != Op::StoreGlobal) {
      *at = i;
      return &in;
    }
  }
  return nullptr;
}

/// Names that the code of a block assigns itself: AutoGraph carries them through a staged statement.
struct Assigned {
  std::vector<Symbol> attributes;
  std::vector<Symbol> cells;
  bool items = false;

  Assigned(const ir::Chunk& code, std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t i = begin; i < end; ++i) {
      const Instr& in = code.code[i];
      if (in.op == Op::StoreAttr) attributes.push_back(Symbol{in.c});
      if (in.op == Op::StoreCell) cells.push_back(Symbol{in.b});
      items = items || in.op == Op::StoreIndex;
    }
  }

  /// `before`: the value of the cell at the beginning of the statement.
  [[nodiscard]] bool carries(const Heap& heap, Heap::Key key, std::uint32_t before) const {
    if (Heap::is_register(key)) return true;
    const Symbol name = Heap::key_symbol(key);
    if (is_raw_cell(name)) return false;
    const auto among = [&](const std::vector<Symbol>& names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    switch (heap[Heap::key_object(key)].kind) {
      case Kind::Env:
        return among(cells);
      case Kind::Instance:
        return among(attributes);
      case Kind::List:
      case Kind::Dict:
        // `d["m"] = …` is carried like a name when the entry exists before; what is appended stays inside.
        return items && before != 0;
      default:
        return false;
    }
  }

  /// Moves what is carried out of `changes`; both stay sorted.
  [[nodiscard]] Heap::Delta split(const Heap& heap, Heap::Mark mark, Heap::Delta& changes) const {
    const Heap::Delta before = heap.before(mark);
    Heap::Delta carried;
    std::erase_if(changes, [&](const Heap::Change& change) {
      const auto old = std::lower_bound(before.begin(), before.end(), change.key,
                                        [](const Heap::Change& c, Heap::Key k) { return c.key < k; });
      const std::uint32_t was = old == before.end() || old->key != change.key ? 0 : old->value;
      if (!carries(heap, change.key, was)) return false;
      carried.push_back(change);
      return true;
    });
    return carried;
  }
};

}  // namespace

void Interp::enter_guard() {
  ++ambient_.guarded;
  if (in_graph()) ++ambient_.undecided;
}

void Interp::leave_guard() {
  --ambient_.guarded;
  if (in_graph()) --ambient_.undecided;
}

/// `if x is None` and `if x`: what the branch knows about x afterwards.
void Interp::refine(Frame& frame, std::uint32_t pc, ir::Reg condition, bool holds) {
  const ir::Chunk& code = *frame.code;
  std::uint32_t at = pc;
  ir::Reg subject = condition;
  bool none_test = false;
  bool is_none = false;
  for (int hops = 0; hops < 3; ++hops) {
    const Instr* in = definition(code, at, subject, &at);
    if (in == nullptr) break;
    if (in->op == Op::UnaryOp && static_cast<ir::UnaryOp>(in->aux) == ir::UnaryOp::Not) {
      holds = !holds;
      subject = in->b;
      continue;
    }
    if (in->op == Op::Compare) {
      const auto op = static_cast<ir::CompareOp>(in->aux);
      const bool positive = op == ir::CompareOp::Is || op == ir::CompareOp::Eq;
      if (!positive && op != ir::CompareOp::IsNot && op != ir::CompareOp::NotEq) return;
      if (heap_.reg(frame.base + in->c) != v_none) return;
      none_test = true;
      is_none = holds == positive;
      subject = in->b;
    }
    break;
  }
  const auto keep = [&](Value value) {
    Value kept = v_unbound;
    for (const ObjId id : std::vector<ObjId>(heap_.members(value).begin(), heap_.members(value).end())) {
      const bool none = heap_[id].kind == Kind::None;
      bool stays = true;
      if (none_test) {
        stays = none == is_none || id == v_unknown.bits;
      } else {
        const auto t = truth(Value{id});
        stays = !t.has_value() || *t == holds;
      }
      if (stays) kept = kept == v_unbound ? Value{id} : heap_.join(kept, Value{id});
    }
    if (none_test && is_none && kept == v_unknown) return v_none;
    return kept == v_unbound ? value : kept;
  };
  if (subject < code.local_names.size()) {
    set_variable(frame, subject, keep(heap_.reg(frame.base + subject)));
    return;
  }
  const Instr* in = definition(code, at, subject, &at);
  if (in == nullptr) return;
  if (in->op == Op::Attr) {
    const Value base = heap_.reg(frame.base + in->b);
    if (!base.single() || heap_[base.obj()].kind != Kind::Instance) return;
    const Value old = heap_.get(base.obj(), Symbol{in->c});
    if (old != v_unbound) heap_.set(base.obj(), Symbol{in->c}, keep(old));
  } else if (in->op == Op::LoadGlobal) {
    const Value old = heap_.get(frame.module, Symbol{in->b});
    if (old != v_unbound) heap_.set(frame.module, Symbol{in->b}, keep(old));
  } else if (in->op == Op::LoadCell) {
    const ObjId env = environment(frame, in->c);
    if (env == 0) return;
    const Value old = heap_.get(env, Symbol{in->b});
    if (old != v_unbound) heap_.set(env, Symbol{in->b}, keep(old));
  }
}

bool Interp::run_if(Frame& frame, const Instr& in, std::uint32_t pc) {
  // A long `elif` chain nests as deeply as it is long.
  if (frame.branches + frame.nested > limits::nesting) {
    steps_ = limits::steps;
    return false;
  }
  const Value condition = this->condition(heap_.reg(frame.base + in.a), make_site(frame.chunk, pc));
  if (const auto known = truth(condition)) {
    ++frame.nested;
    const std::uint32_t effects = effects_;
    const bool reached = *known ? run_block(frame, pc + 1, in.b) : run_block(frame, in.b, in.c);
    --frame.nested;
    if (!frame.library && traced_now() != 0 && !regions_[ambient_.region].stateless && retracing_ == 0) {
      if (effects_ != effects) {
        guarded_effect(frame, pc, true);
      } else if (reached) {
        try_left_out(frame, pc, *known ? in.b : pc + 1, *known ? in.c : in.b);
      }
    }
    if (!loss_places_.empty() && !frame.library) {
      const auto end = static_cast<std::uint32_t>(frame.code->code.size());
      skipped_losses(frame, pc, *known ? in.b : pc + 1, *known ? in.c : in.b);
      if (!reached) skipped_losses(frame, pc, in.c, end);
    }
    return reached;
  }
  const SiteId site = make_site(frame.chunk, pc);
  const auto why = static_cast<ir::Why>(in.aux);
  bool staged = false;
  if (must_be_tensor(condition)) {
    consume(condition, site);
    if (heap_.has_kind(condition, Kind::KerasTensor)) {
      tensor_truth(condition, site, in.aux);
    } else if (in_graph() && !frame.library) {
      staged = ambient_.converted && why != ir::Why::Assert && why != ir::Why::ComprehensionFilter &&
               why != ir::Why::MatchCase;
      if (!staged) tensor_truth(condition, site, in.aux);
    }
  }
  if (staged) return run_staged_if(frame, in, pc);
  const Heap::Mark mark = heap_.mark();
  struct Narrowed {
    bool function = false;
    bool turn = false;
  };
  const Narrowed outside{frame.narrowed, frame.narrowed_turn};
  const auto run_branch = [&](bool holds, std::uint32_t begin, std::uint32_t end, Narrowed& after, Narrowed& left) {
    frame.narrowed = outside.function;
    frame.narrowed_turn = outside.turn;
    const std::uint32_t returns = frame.returns_seen;
    const std::uint32_t loop_exits = frame.loop_exits_seen;
    refine(frame, pc, in.a, holds);
    const bool reached = run_block(frame, begin, end);
    if (reached) {
      after = {frame.narrowed, frame.narrowed_turn};
    } else {
      left = {frame.returns_seen != returns, frame.loop_exits_seen != loop_exits};
    }
    return reached;
  };
  Narrowed after_first;
  Narrowed after_second;
  Narrowed left;
  ++frame.branches;
  enter_guard();
  const bool first = run_branch(true, pc + 1, in.b, after_first, left);
  Heap::Delta first_changes;
  if (first) first_changes = heap_.delta(mark);
  heap_.rollback(mark);
  const bool second = run_branch(false, in.b, in.c, after_second, left);
  --frame.branches;
  leave_guard();
  // A branch that raises refuses a wrong argument; one that leaves takes over for some arguments.
  const bool chooses = first != second && in_graph();
  frame.narrowed = after_first.function || after_second.function || (chooses && left.function);
  frame.narrowed_turn = after_first.turn || after_second.turn || (chooses && left.turn);
  if (!first && !second) return false;
  if (first && !second) {
    heap_.rollback(mark);
    heap_.apply(first_changes);
  } else if (first && second) {
    heap_.merge(mark, first_changes);
  }
  return true;
}

/// Both branches are traced, one after the other: what they do to objects happens, whatever the data; only the names
/// that the branches assign themselves begin anew in the second one and are joined.
bool Interp::run_staged_if(Frame& frame, const Instr& in, std::uint32_t pc) {
  const SiteId site = make_site(frame.chunk, pc);
  const RegionId outer = ambient_.region;
  const Assigned assigned(*frame.code, pc + 1, in.c);
  const Heap::Mark mark = heap_.mark();
  ++frame.branches;
  ambient_.region = open_region(RegionKind::Branch, 0, site);
  const bool first = run_block(frame, pc + 1, in.b);
  Heap::Delta first_effects = heap_.delta(mark);
  const Heap::Delta first_carried = assigned.split(heap_, mark, first_effects);
  heap_.rollback(mark);
  heap_.apply(first_effects);
  const Heap::Mark middle = heap_.mark();
  ambient_.region = outer;
  ambient_.region = open_region(RegionKind::Branch, 0, site);
  const bool second = run_block(frame, in.b, in.c);
  ambient_.region = outer;
  --frame.branches;
  if (!first && !second) return false;
  Heap::Delta second_effects = heap_.delta(middle);
  const Heap::Delta second_carried = assigned.split(heap_, middle, second_effects);
  if (first && second) check_branches(frame, in, mark, first_carried, second_carried, site);
  heap_.rollback(middle);
  heap_.apply(second_effects);
  const Heap::Mark end = heap_.mark();
  if (second) heap_.apply(second_carried);
  if (first && second) {
    heap_.merge(end, first_carried);
  } else if (first) {
    heap_.apply(first_carried);
  }
  wire_out(frame, pc + 1, in.c, mark, site);
  return true;
}

/// Tensors whose names a staged loop assigns are its loop variables: what its body sees of them belongs to the body,
/// from the first turn on.
void Interp::wire_in(Frame& frame, LoopContext& loop, std::uint32_t begin, std::uint32_t end, SiteId site) {
  const ir::Chunk& code = *frame.code;
  const auto enter = [&](ir::Reg reg) {
    if (reg >= code.local_names.size()) return;
    const Value value = heap_.reg(frame.base + reg);
    const auto members = heap_.members(value);
    if (value == v_unbound || !std::all_of(members.begin(), members.end(), [&](ObjId id) {
          return heap_[id].kind == Kind::Tensor && is_ancestor(heap_[id].a, ambient_.region) &&
                 heap_[id].a != ambient_.region;
        }))
      return;
    const Value inside = make_tensor(site, flow_of(value), value.single() ? heap_[value.obj()].b : 0);
    loop.carried.emplace_back(reg, inside);
    set_variable(frame, reg, inside);
  };
  for (std::uint32_t pc = begin; pc < end; ++pc) ir::for_each_written(code, code.code[pc], enter);
}

/// Names and direct attributes assigned in staged code leave it as tensors of the surrounding graph.
void Interp::wire_out(const Frame& frame, std::uint32_t begin, std::uint32_t end, Heap::Mark mark, SiteId site) {
  const Assigned assigned(*frame.code, begin, end);
  Heap::Delta changes = heap_.delta(mark);
  for (const auto& change : assigned.split(heap_, mark, changes)) {
    const Value value{change.value};
    bool inner = false;
    for (const ObjId id : heap_.members(value)) {
      inner = inner || (heap_[id].kind == Kind::Tensor && !is_ancestor(heap_[id].a, ambient_.region));
    }
    if (inner) heap_.store(change.key, make_tensor(site, flow_of(value)).bits);
  }
}

/// Would another turn do exactly what the one since `mark` did? Yes when all it changed is the loop's own variable,
/// temporaries, and what a comprehension collects.
bool Interp::settled(const Frame& frame, const Heap::Delta& before, ir::Reg target, bool comprehension) const {
  const auto locals = static_cast<std::uint32_t>(frame.code->local_names.size());
  return std::all_of(before.begin(), before.end(), [&](const Heap::Change& old) {
    if (heap_.load(old.key) == old.value) return true;
    if (!Heap::is_register(old.key)) {
      const Symbol name = Heap::key_symbol(old.key);
      return comprehension && (name == cell::length || name == cell::rest);
    }
    const ir::Reg reg = static_cast<std::uint32_t>(old.key) - frame.base;
    return reg == target || (old.value == v_unbound.bits && (comprehension || reg >= locals));
  });
}

/// After one turn of a loop nobody counts: numbers and texts that changed may be any.
void Interp::generalise(const Heap::Delta& before) {
  for (const auto& old : before) {
    if (!Heap::is_register(old.key) && is_raw_cell(Heap::key_symbol(old.key))) continue;
    const Value now{heap_.load(old.key)};
    if (now.bits == old.value || !now.single()) continue;
    const Obj& o = heap_[now.obj()];
    HostType type = HostType::Any;
    if (o.kind == Kind::Int) {
      type = HostType::Int;
    } else if (o.kind == Kind::Float) {
      type = HostType::Float;
    } else if (o.kind == Kind::Str) {
      type = HostType::Str;
    } else {
      continue;
    }
    if (old.value == 0) continue;  // first bound in the loop: it is bound to the same constant each time
    const Value any = make_host(type, 0, o.site);
    heap_[any.obj()].b = host_varies;
    heap_.store(old.key, any.bits);
  }
}

bool Interp::run_iteration(Frame& frame, LoopContext& loop, std::uint32_t begin, std::uint32_t end) {
  loop.continues.clear();
  loop.region = ambient_.region;
  loop.iteration = heap_.mark();
  const bool narrowed = frame.narrowed_turn;
  const bool reached = run_block(frame, begin, end);
  frame.narrowed_turn = narrowed;
  if (loop.continues.empty()) return reached;
  if (reached) loop.continues.push_back(heap_.delta(loop.iteration));
  heap_.join_paths(loop.iteration, loop.continues);
  return true;
}

bool Interp::finish_loop(Frame& frame, LoopContext& loop, bool reached, std::uint32_t else_begin,
                         std::uint32_t else_end) {
  frame.loop = loop.outer;
  if (reached) reached = run_block(frame, else_begin, else_end);
  --frame.branches;
  if (loop.breaks.empty()) return reached;
  if (reached) loop.breaks.push_back(heap_.delta(loop.mark));
  heap_.join_paths(loop.mark, loop.breaks);
  return true;
}

bool Interp::run_for(Frame& frame, const Instr& in, std::uint32_t pc) {
  const Value iterable = heap_.reg(frame.base + in.b);
  const SiteId site = make_site(frame.chunk, pc);
  LoopContext loop;
  loop.finalizer = frame.finalizer;
  loop.outer = frame.loop;
  loop.mark = heap_.mark();
  loop.begin = pc;
  const bool comprehension = static_cast<ir::Why>(in.aux) == ir::Why::Comprehension;
  ++frame.branches;
  frame.loop = &loop;
  const auto bind_item = [&](Value item) { set_variable(frame, in.a, item == v_unbound ? v_unknown : item); };

  if (iterable.single() && heap_[iterable.obj()].kind == Kind::Generator) note_iterator(iterable, site);
  std::vector<Value> elements;
  if (known_elements(iterable, elements) && elements.size() <= limits::unrolled) {
    bool reached = true;
    for (const Value item : elements) {
      bind_item(item);
      reached = run_iteration(frame, loop, pc + 1, in.c);
      if (!reached) break;
    }
    return finish_loop(frame, loop, reached, in.c, in.d);
  }
  loop.guessed = iterable.single() && (heap_[iterable.obj()].flags & obj_guessed) != 0;
  bool staged = is_dataset(iterable) && in_graph() && ambient_.converted && !frame.library && !comprehension;
  if (must_be_tensor(iterable)) {
    consume(iterable, site);
    const bool placeholder = heap_.has_kind(iterable, Kind::KerasTensor);
    if ((in_graph() || placeholder) && !frame.library) {
      staged = ambient_.converted && !comprehension && !placeholder;
      if (!staged)
        tensor_truth(iterable, site,
                     comprehension ? static_cast<std::uint32_t>(ir::Why::Comprehension) : truth_of::iteration);
    }
  }
  const RegionId outer = ambient_.region;
  if (staged) ambient_.region = open_region(RegionKind::Loop, 0, site);
  const bool was_later = ambient_.later;
  const Heap::Mark mark = heap_.mark();
  if (staged) wire_in(frame, loop, pc + 1, in.c, site);
  bind_item(elements.empty() ? iterated(iterable, site) : elements.front());
  if (comprehension) ambient_.later = true;
  bool reached = run_iteration(frame, loop, pc + 1, in.c);
  if (reached && staged) check_growth(loop, frame, site);
  if (reached && !staged) {
    const Heap::Delta before = heap_.before(mark);
    if (!settled(frame, before, in.a, comprehension)) {
      generalise(before);
      ambient_.later = true;
      bind_item(iterated(iterable, site));
      // A second turn that always leaves by break or return was the last one.
      reached = run_iteration(frame, loop, pc + 1, in.c);
      if (reached) generalise(heap_.before(mark));
    }
  }
  ambient_.later = was_later;
  ambient_.region = outer;
  const bool end_reached = finish_loop(frame, loop, reached, in.c, in.d);
  if (staged && end_reached) wire_out(frame, pc + 1, in.c, mark, site);
  return end_reached;
}

bool Interp::run_while(Frame& frame, const Instr& in, std::uint32_t pc) {
  LoopContext loop;
  loop.finalizer = frame.finalizer;
  loop.outer = frame.loop;
  loop.mark = heap_.mark();
  loop.begin = pc;
  ++frame.branches;
  frame.loop = &loop;
  const SiteId site = make_site(frame.chunk, pc);
  const RegionId outer = ambient_.region;
  const bool was_later = ambient_.later;
  const Heap::Mark mark = heap_.mark();
  bool staged = false;
  bool reached = true;
  bool endless = false;
  for (std::uint32_t turn = 0; turn < 2; ++turn) {
    if (!run_block(frame, pc + 1, in.b)) {
      reached = false;
      break;
    }
    const Value condition = this->condition(heap_.reg(frame.base + in.a), site);
    const auto known = truth(condition);
    if (known == false) break;
    // Only a constant says that it stays so: what the condition looks at may change in a way that is not followed.
    endless = known == true && in.b == pc + 2 && frame.code->code[pc + 1].op == Op::Const;
    if (turn == 0 && !known && must_be_tensor(condition)) {
      consume(condition, site);
      if (in_graph() && ambient_.converted && !frame.library) {
        staged = true;
        ambient_.region = open_region(RegionKind::Loop, 0, site);
        wire_in(frame, loop, in.b, in.c, site);
      } else {
        tensor_truth(condition, site, static_cast<std::uint32_t>(ir::Why::Statement));
      }
    }
    const bool guarded = !known && !staged;
    if (guarded) enter_guard();
    reached = run_iteration(frame, loop, in.b, in.c);
    if (guarded) leave_guard();
    if (reached && staged) check_growth(loop, frame, site);
    if (!reached || staged) break;
    generalise(heap_.before(mark));
    ambient_.later = true;
  }
  ambient_.later = was_later;
  ambient_.region = outer;
  if (endless) reached = false;
  const bool end_reached = finish_loop(frame, loop, reached, in.c, in.d);
  if (staged && end_reached) wire_out(frame, pc + 1, in.c, mark, site);
  return end_reached;
}

}  // namespace graphfence
