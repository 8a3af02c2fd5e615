// What the embedded library text is written with: opening regions, building, collecting losses, making variables.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

struct Intrinsics {
  Interp& in;
  const Arguments& args;
  SiteId site;
  Heap& heap = in.heap_;

  [[nodiscard]] Value at(std::size_t i) const { return i < args.positional.size() ? args.positional[i] : v_unbound; }
  [[nodiscard]] ObjId self() const {
    return at(0).single() && heap[at(0).obj()].kind == Kind::Instance ? at(0).obj() : 0;
  }
  [[nodiscard]] static Value boolean(bool b) { return b ? v_true : v_false; }

  /// Positional and keyword arguments packed by the library text as a tuple and a dict.
  [[nodiscard]] Arguments packed(Value positional, Value keywords) const {
    Arguments out;
    if (positional == v_unbound || !in.known_elements(positional, out.positional))
      out.open_positional = positional != v_unbound;
    if (positional != v_unbound && positional.single() && heap.get(positional.obj(), cell::rest) != v_unbound)
      out.open_positional = true;
    if (keywords != v_unbound && keywords.single() && heap[keywords.obj()].kind == Kind::Dict) {
      for (const Symbol name : std::vector<Symbol>(heap.names(keywords.obj()))) {
        if (name.id >= cell::length.id) continue;
        const Value v = heap.get(keywords.obj(), name);
        if (v != v_unbound) out.keywords.emplace_back(name, v);
      }
      out.open_keywords = heap.get(keywords.obj(), cell::rest) != v_unbound;
    }
    return out;
  }

  [[nodiscard]] bool keras3(ObjId object) const {
    return in.class_info(heap[object].a).generation == library::Generation::Keras3;
  }

  /// Is the library text that runs that of Keras 3?
  [[nodiscard]] bool library3() const {
    return in.frames_.back()->module == in.load_module(in.source_.library(LibraryModule::Keras3));
  }

