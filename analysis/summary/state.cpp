// Variables and sublayers that Keras does not know, forgets or refuses; and habits that cost time.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

namespace {

/// Something Keras 3 keeps a list of: a layer, a metric, a variable of its own.
constexpr std::uint8_t tracked_traits = trait_layer | trait_metric;

}  // namespace

bool Interp::tracked_state(Value value) const {
  if (!value.single()) return false;
  const Obj& o = heap_[value.obj()];
  if (o.kind == Kind::List || o.kind == Kind::Tuple || o.kind == Kind::Dict) {
    const std::vector<Symbol>& names = heap_.names(value.obj());
    return std::any_of(names.begin(), names.end(), [&](Symbol name) {
      return !is_raw_cell(name) && class_of(heap_.get(value.obj(), name)) != 0 &&
             tracked_state(heap_.get(value.obj(), name));
    });
  }
  if (o.kind != Kind::Instance) return false;
  if (is_variable(o)) return heap_.get(value.obj(), cell::raw_variable) == v_unbound;
  return (classes_[heap_[o.a].a].traits & tracked_traits) != 0;
}

/// Keras 3 closes a layer when it is built.
void Interp::late_state(ObjId object, Symbol name, Value before, Value value, SiteId site) {
  if (class_info(heap_[object].a).generation != library::Generation::Keras3 || before == value ||
      heap_.get(object, names_.intern("_gf_locked")) != v_true || !tracked_state(value) ||
      (traits(Value{object}) & trait_functional) != 0 || heap_.get(object, names_.intern("_gf_functional")) == v_true ||
      regions_[ambient_.region].stateless) {
    return;
  }
  // While it is called or built, other rules know better.
  for (const Frame* frame : frames_) {
    if (frame->self == Value{object} && (frame->code->name == sym::build || frame->code->name == sym::dunder_call))
      return;
  }
  Event e = at_hand(EventKind::LateState, object);
  e.site = site;
  e.name = name;
  emit(std::move(e));
}

/// `add_weight` in the `call` of a layer that is built: in Keras 3 all of them are that have no sublayer to build.
void Interp::late_weight(ObjId layer) {
  if (class_info(heap_[layer].a).generation != library::Generation::Keras3 || class_info(heap_[layer].a).open ||
      heap_.get(layer, names_.intern("_gf_locked")) != v_true)
    return;
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    if ((*frame)->self != Value{layer} || (*frame)->library) continue;
    if ((*frame)->code->name != sym::call) return;
    Event e = at_hand(EventKind::LateState, layer);
    e.detail = 1;
    emit(std::move(e));
    return;
  }
}

/// `self.w.assign(…)` in a `build` that runs in a symbolic pass.
void Interp::assigned(ObjId variable, std::string_view method) {
  if (!method.starts_with("assign")) return;
  ++effects_;
  if (heap_.get(variable, cell::raw_variable) != v_unbound) heap_.set(variable, cell::raw_variable, v_false);
  if (!regions_[ambient_.region].stateless) return;
  const bool building = std::any_of(frames_.begin(), frames_.end(), [](const Frame* frame) {
    return !frame->library && frame->code->name == sym::build;
  });
  if (!building || heap_.get(variable, cell::pending) != v_true) return;
  Event e = at_hand(EventKind::AssignLost, variable);
  e.call = regions_[ambient_.region].call_site;
  // Keras swallows what its own pass raises; this is nobody's `try`.
  const std::uint8_t caught = ambient_.caught;
  if (caught > 0) --ambient_.caught;
  emit(std::move(e));
  ambient_.caught = caught;
}

/// Somebody asks a layer or module for its weights, or trains it: what is not among them?
void Interp::untracked(ObjId root) {
  const bool layer = (traits(Value{root}) & trait_layer) != 0;
  for (const ObjId object : tree(root)) {
    if (class_info(heap_[object].a).generation != library::Generation::Keras3) continue;
    const bool keras = (traits(Value{object}) & trait_layer) != 0;
    if (!layer && keras && object != root) {
      if (class_info(heap_[root].a).library || class_info(heap_[root].a).open) return;
      Event e = at_hand(EventKind::Untracked, root);
      e.other = object;
      e.detail = 1;
      emit(std::move(e));
      return;
    }
    if (!layer || !keras || class_info(heap_[object].a).library) continue;
    for (const Symbol name : std::vector<Symbol>(heap_.names(object))) {
      Value v = heap_.get(object, name);
      if (name.id >= cell::length.id) continue;
      std::vector<Value> elements;
      if (known_elements(v, elements) && !elements.empty()) v = elements.front();
      if (!v.single() || !is_variable(heap_[v.obj()]) || heap_.get(v.obj(), cell::raw_variable) != v_true) continue;
      Event e = at_hand(EventKind::Untracked, object);
      e.call = e.site;
      e.site = heap_[v.obj()].site;
      e.name = name;
      if (user_file(e.site)) emit(std::move(e));
    }
  }
}

