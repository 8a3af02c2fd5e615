// tf.function: traces, cached calls and what they miss (engine.md 2.6).
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

Value Interp::make_tf_function(Value function, const Arguments& given, SiteId site) {
  TraceOptions options;
  options.definition = user_site() != 0 ? site : 0;
  if (const auto v = given.keyword(known(sym::autograph))) options.autograph = *v != v_false;
  if (const auto v = given.keyword(known(sym::jit_compile))) options.jit = *v == v_true;
  for (const char* name : {"reduce_retracing", "experimental_relax_shapes"}) {
    if (const auto v = given.keyword(names_.intern(name))) options.relaxed = *v != v_false;
  }
  if (const auto v = given.keyword(known(sym::input_signature))) options.fixed_signature = *v != v_none;
  for (const sym::Known old : {sym::relax_shapes, sym::follow_type_hints, sym::experimental_compile}) {
    if (!given.keyword(known(old))) continue;
    Event e = at_hand(EventKind::OldOption, 0);
    e.name = known(old);
    emit(std::move(e));
  }
  options_.push_back(options);
  const auto index = static_cast<std::uint32_t>(options_.size() - 1);
  // `tf.function(obj)` traces the object's call; `tf.function(tf.function(f))` is f traced within a trace.
  const Value made{heap_.make(Kind::TFFunction, site, function.bits, index)};
  if (const auto v = given.keyword(known(sym::input_signature)); v && in_user_code())
    short_signature(made, function, *v, frames_.back()->class_namespace != 0);
  note_made(made.obj());
  return made;
}

void Interp::sign(Value value, std::vector<SignatureLeaf>& out, int depth) {
  if (!value.single()) {
    out.push_back({SignatureLeaf::Kind::Unknown, 0, 0});
    return;
  }
  const ObjId id = value.obj();
  const Obj& o = heap_[id];
  switch (o.kind) {
    case Kind::Tensor:
    case Kind::Array:
      out.push_back({SignatureLeaf::Kind::Shape, o.b, id});
      break;
    case Kind::None:
    case Kind::Bool:
      out.push_back({SignatureLeaf::Kind::Constant, id, 0});
      break;
    case Kind::Int:
    case Kind::Str:
      out.push_back({SignatureLeaf::Kind::Constant, o.a + 16, static_cast<ObjId>(o.kind)});
      break;
    case Kind::Float:
      out.push_back({SignatureLeaf::Kind::Constant, static_cast<std::uint32_t>(std::hash<double>{}(doubles_[o.a])),
                     static_cast<ObjId>(o.kind)});
      break;
    case Kind::Unknown:
    case Kind::Host:
      out.push_back({SignatureLeaf::Kind::Unknown, 0, 0});
      break;
    case Kind::List:
    case Kind::Tuple:
      out.push_back({SignatureLeaf::Kind::Constant, length(id), 1000});
      if (depth < 3) {
        for (std::uint32_t i = 0; i < limits::container_slots; ++i) {
          const Value e = heap_.get(id, slot(i));
          if (e == v_unbound) break;
          sign(e, out, depth + 1);
        }
      }
      break;
    case Kind::Dict:
      for (const Symbol name : std::vector<Symbol>(heap_.names(id))) {
        if (name.id < cell::length.id && depth < 3) sign(heap_.get(id, name), out, depth + 1);
      }
      break;
    default:
      out.push_back({SignatureLeaf::Kind::Object, id, 0});
      break;
  }
}

std::vector<SignatureLeaf> Interp::signature(const Arguments& arguments) {
  std::vector<SignatureLeaf> out;
  for (const Value v : arguments.positional) sign(v, out, 0);
  for (const auto& [name, v] : arguments.keywords) {
    out.push_back({SignatureLeaf::Kind::Constant, name.id, 2000});
    sign(v, out, 0);
  }
  return out;
}

Interp::Cover Interp::covers(const TraceRecord& record, const std::vector<SignatureLeaf>& now, bool fixed) const {
  if (fixed) return Cover::Must;
  if (record.signature.size() != now.size()) return Cover::No;
  Cover result = Cover::Must;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const SignatureLeaf& a = record.signature[i];
    const SignatureLeaf& b = now[i];
    if (a.kind == SignatureLeaf::Kind::Unknown || b.kind == SignatureLeaf::Kind::Unknown) {
      result = Cover::Assumed;
      continue;
    }
    if (a.kind != b.kind) return Cover::No;
    if (a.kind != SignatureLeaf::Kind::Shape) {
      if (a.id != b.id || a.object != b.object) return Cover::No;
      continue;
    }
    if (a.object == b.object) continue;
    if (a.id == 0 || b.id == 0) {
      result = Cover::Assumed;
      continue;
    }
    const auto& was = shapes_[a.id];
    const auto& is = shapes_[b.id];
    if (was.size() != is.size()) return Cover::No;
    for (std::size_t d = 0; d < was.size(); ++d) {
      if (was[d] >= 0 && is[d] >= 0 && was[d] != is[d]) return Cover::No;
      if (was[d] >= 0 && is[d] < 0) return Cover::No;
    }
  }
  return result;
}

