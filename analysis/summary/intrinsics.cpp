// What the embedded library text is written with: opening regions, building, collecting losses, making variables.
#include <algorithm>

#include "analysis/summary/intrinsics.h"

namespace graphfence {

Arguments Intrinsics::packed(Value positional, Value keywords) const {
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

Value Intrinsics::weight() {
  if (self() != 0) in.late_weight(self());
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
  if (at(5) == v_false && at(3).single() && heap[at(3).obj()].kind == Kind::Int)
    heap.set(variable, cell::integer, v_true);
  if (at(3) != v_unbound && at(3) != v_none) in.consume(at(3), site);
  in.note_variable(variable);
  // `tf.Variable(…)` needs a value and exists at once; only Keras weights wait for the end of a symbolic pass.
  if (in.regions_[in.ambient_.region].stateless && at(0) != v_none) {
    heap.set(variable, cell::pending, v_true);
    in.pending_variables_.push_back(variable);
  }
  return Value{variable};
}

/// The variables of the objects themselves, as a list that knows whose they are.
Value Intrinsics::variables_of(ObjId root, const std::vector<ObjId>& objects) {
  std::vector<Value> all;
  for (const ObjId object : objects) {
    for (const Symbol name : std::vector<Symbol>(heap.names(object))) {
      const Value v = heap.get(object, name);
      if (v.single() && heap[v.obj()].kind == Kind::Instance && (in.traits(v) & trait_variable) != 0) all.push_back(v);
    }
  }
  const Value list = in.make_sequence(Kind::List, all, site);
  heap.set(list.obj(), cell::owner, Value{root});
  return list;
}

Value Intrinsics::weights(ObjId root) {
  return variables_of(root, in.tree(root));
}

/// Those that Keras trains: nothing below a layer that is switched off. `None` when a switch is not known.
Value Intrinsics::trained_weights(ObjId root) {
  std::vector<ObjId> trained;
  std::vector<ObjId> queue{root};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const Value on = heap.get(queue[i], in.names_.intern("trainable"));
    if (on == v_false) continue;
    if (on != v_true && on != v_unbound) return v_none;
    trained.push_back(queue[i]);
    for (const ObjId child : in.children(queue[i])) {
      if (std::find(queue.begin(), queue.end(), child) == queue.end()) queue.push_back(child);
    }
  }
  return variables_of(root, trained);
}

Value Intrinsics::open() {
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
      if (in.asked_early(self(), library3())) return v_unbound;
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
      return like(v, 0, at(1) == v_true, rows_of(at(2)));
    }
    case sym::gf_batch:
      return batch();
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
    case sym::gf_gradients_of:
      in.note_gradients(at(0), at(1));
      return at(1);
    case sym::gf_apply:
      in.apply_gradients(at(0), in.class_of(at(1)) == 0 ? at(1) : trained_weights(at(1).obj()));
      return v_none;
    case sym::gf_sized: {
      // The shape of the second, with the third as last dimension when it is known.
      const std::uint32_t shape = in.shape_of(at(1));
      const auto last = in.int_of(at(2));
      if (shape == 0 || !at(0).single() || heap[at(0).obj()].kind != Kind::Tensor) return at(0);
      std::vector<std::int32_t> dims = in.shapes_[shape];
      if (dims.empty() || (at(2) != v_none && !last)) return at(0);
      if (last) dims.back() = static_cast<std::int32_t>(*last);
      heap[at(0).obj()].b = in.shape_id(dims);
      return at(0);
    }
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

/// What a step is given: `batch(x, y, batch_size, validation_split)`.
Value Intrinsics::batch() {
  if (in.is_dataset(at(0))) {
    const Value element = like(heap.get(at(0).obj(), in.names_.intern("_gf_element")), 0);
    if (element != v_unknown) return element;
  }
  const auto split = at(3) == v_unbound || !at(3).single() || heap[at(3).obj()].kind != Kind::Float
                         ? std::nullopt
                         : std::optional(in.doubles_[heap[at(3).obj()].a]);
  const auto size = at(2) == v_none ? std::optional<std::int64_t>(32) : in.int_of(at(2));
  const auto convert = [&](Value v) -> Value {
    if (v == v_none) return v_none;
    if (in.class_of(v) != 0) return in.make_tensor(site, flow_input);  // datasets, sequences
    // Keras keeps the number of rows of a batch open unless all batches are full.
    std::vector<std::int32_t> dims = in.shapes_[in.shape_of(v)];
    if (in.shape_of(v) == 0 || dims.empty() || dims[0] < 0 || !size || *size <= 0 || split != 0.0) return like(v, 0);
    dims[0] = dims[0] % *size == 0 ? static_cast<std::int32_t>(*size) : -1;
    return in.make_tensor(site, flow_input, in.shape_id(dims));
  };
  return in.make_sequence(Kind::Tuple, {convert(at(0)), convert(at(1))}, site);
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

Intrinsics::Rows Intrinsics::rows_of(Value what) const {
  if (what == v_unbound || !what.single() || heap[what.obj()].kind != Kind::Str) return Rows::open;
  return in.text(Symbol{heap[what.obj()].a}) == "row" ? Rows::one : Rows::some;
}

/// `lists`: a list is one tensor, as in datasets. `rows`: what becomes of the first dimension.
Value Intrinsics::like(Value v, int depth, bool lists, Rows rows) {
  if (!v.single()) return v_unknown;
  const Obj o = heap[v.obj()];
  switch (o.kind) {
    case Kind::None:
    case Kind::Unknown:
      return v;
    case Kind::List:
    case Kind::Tuple:
    case Kind::Dict: {
      if (lists && o.kind == Kind::List) return in.make_tensor(site, flow_input);
      if (depth > 3) return v_unknown;
      const ObjId copy = heap.make(o.kind, site);
      for (const Symbol name : std::vector<Symbol>(heap.names(v.obj()))) {
        const Value e = heap.get(v.obj(), name);
        const bool key = o.kind == Kind::Dict && name.id >= slot_base;
        if (!is_raw_cell(name) && e != v_unbound) heap.set(copy, name, key ? e : like(e, depth + 1, lists, rows));
      }
      heap.set_raw(copy, cell::length, in.length(v.obj()));
      return Value{copy};
    }
    default: {
      // Batches are cut from the data: nothing is known of their first dimension.
      std::vector<std::int32_t> dims = in.shapes_[in.shape_of(v)];
      const bool shaped = in.shape_of(v) != 0 && rows != Rows::open && (rows == Rows::some || !dims.empty());
      if (shaped && rows == Rows::one) dims.erase(dims.begin());
      if (shaped && rows == Rows::some) dims.insert(dims.begin(), -1);
      const Value made = in.make_tensor(site, flow_input, shaped ? in.shape_id(dims) : 0);
      if (const Value rankless = heap.get(v.obj(), cell::rankless); rankless != v_unbound)
        heap.set(made.obj(), cell::rankless, rankless);
      return made;
    }
  }
}

Value Interp::call_intrinsic(std::uint32_t id, const Arguments& arguments, SiteId site) {
  const Value result = Intrinsics{*this, arguments, site}.run(id);
  // What the library makes may depend on anything, unless the library text says on what.
  if ((id != sym::gf_tensor || arguments.positional.empty()) && id != sym::gf_loss && id != sym::gf_objective &&
      id != sym::gf_invoke && id != sym::gf_open && id != sym::gf_run_nodes && id != sym::gf_batch &&
      id != sym::gf_masks_out && id != sym::gf_sized && result != v_unbound)
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
