// One instruction after the other; control structure is in flow.cpp.
#include "analysis/summary/interp.h"

namespace graphfence {

using ir::Op;

bool Interp::exhausted_now() {
  if (steps_ >= limits::steps) return true;
  if ((++steps_ & 0x3FFU) == 0 && cancel_.cancelled()) steps_ = limits::steps;
  return steps_ >= limits::steps;
}

bool Interp::run_block(Frame& frame, std::uint32_t begin, std::uint32_t end) {
  std::uint32_t pc = begin;
  while (pc < end) {
    frame.pc = pc;
    if (exhausted_now()) return false;
    if (!step(frame, pc, end)) return false;
  }
  return true;
}

Value Interp::run_chunk(Frame& frame) {
  frame.mark = heap_.mark();
  const bool reached = run_block(frame, 0, static_cast<std::uint32_t>(frame.code->code.size()));
  if (reached && frame.staged_return != 0) report_branch(frame.staged_return, {}, one_branch::returned);
  if (frame.returns.empty()) {
    if (reached) return v_none;
    return frame.returned_in_place ? frame.result : v_unbound;
  }
  if (reached || frame.returned_in_place)
    frame.returns.push_back({heap_.delta(frame.mark, frame.base), reached ? v_none : frame.result});
  heap_.rollback(frame.mark);
  Value result = frame.returns.front().value;
  heap_.apply(frame.returns.front().delta);
  for (std::size_t i = 1; i < frame.returns.size(); ++i) {
    heap_.merge(frame.mark, frame.returns[i].delta);
    result = heap_.join(result, frame.returns[i].value);
  }
  return result;
}

bool Interp::step(Frame& frame, std::uint32_t& pc, std::uint32_t) {
  const ir::Instr& in = frame.code->code[pc];
  const SiteId site = make_site(frame.chunk, pc);
  const auto reg = [&](ir::Reg r) { return heap_.reg(frame.base + r); };
  // Registers that carry a variable, or that several blocks write, take part in joins.
  const auto local_count = static_cast<std::uint32_t>(frame.code->local_names.size());
  const auto set = [&](ir::Reg r, Value v) {
    if (r < local_count || (in.flags & ir::flag_join) != 0) {
      set_variable(frame, r, v);
    } else {
      heap_.set_reg(frame.base + r, v);
    }
    if (observer_ != nullptr) observer_->executed(chunks_[frame.chunk], pc, v, ambient_);
  };
  // A value nobody can have (the callee always raises) ends the path.
  const auto set_or_stop = [&](ir::Reg r, Value v) {
    if (v == v_unbound) return false;
    set(r, v);
    return true;
  };
  switch (in.op) {
    case Op::Nop:
    case Op::ExprStmt:
      break;
    case Op::Except:
      if (in.b != ir::no_reg && in.a != ir::no_reg) set_variable(frame, in.b, caught_object(reg(in.a), site));
      break;
    case Op::Const: {
      const ir::Constant& c = frame.code->constants[in.b];
      Value v = v_unknown;
      switch (c.kind) {
        case ir::ConstKind::None:
          v = v_none;
          break;
        case ir::ConstKind::True:
          v = v_true;
          break;
        case ir::ConstKind::False:
          v = v_false;
          break;
        case ir::ConstKind::Ellipsis:
          v = v_ellipsis;
          break;
        case ir::ConstKind::Int:
          v = make_int(c.integer, site);
          break;
        case ir::ConstKind::Float:
          v = make_float(c.real, site);
          break;
        case ir::ConstKind::Complex:
          v = make_host(HostType::Any, 0, site);
          break;
        case ir::ConstKind::Str:
          v = make_str(c.text, site);
          break;
        case ir::ConstKind::Bytes:
          v = make_host(HostType::Str, 0, site);
          break;
      }
      set(in.a, v);
      break;
    }
    case Op::Unknown:
      set(in.a, v_unknown);
      break;
    case Op::Move: {
      const Value v = reg(in.b);
      set(in.a, v == v_unbound ? v_unknown : v);
      break;
    }
    case Op::DelLocal:
      set_variable(frame, in.a, v_unbound);
      break;
    case Op::LoadGlobal: {
      const Value v = load_global(frame, Symbol{in.b});
      note_read(frame, pc, frame.module, Symbol{in.b}, v);
      set(in.a, v);
      break;
    }
    case Op::StoreGlobal:
      note_count(frame, pc, frame.module, Symbol{in.b});
      heap_.set(frame.module, Symbol{in.b}, escaping(frame.module, EscapeKind::Global, Symbol{in.b}, reg(in.a), site));
      break;
    case Op::DelGlobal:
      heap_.set(frame.module, Symbol{in.b}, v_unbound);
      break;
    case Op::LoadName: {
      Value v = frame.class_namespace != 0 ? heap_.get(frame.class_namespace, Symbol{in.b}) : v_unbound;
      if (v == v_unbound && in.d != ir::no_reg && in.d > 0) {
        const ObjId env = environment(frame, in.d - 1);
        if (env != 0) v = heap_.get(env, Symbol{in.b});
      }
      set(in.a, v == v_unbound ? load_global(frame, Symbol{in.b}) : v);
      break;
    }
    case Op::StoreName:
      if (frame.class_namespace != 0) heap_.set(frame.class_namespace, Symbol{in.b}, reg(in.a));
      break;
    case Op::DelName:
      if (frame.class_namespace != 0) heap_.set(frame.class_namespace, Symbol{in.b}, v_unbound);
      break;
    case Op::LoadCell: {
      const ObjId env = environment(frame, in.c);
      const Value v = env == 0 ? v_unknown : heap_.get(env, Symbol{in.b});
      note_read(frame, pc, env, Symbol{in.b}, v);
      set(in.a, v == v_unbound ? v_unknown : v);
      break;
    }
    case Op::StoreCell: {
      const ObjId env = environment(frame, in.c);
      if (env != 0) {
        if (in.c > 0) note_count(frame, pc, env, Symbol{in.b});
        heap_.set(env, Symbol{in.b},
                  in.c > 0 ? escaping(env, EscapeKind::Closure, Symbol{in.b}, reg(in.a), site) : reg(in.a));
      }
      break;
    }
    case Op::DelCell:
      if (const ObjId env = environment(frame, in.c); env != 0) heap_.set(env, Symbol{in.b}, v_unbound);
      break;
    case Op::Attr: {
      const Value v = attribute(reg(in.b), Symbol{in.c}, site);
      if (reg(in.b).single()) note_read(frame, pc, reg(in.b).obj(), Symbol{in.c}, v);
      return set_or_stop(in.a, v) ? (++pc, true) : false;
    }
    case Op::StoreAttr:
      if (reg(in.b).single()) note_count(frame, pc, reg(in.b).obj(), Symbol{in.c});
      store_attribute(reg(in.b), Symbol{in.c}, reg(in.a), site);
      break;
    case Op::DelAttr:
      if (const Value base = reg(in.b); base.single() && heap_[base.obj()].kind == Kind::Instance) {
        heap_.set(base.obj(), Symbol{in.c}, v_unbound);
      }
      break;
    case Op::Index:
      return set_or_stop(in.a, index(reg(in.b), reg(in.c), site)) ? (++pc, true) : false;
    case Op::StoreIndex:
      if (reg(in.b).single()) note_count(frame, pc, reg(in.b).obj(), {});
      store_index(reg(in.b), reg(in.c), reg(in.a), site);
      break;
    case Op::DelIndex:
      if (const Value base = reg(in.b); base.single()) {
        const Obj o = heap_[base.obj()];
        if (o.kind == Kind::List || o.kind == Kind::Dict) note_mutation(base.obj(), site);
        if (o.kind == Kind::Instance) special_method(base, "__delitem__", {reg(in.c)}, site);
        if (o.kind == Kind::List) heap_.set_raw(base.obj(), cell::length, unknown_length);
        if (o.kind == Kind::Dict) heap_.set(base.obj(), key_symbol(reg(in.c)), v_unbound);
      }
      break;
    case Op::MakeSlice: {
      const ObjId s = heap_.make(Kind::Slice, site);
      for (std::uint32_t i = 0; i < 3; ++i) {
        const std::uint32_t r = frame.code->pool[in.b + i];
        heap_.set(s, slot(i), r == ir::no_reg ? v_none : reg(r));
      }
      set(in.a, Value{s});
      break;
    }
    case Op::MakeTuple:
    case Op::MakeList:
    case Op::MakeSet: {
      std::vector<Value> elements;
      Value rest = v_unbound;
      for (std::uint32_t i = 0; i < in.c; ++i) {
        const std::uint32_t e = frame.code->pool[in.b + i];
        const Value v = reg(e & ~ir::star_bit);
        if ((e & ir::star_bit) == 0) {
          elements.push_back(v);
        } else if (!known_elements(v, elements)) {
          tensor_truth(v, site, truth_of::unpacking);
          rest = rest == v_unbound ? iterated(v, site) : heap_.join(rest, iterated(v, site));
        }
      }
      const Kind kind = in.op == Op::MakeTuple ? Kind::Tuple : in.op == Op::MakeList ? Kind::List : Kind::Set;
      set(in.a, make_sequence(kind, elements, site, rest));
      break;
    }
    case Op::MakeDict: {
      const Value d = make_dict(site);
      for (std::uint32_t i = 0; i < in.c; ++i) {
        const std::uint32_t k = frame.code->pool[in.b + 2 * i];
        const Value v = reg(frame.code->pool[in.b + 2 * i + 1]);
        if (k != ir::no_reg) {
          dict_set(d.obj(), reg(k), v);
        } else {
          bool handled = false;
          container_method(d.obj(), names_.intern("update"), Arguments{.positional = {v}}, site, handled);
        }
      }
      set(in.a, d);
      break;
    }
    case Op::MakeFunc:
      set(in.a, make_function(frame, in, site));
      break;
    case Op::MakeClass:
      set(in.a, make_class(frame, in, site));
      break;
    case Op::Call: {
      const Arguments arguments = collect(frame, in);
      return set_or_stop(in.a, call(reg(in.b), arguments, site)) ? (++pc, true) : false;
    }
    case Op::BinOp:
      if ((in.flags & ir::flag_in_place) != 0) {
        const auto op = static_cast<ir::BinaryOp>(in.aux);
        const Value left = reg(in.b);
        if ((op == ir::BinaryOp::Add || op == ir::BinaryOp::Sub || op == ir::BinaryOp::Mul ||
             op == ir::BinaryOp::Div) &&
            left.single() && is_variable(heap_[left.obj()]) && heap_[left.obj()].b != 0)
          note_rebound(left.obj(), {}, rebound::in_place, site);
      }
      if ((in.flags & ir::flag_in_place) != 0 && class_of(reg(in.b)) != 0) {
        if (const auto v = operator_method(static_cast<ir::BinaryOp>(in.aux), reg(in.b), reg(in.c), site, true)) {
          return set_or_stop(in.a, *v) ? (++pc, true) : false;
        }
      }
      set(in.a, binary(static_cast<ir::BinaryOp>(in.aux), reg(in.b), reg(in.c), site));
      break;
    case Op::UnaryOp:
      set(in.a, unary(static_cast<ir::UnaryOp>(in.aux), reg(in.b), site));
      break;
    case Op::Compare:
      set(in.a, compare(static_cast<ir::CompareOp>(in.aux), reg(in.b), reg(in.c), site));
      break;
    case Op::Format:
      if ((in.flags & ir::flag_has_spec) != 0) host_convert(reg(in.b), names_.intern("format"), site);
      if (class_of(reg(in.b)) != 0) builtin_asks("format", Arguments{.positional = {reg(in.b)}}, site);
      set(in.a, make_text(shows_tensor(reg(in.b), trace_region()), site));
      break;
    case Op::JoinStr: {
      bool shows = false;
      for (std::uint32_t i = 0; i < in.c; ++i)
        shows = shows || shows_tensor(reg(frame.code->pool[in.b + i]), trace_region());
      set(in.a, make_text(shows, site));
      break;
    }
    case Op::Unpack: {
      const Value source = reg(in.a);
      std::vector<Value> elements;
      const bool known = known_elements(source, elements);
      tensor_truth(source, site, truth_of::unpacking);
      if (!known || (in.d == ir::no_reg && elements.size() != in.c)) {
        const Value e = iterated(source, site);
        for (std::uint32_t i = 0; i < in.c; ++i) {
          const bool star = i == in.d;
          set_variable(frame, frame.code->pool[in.b + i], star ? make_sequence(Kind::List, {}, site, e) : e);
        }
        break;
      }
      const auto total = static_cast<std::uint32_t>(elements.size());
      std::uint32_t from = 0;
      for (std::uint32_t i = 0; i < in.c; ++i) {
        const ir::Reg target = frame.code->pool[in.b + i];
        if (i == in.d) {
          const std::uint32_t count = total + 1 >= in.c ? total + 1 - in.c : 0;
          const std::vector<Value> middle(elements.begin() + from, elements.begin() + from + count);
          set_variable(frame, target, make_sequence(Kind::List, middle, site));
          from += count;
        } else {
          set_variable(frame, target, from < total ? elements[from] : v_unknown);
          ++from;
        }
      }
      break;
    }
    case Op::CompAdd:
      append(reg(in.a).obj(), reg(in.b), 0);
      break;
    case Op::CompStore:
      dict_set(reg(in.a).obj(), reg(in.b), reg(in.c));
      break;
    case Op::Yield:
      if (frame.on_yield != nullptr) {
        const bool goes_on = (*frame.on_yield)(in.b == ir::no_reg ? v_none : reg(in.b));
        set(in.a, v_none);
        if (!goes_on) return false;
        break;
      }
      set(in.a, v_unknown);
      break;
    case Op::YieldFrom:
      if (follow_ && frame.on_yield != nullptr) (*frame.on_yield)(iterated(reg(in.b), site));
      set(in.a, v_unknown);
      break;
    case Op::Await:
      set(in.a, follow_ ? reg(in.b) : v_unknown);
      break;
    case Op::Return:
      return leave(frame, in.a == ir::no_reg ? v_none : reg(in.a));
    case Op::Raise:
      if (in.a != ir::no_reg && reg(in.a).single() && heap_[reg(in.a).obj()].kind == Kind::Class)
        instantiate(reg(in.a).obj(), {}, site);
      return false;
    case Op::Import:
    case Op::ImportFrom:
    case Op::ImportStar:
      run_import(frame, in, site);
      break;
    case Op::If: {
      const bool reached = run_if(frame, in, pc);
      pc = in.c;
      return reached;
    }
    case Op::While: {
      const bool reached = run_while(frame, in, pc);
      pc = in.d;
      return reached;
    }
    case Op::For: {
      const bool reached = run_for(frame, in, pc);
      pc = in.d;
      return reached;
    }
    case Op::Break:
      return leave_loop(frame, WayOut::Kind::Break);
    case Op::Continue:
      return leave_loop(frame, WayOut::Kind::Continue);
    case Op::With: {
      const bool reached = run_with(frame, in, pc);
      pc = in.c;
      return reached;
    }
    case Op::Try:
      return run_try(frame, in, pc);
  }
  ++pc;
  return true;
}

}  // namespace graphfence
