// `with` and `try`: what runs on the way out of a block, whichever way it is left.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

using ir::Instr;
using ir::Op;

bool Interp::leave(Frame& frame, Value value) {
  ++frame.returns_seen;
  tell_loop_exit(frame, true);
  const Region& region = regions_[ambient_.region];
  if (region.kind == RegionKind::Branch && region.parent == frame.region && is_symbolic(value))
    frame.staged_return = region.definition;
  if (frame.finalizer != nullptr) {
    leave_through(frame, WayOut::Kind::Return, value);
  } else if (frame.branches == 0) {
    frame.result = value;
    frame.returned_in_place = true;
  } else {
    frame.returns.push_back({heap_.delta(frame.mark, frame.base), value});
  }
  return false;
}

bool Interp::leave_loop(Frame& frame, WayOut::Kind kind) {
  if (frame.loop == nullptr) return false;
  ++frame.loop_exits_seen;
  if (kind == WayOut::Kind::Break) tell_loop_exit(frame, false);
  LoopContext& loop = *frame.loop;
  if (frame.finalizer != loop.finalizer && frame.finalizer != nullptr) {
    leave_through(frame, kind, v_none);
  } else if (kind == WayOut::Kind::Break) {
    loop.breaks.push_back(heap_.delta(loop.mark));
  } else {
    loop.continues.push_back(heap_.delta(loop.iteration));
  }
  return false;
}

/// The end of a block has to run before the path is left.
void Interp::leave_through(Frame& frame, WayOut::Kind kind, Value value) {
  Finalizer& finalizer = *frame.finalizer;
  WayOut exit{kind, value, frame.branches == finalizer.branches, {}};
  if (!exit.here) exit.delta = heap_.delta(finalizer.mark, frame.base + frame.code->register_count);
  finalizer.exits.push_back(std::move(exit));
}

void Interp::leave_further(Frame& frame, const WayOut& exit) {
  if (exit.kind == WayOut::Kind::Return) {
    leave(frame, exit.value);
  } else {
    leave_loop(frame, exit.kind);
  }
}

/// Runs `last` on every path that leaves the block; what left by `return`, `break` or `continue` goes on its way then.
/// `reached`: the end of the block is reached, the state is the one there. The frame's branch that is the block ends.
bool Interp::leave_block(Frame& frame, Finalizer& finalizer, bool reached, const std::function<bool()>& last) {
  frame.finalizer = finalizer.outer;
  if (finalizer.exits.empty()) {
    const bool done = last();
    --frame.branches;
    return done && reached;
  }
  if (finalizer.exits.size() == 1 && finalizer.exits.front().here && !reached) {
    --frame.branches;
    if (last()) leave_further(frame, finalizer.exits.front());
    return false;
  }
  Heap::Delta through;
  if (reached) {
    reached = last();
    through = heap_.delta(finalizer.mark);
  }
  // The one whose state is at hand comes first.
  for (auto exit = finalizer.exits.rbegin(); exit != finalizer.exits.rend(); ++exit) {
    if (!exit->here) {
      heap_.rollback(finalizer.mark);
      heap_.apply(exit->delta);
    }
    if (last()) leave_further(frame, *exit);
  }
  if (reached) {
    heap_.rollback(finalizer.mark);
    heap_.apply(through);
  }
  --frame.branches;
  return reached;
}