/// The function of a Lambda layer that trains: variables it takes from outside.
void Interp::lambda_state(ObjId layer, Value function) {
  const bool trained = std::any_of(frames_.begin(), frames_.end(), [](const Frame* frame) {
    return frame->library && frame->code->name == sym::train_step;
  });
  if (!trained || !function.single() || heap_[function.obj()].kind != Kind::Function) return;
  const Obj f = heap_[function.obj()];
  const ir::Chunk& code = *chunks_[f.a].code;
  for (const ir::Instr& in : code.code) {
    Value v = v_unbound;
    if (in.op == ir::Op::LoadGlobal) v = module_name(chunks_[f.a].module, Symbol{in.b});
    if (in.op == ir::Op::LoadCell) {
      for (ObjId env = f.b; env != 0 && v == v_unbound; env = heap_[env].a) v = heap_.get(env, Symbol{in.b});
    }
    if (v == v_unbound || !v.single() || !is_variable(heap_[v.obj()]) || heap_.get(v.obj(), cell::owner) != v_unbound ||
        heap_.get(v.obj(), names_.intern("trainable")) == v_false) {
      continue;
    }
    Event e = at_hand(EventKind::LambdaState, layer);
    e.call = e.site;
    e.site = heap_[layer].site;
    e.other = v.obj();
    e.name = Symbol{in.b};
    if (user_file(e.site)) emit(std::move(e));
    return;
  }
}

/// A layer that looks at masks (`_gf_masks` is "uses") and is given none by the caller.
void Interp::mask_needed(ObjId layer, Value inputs) {
  const Value input = element(inputs.single() ? inputs.obj() : v_none.bits, 0);
  if (!input.single() || (heap_[input.obj()].flags & obj_unmasked) == 0 || heap_[input.obj()].kind != Kind::Tensor)
    return;
  const Value what = lookup_class(heap_[layer].a, known(sym::gf_masks));
  if (!what.single() || heap_[what.obj()].kind != Kind::Str) return;
  Event e = at_hand(EventKind::MaskLost, layer);
  e.value = input;
  emit(std::move(e));
}

/// What a layer gives: built-in ones that pass masks on do, those of the user's with masks of their own are not judged.
Value Interp::with_mask(ObjId layer, Value inputs, Value result) {
  const Value input = element(inputs.single() ? inputs.obj() : v_none.bits, 0);
  const auto carries = [&](Value v) {
    return v.single() && (heap_[v.obj()].kind == Kind::Tensor || heap_[v.obj()].kind == Kind::KerasTensor);
  };
  if (!carries(result)) return result;
  const bool own = heap_.get(layer, names_.intern("supports_masking")) == v_true;
  ObjId found = 0;
  lookup_class(heap_[layer].a, known(sym::compute_mask), 0, &found);
  std::uint8_t& flags = heap_[result.obj()].flags;
  if (own || (found != 0 && !class_info(found).library) || heap_.get(layer, names_.intern("mask_zero")) == v_true) {
    flags &= static_cast<std::uint8_t>(~obj_unmasked);
    return result;
  }
  if (carries(input) && lookup_class(heap_[layer].a, known(sym::gf_masks)) == v_true) {
    flags = static_cast<std::uint8_t>(flags | (heap_[input.obj()].flags & (obj_masked | obj_unmasked)));
  }
  return result;
}

void Interp::eager_debug(ObjId model, std::string_view name) {
  Event e = at_hand(EventKind::EagerDebug, model);
  e.name = names_.intern(name);
  emit(std::move(e));
}

/// `predict` in a loop of the user's, on a model from before the loop.
void Interp::predict_in_loop(ObjId model) {
  const auto user = std::find_if(frames_.rbegin(), frames_.rend(), [](const Frame* frame) { return !frame->library; });
  if (user == frames_.rend() || (*user)->loop == nullptr || in_graph()) return;
  const Frame& frame = **user;
  const SiteId made = heap_[model].site;
  for (std::uint32_t i = 0; i < frame.pc; ++i) {
    const ir::Instr& in = frame.code->code[i];
    if ((in.op != ir::Op::For && in.op != ir::Op::While) || in.c <= frame.pc) continue;
    if (site_chunk(made) == frame.chunk && site_pc(made) > i) return;
    emit(at_hand(EventKind::PredictLoop, model));
    return;
  }
}

bool Interp::pass_in_scratch() const {
  for (RegionId r = ambient_.region; regions_[r].parent != r; r = regions_[r].parent) {
    if (regions_[r].kind == RegionKind::Scratch) return true;
  }
  return false;
}

Value Interp::intrinsic(std::uint32_t id) {
  const std::uint64_t key = id | (1ULL << 63);
  const auto [it, fresh] = constants_.try_emplace(key, 0);
  if (fresh) it->second = heap_.make(Kind::Intrinsic, 0, id);
  return Value{it->second};
}

}  // namespace graphfence
