// Layers that are used before they are ready, or by a Keras they are not of.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

namespace {

bool stores(const ir::Chunk& code, Symbol name) {
  return std::any_of(code.code.begin(), code.code.end(),
                     [&](const ir::Instr& in) { return in.op == ir::Op::StoreAttr && in.c == name.id; });
}

}  // namespace

/// A layer is called. True when its `__init__` surely never ran Keras' own, so that the call raises.
bool Interp::never_initialised(ObjId layer) {
  const Obj o = heap_[layer];
  if (o.kind != Kind::Instance || heap_.get(layer, known(sym::built)) != v_unbound) return false;
  const ClassInfo& info = class_info(o.a);
  if (info.library || info.open || info.dataclass || (o.flags & obj_guessed) != 0) return false;
  ObjId definer = 0;
  const Value init = lookup_class(o.a, known(sym::dunder_init), 0, &definer);
  if (!init.single() || heap_[init.obj()].kind != Kind::Function || class_info(definer).library) return false;
  Event e = at_hand(EventKind::NoSuperInit, layer);
  e.call = e.site;
  e.site = definition_site(init);
  if (!user_file(e.site)) return false;
  emit(std::move(e));
  return true;
}

/// Keras 2: a model takes no layers and variables before its `__init__` ran.
void Interp::stored_early(ObjId model, Value value) {
  // A switch of Keras' own turns the check off.
  if (heap_.get(model, known(sym::built)) != v_unbound ||
      heap_.get(model, names_.intern("_self_setattr_tracking")) != v_unbound)
    return;
  const ClassInfo& info = class_info(heap_[model].a);
  if (info.open || info.generation != library::Generation::Keras2) return;
  // Keras looks into lists, tuples and dicts, an empty one included.
  std::vector<Value> all;
  const bool set = value.single() && heap_[value.obj()].kind == Kind::Set;
  if (set || !known_elements(value, all)) all = {value};
  const bool state = std::all_of(all.begin(), all.end(), [&](Value v) {
    return v.single() && heap_[v.obj()].kind == Kind::Instance && (traits(v) & (trait_layer | trait_variable)) != 0;
  });
  if (!state) return;
  Event e = at_hand(EventKind::NoSuperInit, model);
  e.detail = 1;
  emit(std::move(e));
  heap_.set(model, known(sym::built), v_unknown);
}

bool Interp::called_directly(Value function, Value self) {
  if (class_of(self) == 0 || (traits(self) & trait_layer) == 0 || frames_.empty()) return false;
  const Frame& caller = *frames_.back();
  return !caller.library && caller.self != self && function.single() &&
         heap_.get(self.obj(), known(sym::built)) == v_false;
}

/// The code of a layer whose `build` has not run asks for what `build` would have made.
void Interp::lacks(ObjId layer, Symbol name) {
  const Value build = lookup_class(heap_[layer].a, known(sym::build));
  if (!build.single() || heap_[build.obj()].kind != Kind::Function || class_info(heap_[layer].a).open) return;
  if (!stores(*chunks_[heap_[build.obj()].a].code, name)) return;
  auto direct = frames_.rbegin();
  while (direct + 1 != frames_.rend() && (*direct)->direct) ++direct;
  const Frame& caller = **direct;
  Event e = at_hand(EventKind::DirectCall, layer);
  e.site = make_site(caller.chunk, caller.pc);
  e.name = name;
  emit(std::move(e));
}

/// True when a layer that looks at the shape of its input surely gets one of unknown rank.
bool Interp::needs_rank(Value layer, Value inputs) {
  if (!inputs.single() || class_of(layer) == 0) return false;
  const Value mark = heap_.get(inputs.obj(), cell::rankless);
  if (mark == v_unbound || !mark.single()) return false;
  Event e = at_hand(EventKind::UnknownRank, layer.obj());
  e.cause = heap_[mark.obj()].site;
  emit(std::move(e));
  return true;
}

/// Variables must be made in the scope of the strategy that is to train them.
void Interp::compiled_in_scope(Value model, Value optimizer) {
  if (ambient_.strategy == 0 || class_of(model) == 0) return;
  const auto outside = [&](Value v) { return v.single() && heap_.get(v.obj(), cell::scope) == v_false; };
  const bool keras3 = class_info(class_of(model)).generation == library::Generation::Keras3;
  const bool late = keras3 && class_of(optimizer) != 0 && outside(optimizer);
  if (!outside(model) && !late) return;
  const Value what = outside(model) ? model : optimizer;
  Event e = at_hand(EventKind::OtherScope, what.obj());
  e.cause = heap_[what.obj()].site;
  // A model without variables can still get them in the scope.
  e.may = outside(model) && heap_.get(model.obj(), known(sym::built)) != v_true;
  emit(std::move(e));
}

/// A Sequential takes layers of its own Keras only.
void Interp::mixed_keras(Value holder, Value layer) {
  if (class_of(holder) == 0 || class_of(layer) == 0 || (traits(layer) & trait_layer) == 0 ||
      class_info(class_of(holder)).generation == class_info(class_of(layer)).generation)
    return;
  Event e = at_hand(EventKind::MixedKeras, holder.obj());
  e.other = layer.obj();
  e.detail = 1;
  emit(std::move(e));
}

}  // namespace graphfence
