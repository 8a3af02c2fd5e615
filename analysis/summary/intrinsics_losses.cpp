// Losses on layers: adding, clearing, collecting, and what a loss of `compile` becomes.
#include <algorithm>

#include "analysis/summary/intrinsics.h"

namespace graphfence {

void Intrinsics::clear_losses(ObjId root) {
  for (const ObjId layer : in.tree(root)) {
    in.wiped_loss(layer, outside_loss::wiped);
    heap.set(layer, cell::losses, v_unbound);
    heap.set(layer, cell::missed, v_unbound);
    heap.set(layer, cell::rows, v_unbound);
  }
}

void Intrinsics::add_one_loss(ObjId layer, Value value) {
  const SiteId where = in.user_site();
  const Flows flow = in.flow_of(value);
  if (!in.frames_.empty() && in.user_file(where)) {
    Event e;
    e.site = where;
    e.object = layer;
    e.region = in.ambient_.region;
    e.value = value;
    if ((flow & flow_host) != 0 && (flow & (flow_weight | flow_input)) != 0) {
      e.kind = EventKind::HostLoss;
      e.may = (flow & flow_mixed) != 0;
      e.cause = in.last_host_conversion_;
      e.name = in.last_host_api_;
      in.emit(e);
    } else if ((flow & ~(flow_objective | flow_collected | flow_grad | flow_flat)) == flow_weight) {
      e.kind = EventKind::WeightLoss;
      in.emit(e);
    }
  }
  RegionId layer_region = in.ambient_.region;
  bool inside_call = false;
  SiteId layer_call = 0;
  const bool implicit = in.frames_.back()->library && in.frames_.back()->code->name == sym::dunder_call;
  for (auto it = in.frames_.rbegin(); it != in.frames_.rend() && layer_call == 0; ++it) {
    const Frame& frame = **it;
    if (inside_call) {
      if (!frame.library) layer_call = make_site(frame.chunk, frame.pc);
      continue;
    }
    if (frame.self != Value{layer}) continue;
    inside_call = frame.library && frame.code->name == sym::dunder_call;
    if (inside_call) layer_region = frame.region;
    if (!frame.library) in.note_loss(layer, where, frame);
  }
  if (in.ambient_.rows) heap.set(layer, cell::rows, Value{heap.make(Kind::Env, where)});
  for (const std::uint32_t record : in.active_records_) {
    in.records_[record].losses.push_back({layer, value, where, layer_region, inside_call, layer_call, implicit});
  }
  if (in.regions_[in.ambient_.region].stateless) return;  // a symbolic pass drops losses
  if (value.single() && heap[value.obj()].kind == Kind::Tensor) {
    // The list keeps a tensor of its own: what else holds it got it another way.
    const Obj o = heap[value.obj()];
    const ObjId kept = heap.make(Kind::Tensor, o.site, o.a, o.b, static_cast<std::uint32_t>(in.escapes_.size()), o.d);
    heap[kept].flow = o.flow;
    heap[kept].flags = o.flags;
    in.escapes_.push_back({EscapeKind::AddLoss, where, layer, {}, layer_region, inside_call, layer_call, implicit});
    value = Value{kept};
  }
  // Keras 2 keeps what functional construction adds apart and never clears it.
  const bool construction = !keras3(layer) && in.pass_in_scratch();
  const Symbol list = construction ? cell::graph_losses : cell::losses;
  Value losses = heap.get(layer, list);
  if (losses == v_unbound) {
    losses = in.make_sequence(Kind::List, {}, where);
    heap.set(layer, list, losses);
  }
  if (losses.single() && heap[losses.obj()].kind == Kind::List) in.append(losses.obj(), value, 0);
}

void Intrinsics::add_loss(ObjId layer, Value value) {
  std::vector<Value> several;
  if (in.known_elements(value, several)) {
    for (const Value v : several) {
      if (!in.loss_outside(layer, v, keras3(layer))) add_one_loss(layer, v);
    }
    return;
  }
  const Kind kind = value.single() ? heap[value.obj()].kind : Kind::Unknown;
  if (kind == Kind::Function || kind == Kind::Bound || kind == Kind::Partial) {
    std::vector<Value> present;
    if (const Value list = heap.get(layer, cell::callables); list != v_unbound) in.known_elements(list, present);
    in.callable_loss(layer, value, present);
    if (keras3(layer)) return;
    Value callables = heap.get(layer, cell::callables);
    if (callables == v_unbound) {
      callables = in.make_sequence(Kind::List, {}, site);
      heap.set(layer, cell::callables, callables);
    }
    if (callables.single()) in.append(callables.obj(), value, 0);
    return;
  }
  if (kind == Kind::None) return;
  if (in.loss_outside(layer, value, keras3(layer))) return;
  add_one_loss(layer, value);
}

void Intrinsics::repeated_losses(ObjId rnn, ObjId cell_object) {
  if (rnn == 0 || heap[cell_object].kind != Kind::Instance) return;
  for (const ObjId layer : in.tree(cell_object)) {
    std::vector<Value> added;
    if (const Value list = heap.get(layer, cell::losses); list == v_unbound || !in.known_elements(list, added))
      continue;
    for (const Value v : added) {
      if (!v.single() || heap[v.obj()].kind != Kind::Tensor) continue;
      Event e;
      e.kind = EventKind::RepeatedLoss;
      e.site = in.escapes_[heap[v.obj()].c].site;
      e.call = in.user_site();
      e.object = layer;
      e.other = rnn;
      e.region = in.ambient_.region;
      in.emit(std::move(e));
    }
  }
}

Value Intrinsics::losses(ObjId root) {
  std::vector<Value> all;
  const std::size_t first_event = in.events_.size();
  Value rest = v_unbound;
  const auto take = [&](Value list) {
    if (list == v_unbound) return;
    if (in.known_elements(list, all)) return;
    if (list == v_unknown) {
      rest = v_unknown;
      return;
    }
    const Value e = in.iterated(list, site);
    rest = rest == v_unbound ? e : heap.join(rest, e);
  };
  for (const ObjId layer : in.tree(root)) {
    heap.set(layer, cell::losses_read, v_true);
    heap.set(layer, cell::outside, v_unbound);
    in.row_loss(layer);
    const Value own = heap.get(layer, cell::losses);
    const Value missed = heap.get(layer, cell::missed);
    if (missed != v_unbound) {
      for (const ObjId id : std::vector<ObjId>(heap.members(missed).begin(), heap.members(missed).end())) {
        if (heap[id].kind != Kind::Env) continue;
        const TraceRecord& record = in.records_[heap[id].a];
        const LossEffect& effect = record.losses[heap[id].b];
        Event e;
        e.kind = EventKind::MissedLoss;
        e.site = in.user_site();
        e.cause = effect.site;
        e.call = heap[id].site;
        e.region = in.ambient_.region;
        e.owner_region = record.region;
        e.object = layer;
        e.detail = heap[id].a;
        e.escape = {EscapeKind::AddLoss, effect.site,       layer,          {}, effect.layer_region,
                    effect.inside_call,  effect.layer_call, effect.implicit};
        e.assumed_shape = heap[id].c != 0;
        in.emit(std::move(e));
      }
      heap.set(layer, cell::missed, v_unbound);
    }
    take(own != v_unbound ? own : heap.get(layer, cell::graph_losses));
    std::vector<Value> callables;
    if (const Value list = heap.get(layer, cell::callables); list != v_unbound && in.known_elements(list, callables)) {
      for (const Value c : callables) {
        const Value v = in.call(c, {}, site);
        if (v != v_unbound) all.push_back(v);
      }
    }
    for (const Symbol name : std::vector<Symbol>(heap.names(layer))) {
      const Value v = heap.get(layer, name);
      if (!v.single() || heap[v.obj()].kind != Kind::Instance || (in.traits(v) & trait_variable) == 0) continue;
      const Value regulariser = heap.get(v.obj(), cell::regulariser);
      // Evaluated whenever somebody reads the list, in the reader's region.
      if (regulariser != v_unbound && regulariser != v_none) all.push_back(in.make_tensor(site, flow_weight));
    }
  }
  for (const Value v : all) {
    if (v.single() && heap[v.obj()].kind == Kind::Tensor) heap[v.obj()].flow |= flow_collected;
  }
  in.collected_of_ = root;
  const Value list = in.make_sequence(Kind::List, all, site, rest);
  for (std::size_t i = first_event; i < in.events_.size(); ++i) {
    if (in.events_[i].kind == EventKind::MissedLoss) in.events_[i].value = list;
  }
  return list;
}

Value Intrinsics::loss_function() {
  const Value loss = at(0);
  Arguments in_args{.positional = {at(1), at(2)}};
  const Kind kind = loss.single() ? heap[loss.obj()].kind : Kind::Unknown;
  if (kind == Kind::Function || kind == Kind::Bound || kind == Kind::Instance || kind == Kind::TFFunction ||
      kind == Kind::Partial) {
    const bool was = in.ambient_.converted;
    in.ambient_.converted = at(3) == v_true;
    const Value v = in.call(loss, in_args, site);
    in.ambient_.converted = was;
    if (v != v_unbound) {
      in.consume(v, site);
      return in.make_tensor(site, in.flow_of(v));
    }
  }
  in.consume_all(in_args, site);
  return in.make_tensor(site, static_cast<Flows>(in.flow_of(at(1)) | in.flow_of(at(2)) | flow_input));
}

}  // namespace graphfence
