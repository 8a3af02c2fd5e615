// Throw-away graphs and functional models: KerasTensors turn into tensors of a graph and back.
#include <algorithm>

#include "analysis/summary/intrinsics.h"

namespace graphfence {

void Intrinsics::symbolic(Value v, bool& any, int depth) const {
  for (const ObjId id : std::vector<ObjId>(heap.members(v).begin(), heap.members(v).end())) {
    const Kind k = heap[id].kind;
    if (k == Kind::KerasTensor) any = true;
    if ((k == Kind::List || k == Kind::Tuple || k == Kind::Dict) && depth < 3) {
      for (const Symbol name : std::vector<Symbol>(heap.names(id))) {
        if (!is_raw_cell(name)) symbolic(heap.get(id, name), any, depth + 1);
      }
    }
  }
}

Value Intrinsics::placeholder(Value v, int depth) {
  if (!v.single()) return each(v, [&](Value one) { return placeholder(one, depth); });
  const Obj o = heap[v.obj()];
  if (o.kind == Kind::KerasTensor) {
    const Value inner = in.make_tensor(o.site, flow_input, o.b);
    heap[inner.obj()].flags =
        static_cast<std::uint8_t>(heap[inner.obj()].flags | (o.flags & (obj_masked | obj_unmasked)));
    return inner;
  }
  if ((o.kind == Kind::List || o.kind == Kind::Tuple || o.kind == Kind::Dict) && depth < 3) {
    const ObjId copy = heap.make(o.kind, o.site);
    for (const Symbol name : std::vector<Symbol>(heap.names(v.obj()))) {
      if (!is_raw_cell(name)) heap.set(copy, name, placeholder(heap.get(v.obj(), name), depth + 1));
    }
    heap.set_raw(copy, cell::length, in.length(v.obj()));
    return Value{copy};
  }
  return v;
}

Value Intrinsics::keras_tensors(Value v, std::uint32_t node, int depth) {
  if (v == v_none) return v;
  if (!v.single()) return each(v, [&](Value one) { return keras_tensors(one, node, depth); });
  const Obj o = heap[v.obj()];
  if ((o.kind == Kind::List || o.kind == Kind::Tuple || o.kind == Kind::Dict) && depth < 3) {
    const ObjId copy = heap.make(o.kind, o.site);
    for (const Symbol name : std::vector<Symbol>(heap.names(v.obj()))) {
      const Value e = heap.get(v.obj(), name);
      const bool key = o.kind == Kind::Dict && name.id >= slot_base;
      if (!is_raw_cell(name)) heap.set(copy, name, key ? e : keras_tensors(e, node, depth + 1));
    }
    heap.set_raw(copy, cell::length, in.length(v.obj()));
    return Value{copy};
  }
  const bool third = heap[in.nodes_[node].layer].kind == Kind::Instance && keras3(in.nodes_[node].layer);
  const ObjId symbol = heap.make(Kind::KerasTensor, site, node, in.shape_of(v), third ? 1 : 0);
  heap[symbol].flags = static_cast<std::uint8_t>(o.flags & (obj_masked | obj_unmasked));
  // Perhaps a structure of them.
  if (o.kind == Kind::Unknown) heap[symbol].flags |= obj_guessed;
  return Value{symbol};
}

Value Intrinsics::scratch(bool stateless, bool swallow) {
  const Value function = at(0);
  Arguments inner = packed(at(1), at(2));
  const Ambient saved = in.ambient_;
  const std::uint32_t depth = in.pass_depth_;
  const RegionId region = in.open_region(RegionKind::Scratch, 0, 0, stateless);
  in.ambient_.region = region;
  for (Value& v : inner.positional) v = in.border(placeholder(v), site, false);
  for (auto& [name, v] : inner.keywords) v = in.border(placeholder(v), site, false);
  in.ambient_.converted = !stateless;
  if (swallow) ++in.ambient_.caught;
  if (stateless) ++in.pass_depth_;
  const ObjId context = in.ambient_.call_context;
  const Value mode = context == 0 ? v_unbound : heap.get(context, cell::training);
  const Value mode_set = context == 0 ? v_unbound : heap.get(context, cell::mode_set);
  const Value result = in.call(function, inner, site);
  if (context != 0) {
    heap.set(context, cell::training, mode);
    heap.set(context, cell::mode_set, mode_set);
  }
  in.pass_depth_ = depth;
  in.ambient_ = saved;
  if (stateless && depth == 0) {
    // The outermost pass is over: the variables it met come into being.
    for (const ObjId variable : in.pending_variables_) heap.set(variable, cell::pending, v_false);
    in.pending_variables_.clear();
  }
  return result == v_unbound ? v_unknown : result;
}

void Intrinsics::collect_layers(Value v, std::vector<Value>& layers, std::vector<std::uint32_t>& seen, int depth) {
  for (const ObjId id : std::vector<ObjId>(heap.members(v).begin(), heap.members(v).end())) {
    const Obj o = heap[id];
    if ((o.kind == Kind::List || o.kind == Kind::Tuple || o.kind == Kind::Dict) && depth < 200) {
      for (const Symbol name : std::vector<Symbol>(heap.names(id))) {
        if (!is_raw_cell(name)) collect_layers(heap.get(id, name), layers, seen, depth + 1);
      }
    }
    if (o.kind != Kind::KerasTensor || depth > 200) continue;
    if (std::find(seen.begin(), seen.end(), o.a) != seen.end()) continue;
    seen.push_back(o.a);
    const auto inputs = in.nodes_[o.a].inputs;
    for (const Value input : inputs) collect_layers(input, layers, seen, depth + 1);
    if (const ObjId layer = in.nodes_[o.a].layer;
        layer != 0 && std::find(layers.begin(), layers.end(), Value{layer}) == layers.end()) {
      layers.push_back(Value{layer});
    }
  }
}

Value Intrinsics::run_nodes() {
  std::unordered_map<ObjId, Value> known;
  std::vector<Value> inputs;
  std::vector<Value> values;
  if (!in.known_elements(at(0), inputs)) inputs = {at(0)};
  if (!in.known_elements(at(2), values)) values = {at(2)};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].single()) known[inputs[i].obj()] = i < values.size() ? values[i] : v_unknown;
  }
  return evaluate(at(1), known, 0);
}