Value Interp::run_in_region(RegionKind kind, ObjId opener, SiteId definition, Value function,
                            const Arguments& arguments, SiteId site, bool converted, bool stateless) {
  const Ambient saved = ambient_;
  const RegionId region = open_region(kind, opener, definition, stateless);
  Arguments inner = arguments;
  ambient_.region = region;
  for (Value& v : inner.positional) v = border(v, site, false);
  for (auto& [name, v] : inner.keywords) v = border(v, site, false);
  regions_[region].first_inner = static_cast<ObjId>(heap_.object_count());
  // What Python hangs on a tensor does not cross the border of a trace.
  const auto strip = [&](Value v) {
    if (kind != RegionKind::Function || !v.single() || (heap_[v.obj()].flags & obj_masked) == 0) return v;
    heap_[v.obj()].flags = static_cast<std::uint8_t>(heap_[v.obj()].flags ^ (obj_masked | obj_unmasked));
    return v;
  };
  for (const Value v : inner.positional) strip(v);
  ambient_.converted = converted;
  const std::size_t made = made_.size();
  const std::uint32_t begun = steps_;
  Value result = call(function, inner, site);
  if (result != v_unbound) {
    consume(result, site);  // outputs are captured: returning is a use
    trace_again(region, function, inner, site, made, steps_ - begun);
  }
  ambient_ = saved;
  return result == v_unbound ? result : strip(border(result, site, true));
}

Value Interp::cached_call(ObjId, TraceRecord& record, SiteId site) {
  std::vector<ObjId> now_live;
  for (const ObjId variable : record.pending) {
    if (heap_.get(variable, cell::pending) != v_true) now_live.push_back(variable);
  }
  if (!now_live.empty()) {
    Event e = at_hand(EventKind::StaleTrace, regions_[record.region].opener);
    e.cause = record.call;
    e.owner_region = record.region;
    e.objects = now_live;
    emit(std::move(e));
  }
  stale_mode(record);
  check_reads(record);
  const auto index = static_cast<std::uint32_t>(&record - records_.data());
  for (std::uint32_t i = 0; i < record.losses.size(); ++i) {
    // The list was cleared by this call of the layer; the trace that would have filled it does not run.
    // A layer that was called inside the trace is not even cleared: its list keeps the tensor of the first call.
    if (record.losses[i].inside_call && is_ancestor(record.region, record.losses[i].layer_region)) continue;
    const ObjId layer = record.losses[i].layer;
    const Value missed = heap_.get(layer, cell::missed);
    const Value mark{heap_.make(Kind::Env, user_site(), index, i, ambient_.assumed_shape ? 1 : 0)};
    heap_.set(layer, cell::missed, missed == v_unbound ? mark : heap_.join(missed, mark));
  }
  // What an inner cached call misses, the traces in progress never do either.
  const auto inner = record.pending;
  for (const std::uint32_t active : active_records_) {
    if (!records_[active].stateless) continue;
    for (const ObjId variable : inner) {
      if (heap_.get(variable, cell::pending) == v_true) records_[active].pending.push_back(variable);
    }
  }
  const Value result = record.result == v_unbound ? v_unknown : border(record.result, site, true);
  may_have_gradient(result);
  return result;
}

Value Interp::call_tf_function(ObjId function, const Arguments& arguments, SiteId site) {
  const Obj o = heap_[function];
  const Value eagerly = heap_.get(v_none.bits, cell::eager_switch);
  if (eagerly == v_true) {
    const bool was = ambient_.converted;
    ambient_.converted = false;
    const Value result = call(Value{o.a}, arguments, site);
    ambient_.converted = was;
    return result;
  }
  if (eagerly != v_unbound && truth(eagerly) != false) {
    // Nobody knows whether there is a graph.
    const Ambient saved = ambient_;
    ++ambient_.guarded;
    ++ambient_.undecided;
    const Value result = call_traced(function, arguments, site);
    ambient_ = saved;
    return result;
  }
  return call_traced(function, arguments, site);
}

Value Interp::call_traced(ObjId function, const Arguments& arguments, SiteId site) {
  const Obj o = heap_[function];
  const TraceOptions options = options_[o.b];
  for (const Value v : arguments.positional) consume(v, site, 1);
  for (const auto& [name, v] : arguments.keywords) consume(v, site, 1);
  // A KerasTensor cannot enter a trace.
  if (const ObjId placeholder = placeholder_in(arguments); placeholder != 0 && user_site() == site) {
    tell_placeholder(placeholder, {}, PlaceholderOf::traced, site);
    return v_unbound;
  }
  for (const Value v : arguments.positional) {
    if (heap_.has_kind(v, Kind::KerasTensor)) return v_unknown;
  }
  const std::vector<SignatureLeaf> now = signature(arguments);
  std::uint32_t count = 0;
  ++options_[o.b].calls;
  for (std::uint32_t i = heap_.raw(function, cell::traces); i != 0; i = records_[i].next, ++count) {
    const Cover cover = covers(records_[i], now, options.fixed_signature);
    if (cover == Cover::No) continue;
    const bool was = ambient_.assumed_shape;
    ambient_.assumed_shape = was || cover == Cover::Assumed;
    note_varying(function, records_[i], arguments);
    const Value result = cached_call(function, records_[i], site);
    ambient_.assumed_shape = was;
    return result;
  }
  if (calls_itself(function, now)) return v_unknown;
  note_retrace(function, now);
  if (count >= limits::traces) return v_unknown;
  if (count == 0) note_made_call(function);

  const auto index = static_cast<std::uint32_t>(records_.size());
  records_.push_back({});
  records_[index].signature = now;
  records_[index].call = user_site();
  records_[index].stateless = regions_[ambient_.region].stateless;
  records_[index].mode = training_mode();
  active_records_.push_back(index);
  records_[index].region = static_cast<RegionId>(regions_.size());
  const Value result =
      run_in_region(RegionKind::Function, function, options.definition, Value{o.a}, arguments, site, options.autograph);
  active_records_.pop_back();
  if (result == v_unbound) return v_unbound;
  records_[index].end = static_cast<ObjId>(heap_.object_count());
  for (TraceRead& read : records_[index].reads) read.after = heap_.get(read.holder, read.name);
  records_[index].result = result;
  records_[index].next = heap_.raw(function, cell::traces);
  heap_.set_raw(function, cell::traces, index);
  return result;
}

}  // namespace graphfence