  void symbolic(Value v, bool& any, int depth = 0) const {
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

  /// KerasTensors become placeholders of the scratch graph.
  Value placeholder(Value v, int depth = 0) {
    if (!v.single()) return v;
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

  Value keras_tensors(Value v, std::uint32_t node, int depth = 0) {
    if (v == v_none) return v;
    if (v.single()) {
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
    }
    const bool third = heap[in.nodes_[node].layer].kind == Kind::Instance && keras3(in.nodes_[node].layer);
    const ObjId symbol = heap.make(Kind::KerasTensor, site, node, in.shape_of(v), third ? 1 : 0);
    if (v.single()) heap[symbol].flags = static_cast<std::uint8_t>(heap[v.obj()].flags & (obj_masked | obj_unmasked));
    return Value{symbol};
  }

  Value scratch(bool stateless, bool swallow) {
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

  void clear_losses(ObjId root) {
    for (const ObjId layer : in.tree(root)) {
      in.wiped_loss(layer, outside_loss::wiped);
      heap.set(layer, cell::losses, v_unbound);
      heap.set(layer, cell::missed, v_unbound);
      heap.set(layer, cell::rows, v_unbound);
    }
  }

  void add_one_loss(ObjId layer, Value value) {
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

  void add_loss(ObjId layer, Value value) {
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

  void repeated_losses(ObjId rnn, ObjId cell_object) {
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

  Value losses(ObjId root) {
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
      if (const Value list = heap.get(layer, cell::callables);
          list != v_unbound && in.known_elements(list, callables)) {
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

  Value weight() {
    const Value cls =
        in.module_name(in.load_module(in.source_.library(LibraryModule::TensorFlow)), in.names_.intern("_Variable"));
    if (!cls.single() || heap[cls.obj()].kind != Kind::Class) return v_unknown;
    const ObjId variable = heap.make(Kind::Instance, in.user_site(), cls.obj());
    if (self() != 0) {
      heap.set(variable, cell::owner, at(0));
    } else {
      // `tf.Variable(…)` in a method of a layer belongs to the layer.
      for (auto it = in.frames_.rbegin(); it != in.frames_.rend(); ++it) {
        if ((*it)->library) continue;
        if (in.class_of((*it)->self) != 0 && (in.traits((*it)->self) & trait_layer) != 0)
          heap.set(variable, cell::owner, (*it)->self);
        break;
      }
    }
    // `variable += …` is refused by those of TensorFlow, which Keras 2 uses too.
    if (at(4) == v_true || (self() != 0 && !keras3(self()))) heap[variable].b = 1;
    if (at(2) != v_unbound && at(2) != v_none) heap.set(variable, cell::regulariser, at(2));
    const bool raw = in.frames_.back()->module == in.load_module(in.source_.library(LibraryModule::TensorFlow));
    if (raw) heap.set(variable, cell::raw_variable, at(1) == v_none || at(1) == v_true ? v_true : v_false);
    if (at(1) == v_false) heap.set(variable, in.names_.intern("trainable"), v_false);
    if (at(3) != v_unbound && at(3) != v_none) in.consume(at(3), site);
    in.note_variable(variable);
    // `tf.Variable(…)` needs a value and exists at once; only Keras weights wait for the end of a symbolic pass.
    if (in.regions_[in.ambient_.region].stateless && at(0) != v_none) {
      heap.set(variable, cell::pending, v_true);
      in.pending_variables_.push_back(variable);
    }
    return Value{variable};
  }

  Value weights(ObjId root) {
    std::vector<Value> all;
    for (const ObjId object : in.tree(root)) {
      for (const Symbol name : std::vector<Symbol>(heap.names(object))) {
        const Value v = heap.get(object, name);
        if (v.single() && heap[v.obj()].kind == Kind::Instance && (in.traits(v) & trait_variable) != 0)
          all.push_back(v);
      }
    }
    const Value list = in.make_sequence(Kind::List, all, site);
    heap.set(list.obj(), cell::owner, Value{root});
    return list;
  }

  Value open() {
    RegionKind kind = RegionKind::Step;
    if (at(0).single() && heap[at(0).obj()].kind == Kind::Str && in.text(Symbol{heap[at(0).obj()].a}) == "loop")
      kind = RegionKind::Loop;
    if (heap.get(v_none.bits, cell::eager_switch) == v_true && kind == RegionKind::Step) {
      return in.call(at(2), packed(at(3), at(4)), site);
    }
    const Value result = in.run_in_region(kind, self_of(at(1)), 0, at(2), packed(at(3), at(4)), site, at(5) == v_true);
    if (kind == RegionKind::Step && in.class_of(at(1)) != 0) {
      for (const ObjId layer : in.tree(at(1).obj())) in.wiped_loss(layer, outside_loss::late);
    }
    return result;
  }
  [[nodiscard]] ObjId self_of(Value v) const { return v.single() ? v.obj() : 0; }

  Value loss_function() {
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

  void collect_layers(Value v, std::vector<Value>& layers, std::vector<std::uint32_t>& seen, int depth) {
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

  /// A functional model called on values: every node's layer in the order of construction.
  Value run_nodes() {
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

  Value evaluate(Value v, std::unordered_map<ObjId, Value>& known, int depth) {
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

  std::uint32_t batch_shape(Value shape);
  Value like(Value v, int depth);
  Value run(std::uint32_t id);
};

Value Intrinsics::run(std::uint32_t id) {
  switch (id) {
    case sym::gf_outermost:
      if (in.ambient_.call_context != 0) return v_false;
      in.ambient_.call_context = heap.make(Kind::Env, site);
      return v_true;
    case sym::gf_clear_losses:
      if (self() != 0) clear_losses(self());
      return v_none;
    case sym::gf_takes: {
      if (!at(0).single() || !at(1).single()) return v_unknown;
      Value function = at(0);
      for (int hops = 0; hops < 4 && function.single(); ++hops) {
        const Obj& o = heap[function.obj()];
        if (o.kind == Kind::Function) {
          const ir::Chunk& code = *in.chunks_[o.a].code;
          in.used_[o.a] = true;
          return boolean(std::any_of(code.params.begin(), code.params.end(), [&](const ir::Param& p) {
            return p.name.id == heap[at(1).obj()].a && p.kind != ir::ParamKind::VarKeywords &&
                   p.kind != ir::ParamKind::VarArgs;
          }));
        }
        if (o.kind != Kind::Bound && o.kind != Kind::TFFunction && o.kind != Kind::Partial) break;
        function = Value{o.a};
      }
      return v_false;
    }
    case sym::gf_training:
      return in.training_mode();
    case sym::gf_set_training:
      in.set_mode(at(0));
      return v_none;
    case sym::gf_symbolic: {
      bool any = false;
      symbolic(at(0), any);
      symbolic(at(1), any);
      return boolean(any);
    }
    case sym::gf_has_build: {
      if (self() == 0) return v_unknown;
      ObjId found = 0;
      in.lookup_class(heap[self()].a, known(sym::build), 0, &found);
      if (found == 0) return v_false;
      const bool base = heap.get(found, in.names_.intern("_gf_base")) == v_true;
      // Sequential and functional models bring their own way of building.
      if (base && (in.traits(at(0)) & trait_functional) != 0) return v_true;
      if (base && in.class_info(heap[self()].a).open && in.class_info(heap[self()].a).library == false)
        return v_unknown;
      return boolean(!base);
    }
    case sym::gf_unbuilt_child: {
      if (self() == 0) return v_unknown;
      bool unsure = false;
      for (const ObjId child : in.children(self())) {
        const Value built = heap.get(child, known(sym::built));
        if (built == v_false) return v_true;
        if (built != v_true) unsure = true;
      }
      return unsure ? v_unknown : v_false;
    }
    case sym::gf_build_child: {
      const ObjId child = self();
      if (child == 0 || heap.get(child, known(sym::built)) == v_true) return v_none;
      const Value build = in.attribute(at(0), known(sym::build), site);
      if (build != v_unknown) in.call(build, Arguments{.positional = {v_unknown}}, site);
      heap.set(child, known(sym::built), v_true);
      return v_none;
    }
    case sym::gf_shape: {
      std::vector<Value> inputs;
      if (!in.known_elements(at(0), inputs) || inputs.empty()) return v_unknown;
      return Value{heap.make(Kind::Meta, site, 0, in.shape_of(inputs.front()))};
    }
    case sym::gf_pass:
      return scratch(true, at(3) == v_true);
    case sym::gf_scratch:
      return scratch(false, false);
    case sym::gf_node: {
      Arguments inputs = packed(at(1), at(2));
      Interp::Node node;
      node.layer = self();
      node.inputs = inputs.positional;
      node.training = inputs.keyword(known(sym::training)).value_or(v_none);
      node.site = in.user_site();
      in.nodes_.push_back(node);
      return keras_tensors(at(3), static_cast<std::uint32_t>(in.nodes_.size() - 1));
    }
    case sym::gf_input:
      return in.make_placeholder(in.user_site(), library3(), batch_shape(at(0)));
    case sym::gf_invoke: {
      const bool was = in.ambient_.converted;
      in.ambient_.converted = at(3) == v_true;
      const Value v = in.call(at(0), packed(at(1), at(2)), site);
      in.ambient_.converted = was;
      return v;
    }
    case sym::gf_eagerly: {
      const Ambient saved = in.ambient_;
      if (in.in_graph()) in.ambient_.lifted = in.ambient_.region;
      if (in.regions_[in.ambient_.region].kind != RegionKind::Caller) in.ambient_.region = 0;
      in.ambient_.converted = false;
      const Value v = in.call(at(0), packed(at(1), at(2)), site);
      in.ambient_ = saved;
      return v == v_unbound ? v_none : v;
    }
    case sym::gf_in_graph:
      if (in.regions_[in.ambient_.region].kind == RegionKind::Caller) return in.make_host(HostType::Bool, 0, site);
      return boolean(in.in_graph());
    case sym::gf_add_loss:
      if (self() != 0) add_loss(self(), at(1));
      return v_none;
    case sym::gf_repeated_loss:
      if (!in.in_graph() && in.regions_[in.ambient_.region].kind == RegionKind::Eager && at(1).single())
        repeated_losses(self(), at(1).obj());
      return v_none;
    case sym::gf_losses:
      return self() == 0 ? v_unknown : losses(self());
    case sym::gf_weight:
      return weight();
    case sym::gf_weights:
      if (self() == 0) return v_unknown;
      in.untracked(self());
      return weights(self());
    case sym::gf_children: {
      if (self() == 0) return v_unknown;
      std::vector<Value> all;
      for (const ObjId child : in.children(self())) all.push_back(Value{child});
      return in.make_sequence(Kind::List, all, site);
    }
    case sym::gf_consume:
      in.consume(at(0), site);
      return v_none;
    case sym::gf_tensor: {
      Flows flow = 0;
      bool keras = false;
      for (const Value v : args.positional) {
        in.consume(v, site);
        flow |= in.flow_of(v);
        symbolic(v, keras);
      }
      return in.make_tensor(site, flow);
    }
    case sym::gf_unknown_tensor: {
      in.consume(at(0), site);
      // A tensor, or a list of them: the caller's options decide.
      return heap.join(in.make_tensor(site, in.flow_of(at(0))), v_unknown);
    }
    case sym::gf_like: {
      const Value v = at(0);
      if (v == v_unknown) return v_unknown;
      return like(v, 0);
    }
    case sym::gf_batch: {
      const auto convert = [&](Value v) -> Value {
        if (v == v_none) return v_none;
        if (in.class_of(v) != 0) return in.make_tensor(site, flow_input);  // datasets, sequences
        return like(v, 0);
      };
      return in.make_sequence(Kind::Tuple, {convert(at(0)), convert(at(1))}, site);
    }
    case sym::gf_open: {
      const Value v = open();
      return v == v_unbound ? v_unknown : v;
    }
    case sym::gf_dataset: {
      // A dataset's callback is always a graph; the element arrives unpacked when it is a tuple.
      std::vector<Value> elements;
      Arguments inner;
      if (at(2).single() && heap[at(2).obj()].kind == Kind::Tuple && in.known_elements(at(2), elements)) {
        inner.positional = elements;
      } else {
        inner.positional = {at(2)};
        if (at(2) == v_unknown) inner.open_positional = true;
      }
      const Value v = in.run_in_region(RegionKind::Dataset, self(), 0, at(1), inner, site, true);
      return v == v_unbound ? v_unknown : v;
    }
    case sym::gf_gradients:
      in.consume(at(1), site);
      if (self() != 0) in.untracked(self());
      in.tell_no_gradient(at(1), true);
      return v_none;
    case sym::gf_remake:
      in.remake(at(0), at(1));
      return v_none;
    case sym::gf_unwritten:
      return boolean(self() != 0 && in.unwritten(self()));
    case sym::gf_late:
      if (self() != 0) in.late_trainable(self(), at(1) == v_true);
      return v_none;
    case sym::gf_loss:
      return loss_function();
    case sym::gf_no_loss: {
      Event e;
      e.kind = EventKind::HiddenLoss;
      e.site = in.user_site();
      e.object = self();
      in.emit(std::move(e));
      return v_none;
    }
    case sym::gf_layers_of: {
      std::vector<Value> layers;
      std::vector<std::uint32_t> seen;
      collect_layers(at(0), layers, seen, 0);
      return in.make_sequence(Kind::List, layers, site);
    }
    case sym::gf_run_nodes:
      return run_nodes();
    case sym::gf_is_instance:
      return boolean(self() != 0);
    case sym::gf_is_subclass:
      return boolean(self() != 0 && (in.traits(at(0)) & trait_functional) == 0 &&
                     heap.get(self(), in.names_.intern("_gf_functional")) != v_true);
    case sym::gf_host:
      return in.make_host(HostType::Any, 0, site);
    case sym::gf_host_list:
      return in.make_sequence(Kind::List, {}, site, Value{heap.make(Kind::Array, site)});
    case sym::gf_array:
      return Value{heap.make(Kind::Array, site)};
    case sym::gf_tell:
    case sym::gf_text:
    case sym::gf_kind:
      return in.told(id, args);
    case sym::gf_mode:
      if (self() != 0) in.ask_mode(self(), at(1), at(2) == v_true);
      return v_none;
    case sym::gf_objective:
      return self() == 0 ? at(1) : in.objective(self(), at(1));
    case sym::gf_differentiate:
      in.differentiate(at(0), at(1), at(2));
      return v_none;
    case sym::gf_debug:
      in.eager_debug(self(), "run_eagerly");
      return v_none;
    case sym::gf_mask:
      if (at(0).single() && heap[at(0).obj()].kind == Kind::Tensor) heap[at(0).obj()].flags |= obj_masked;
      return at(0);
    case sym::gf_masks_in:
      if (self() != 0) in.mask_needed(self(), at(1));
      return v_none;
    case sym::gf_masks_out:
      return self() == 0 ? at(2) : in.with_mask(self(), at(1), at(2));
    case sym::gf_lambda:
      if (self() != 0) in.lambda_state(self(), at(1));
      return v_none;
    case sym::gf_looped:
      if (self() != 0) in.predict_in_loop(self());
      return v_none;
    case sym::gf_logs:
      if (self() != 0) in.step_result(self(), at(1));
      return v_none;
    default:
      return v_unknown;
  }
}

std::uint32_t Intrinsics::batch_shape(Value shape) {
  std::vector<std::int32_t> dims{-1};
  std::vector<Value> elements;
  if (shape == v_unbound || shape == v_none) return 0;
  if (!in.known_elements(shape, elements)) {
    if (!in.int_of(shape)) return 0;
    elements = {shape};
  }
  for (const Value e : elements) {
    if (e == v_none) {
      dims.push_back(-1);
    } else if (const auto n = in.int_of(e)) {
      dims.push_back(static_cast<std::int32_t>(*n));
    } else {
      return 0;
    }
  }
  return in.shape_id(dims);
}

Value Intrinsics::like(Value v, int depth) {
  if (!v.single()) return v_unknown;
  const Obj o = heap[v.obj()];
  switch (o.kind) {
    case Kind::None:
    case Kind::Unknown:
      return v;
    case Kind::List:
    case Kind::Tuple:
    case Kind::Dict: {
      if (depth > 3) return v_unknown;
      const ObjId copy = heap.make(o.kind, site);
      for (const Symbol name : std::vector<Symbol>(heap.names(v.obj()))) {
        const Value e = heap.get(v.obj(), name);
        const bool key = o.kind == Kind::Dict && name.id >= slot_base;
        if (!is_raw_cell(name) && e != v_unbound) heap.set(copy, name, key ? e : like(e, depth + 1));
      }
      heap.set_raw(copy, cell::length, in.length(v.obj()));
      return Value{copy};
    }
    default:
      // Batches are cut from the data: nothing is known of their first dimension.
      return in.make_tensor(site, flow_input);
  }
}

Value Interp::call_intrinsic(std::uint32_t id, const Arguments& arguments, SiteId site) {
  const Value result = Intrinsics{*this, arguments, site}.run(id);
  // What the library makes may depend on anything, unless the library text says on what.
  if ((id != sym::gf_tensor || arguments.positional.empty()) && id != sym::gf_loss && id != sym::gf_objective &&
      id != sym::gf_invoke && id != sym::gf_open && id != sym::gf_run_nodes && id != sym::gf_batch &&
      result != v_unbound)
    may_have_gradient(result);
  return result;
}

void Interp::emit(Event event) {
  if (events_.size() >= limits::events || exhausted()) return;
  if (retracing_ > 0 && event.kind != EventKind::StateCreated) return;
  // Code that Keras would run on something else than TensorFlow has no graphs.
  if (heap_.get(v_none.bits, cell::other_backend) != v_unbound) return;
  event.guarded = event.guarded || ambient_.guarded > 0;
  event.undecided = ambient_.undecided > 0 || std::any_of(frames_.begin(), frames_.end(), [](const Frame* frame) {
                      return frame->narrowed || frame->narrowed_turn;
                    });
  event.caught = event.caught || ambient_.caught > 0;
  event.client = client_;
  event.assumed_shape = event.assumed_shape || ambient_.assumed_shape;
  events_.push_back(std::move(event));
}

}  // namespace graphfence