bool Interp::run_with(Frame& frame, const Instr& in, std::uint32_t pc) {
  const Value manager = heap_.reg(frame.base + in.b);
  const SiteId site = make_site(frame.chunk, pc);
  if (manager.single() && heap_[manager.obj()].kind == Kind::Generator && heap_[manager.obj()].b != 0)
    return run_generator_as_manager(frame, in, pc, manager.obj());
  Value entered = v_unknown;
  const Ambient saved = ambient_;
  bool suppresses = false;
  bool tape = false;
  Value leave_method = v_unknown;
  if (const ObjId cls = class_of(manager); cls != 0) {
    if (const Value effect = lookup_class(cls, known(sym::gf_with));
        effect.single() && heap_[effect.obj()].kind == Kind::Str) {
      const std::string_view what = text(Symbol{heap_[effect.obj()].a});
      tape = what == "tape";
      if (what == "eager") {
        if (in_graph()) ambient_.lifted = ambient_.region;
        ambient_.region = 0;
      }
      if (tape) ++ambient_.tapes;
      if (what == "strategy") ambient_.strategy = manager.obj();
      if (what == "raises") {
        ++ambient_.caught;
        suppresses = true;
      }
    }
    const Value enter = attribute(manager, known(sym::dunder_enter), site);
    if (enter != v_unknown) entered = call(enter, {}, site);
    if (entered == v_unbound) return false;
    if (!class_info(cls).library) leave_method = attribute(manager, known(sym::dunder_exit), site);
  }
  if ((in.flags & ir::flag_async) != 0) entered = v_unknown;
  if (leave_method == v_unknown) {
    set_variable(frame, in.a, entered);
    const bool reached = run_block(frame, pc + 1, in.c);
    ambient_ = saved;
    if (tape) heap_.set(manager.obj(), cell::closed, Value{heap_.make(Kind::Env, make_site(frame.chunk, in.c))});
    return reached || suppresses;
  }
  ++frame.branches;
  Finalizer finalizer{heap_.mark(), frame.branches, {}, frame.finalizer};
  frame.finalizer = &finalizer;
  set_variable(frame, in.a, entered);
  const bool reached = run_block(frame, pc + 1, in.c);
  ambient_ = saved;
  return leave_block(frame, finalizer, reached, [&] {
    return call(leave_method, Arguments{.positional = {v_none, v_none, v_none}}, site) != v_unbound;
  });
}

/// `with manager():` where a decorated generator function made it: its code runs up to the `yield`, then the block,
/// then the rest.
bool Interp::run_generator_as_manager(Frame& frame, const Instr& in, std::uint32_t pc, ObjId generator) {
  const Obj o = heap_[generator];
  const Ambient saved = ambient_;
  std::vector<WayOut> exits;
  bool ran = false;
  bool reached = false;
  const auto run_body = [&](Value entered) {
    ran = true;
    set_variable(frame, in.a, entered);
    return run_block(frame, pc + 1, in.c);
  };
  const std::function<bool(Value)> on_yield = [&](Value entered) {
    Frame* const own = frames_.back();
    const Ambient inside = ambient_;
    frames_.pop_back();
    ambient_.converted = saved.converted;
    Finalizer finalizer{heap_.mark(), frame.branches, {}, frame.finalizer};
    frame.finalizer = &finalizer;
    const bool fell = run_body(entered);
    frame.finalizer = finalizer.outer;
    ambient_ = inside;
    std::vector<Heap::Delta> ends;
    if (fell) ends.push_back(heap_.delta(finalizer.mark));
    for (const WayOut& exit : finalizer.exits) {
      ends.push_back(exit.here ? heap_.delta(finalizer.mark) : exit.delta);
      exits.push_back(exit);
    }
    reached = reached || fell;
    const bool at_hand = fell ? ends.size() == 1 : ends.size() == 1 && finalizer.exits.front().here;
    if (!ends.empty() && !at_hand) heap_.join_paths(finalizer.mark, ends);
    frames_.push_back(own);
    return !ends.empty();
  };
  ++frame.branches;
  const Arguments arguments = stored_arguments_[o.b - 1];
  const Value done = call_function(o.a, arguments, make_site(frame.chunk, pc), Value{o.c}, &on_yield);
  ambient_ = saved;
  if (!ran) {
    reached = run_body(v_unknown);
  } else if (done == v_unbound) {
    reached = false;
  }
  if (ran && done != v_unbound && exits.size() == 1 && !reached) {
    --frame.branches;
    leave_further(frame, exits.front());
    return false;
  }
  if (ran && done != v_unbound) {
    for (const WayOut& exit : exits) leave_further(frame, exit);
  }
  --frame.branches;
  return reached;
}