Value Intrinsics::evaluate(Value v, std::unordered_map<ObjId, Value>& known, int depth) {
  if (!v.single() || depth > 120) return v_unknown;
  const ObjId id = v.obj();
  const Obj o = heap[id];
  if (o.kind == Kind::List || o.kind == Kind::Tuple || o.kind == Kind::Dict) {
    const ObjId copy = heap.make(o.kind, o.site);
    for (const Symbol name : std::vector<Symbol>(heap.names(id))) {
      const Value e = heap.get(id, name);
      if (!is_raw_cell(name))
        heap.set(copy, name, o.kind == Kind::Dict && name.id >= slot_base ? e : evaluate(e, known, depth + 1));
    }
    heap.set_raw(copy, cell::length, in.length(id));
    return Value{copy};
  }
  if (o.kind != Kind::KerasTensor) return v;
  if (const auto it = known.find(id); it != known.end()) return it->second;
  const Interp::Node node = in.nodes_[o.a];
  Value result = v_unknown;
  if (node.layer != 0) {
    Arguments inner;
    for (const Value input : node.inputs) inner.positional.push_back(evaluate(input, known, depth + 1));
    const bool given = node.training == v_true || node.training == v_false;
    if (given && !keras3(node.layer)) inner.keywords.emplace_back(graphfence::known(sym::training), node.training);
    in.mode_asked_ = 0;
    result = in.call_instance(node.layer, inner, site);
    if (given && keras3(node.layer)) in.mode_ignored(node.training, node.site);
    if (result == v_unbound) result = v_unknown;
  } else {
    result = in.make_tensor(site, flow_input);
  }
  known[id] = result;
  return result;
}

}  // namespace graphfence