/// Does the code import a module that may not be installed?
bool Interp::may_lack_import(const Frame& frame, std::uint32_t begin, std::uint32_t end) {
  const SourceModule& importer = *module_files_[heap_[frame.module].a];
  if (importer.library) return false;
  for (std::uint32_t i = begin; i < end; ++i) {
    const Instr& in = frame.code->code[i];
    if (in.op != Op::Import && in.op != Op::ImportFrom && in.op != Op::ImportStar) continue;
    const std::string_view module = text(Symbol{in.b});
    const std::string_view top = module.substr(0, module.find('.'));
    if (top == "tensorflow" || top == "keras" || top == "tf_keras" || top == "numpy") continue;
    if (source_.resolve(importer, module, in.aux) == nullptr) return true;
  }
  return false;
}

/// What `except A as e` binds, for classes of the user's.
Value Interp::caught_object(Value type, SiteId site) {
  std::vector<Value> types;
  if (!known_elements(type, types)) types = {type};
  Value result = v_unbound;
  for (const Value one : types) {
    const bool known_class = one.single() && heap_[one.obj()].kind == Kind::Class && !class_info(one.obj()).library;
    const Value object = known_class ? Value{heap_.make(Kind::Instance, site, one.obj())} : v_unknown;
    result = result == v_unbound ? object : heap_.join(result, object);
  }
  return result == v_unbound ? v_unknown : result;
}

bool Interp::run_try(Frame& frame, const Instr& in, std::uint32_t& pc) {
  const std::uint32_t* p = &frame.code->pool[in.a];
  const std::uint32_t handlers = p[0];
  const std::uint32_t* starts = p + 1;
  const std::uint32_t else_begin = p[1 + handlers];
  const std::uint32_t finally_begin = p[2 + handlers];
  const std::uint32_t end = p[3 + handlers];
  const std::uint32_t body_end = handlers > 0 ? starts[0] : else_begin;
  const Heap::Mark mark = heap_.mark();
  ++frame.branches;
  // Where handlers may follow, the state of a path that leaves is not the last one.
  constexpr std::uint32_t never = 0xFFFFFFFFU;
  Finalizer finalizer{mark, handlers > 0 ? never : frame.branches, {}, frame.finalizer};
  if (finally_begin < end) frame.finalizer = &finalizer;
  if (handlers > 0) ++ambient_.caught;
  bool reached = run_block(frame, pc + 1, body_end);
  if (handlers > 0) --ambient_.caught;
  std::vector<Heap::Delta> ends;
  Heap::Delta start;
  bool handled = handlers > 0 && !reached;
  if (!reached) {
    // The body always raises or leaves: the handlers start from what it may have changed.
    if (handled) start = heap_.delta(mark);
  } else {
    reached = run_block(frame, else_begin, finally_begin);
    if (handlers > 0 && (follow_ || may_lack_import(frame, pc + 1, body_end))) {
      handled = true;
      if (reached) ends.push_back(heap_.delta(mark));
    }
  }
  if (handled) {
    enter_guard();
    for (std::uint32_t i = 0; i < handlers; ++i) {
      heap_.rollback(mark);
      heap_.merge(mark, start);
      const std::uint32_t stop = i + 1 < handlers ? starts[i + 1] : else_begin;
      if (run_block(frame, starts[i], stop)) ends.push_back(heap_.delta(mark));
    }
    leave_guard();
    reached = !ends.empty();
    if (reached) heap_.join_paths(mark, ends);
  }
  if (finally_begin < end) {
    reached = leave_block(frame, finalizer, reached, [&] { return run_block(frame, finally_begin, end); });
  } else {
    --frame.branches;
  }
  pc = end;
  return reached;
}

}  // namespace graphfence
