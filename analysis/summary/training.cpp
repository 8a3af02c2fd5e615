// Training by hand: gradients, the tapes they come from, and the variables they are for.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

/// Was it made between the end of the tape's block and the code that runs now, all in one function?
bool Interp::behind_block(Value tape, SiteId made) const {
  const Value closed = heap_.get(tape.obj(), cell::closed);
  if (closed == v_unbound || !closed.single()) return false;
  const SiteId end = heap_[closed.obj()].site;
  const SiteId here = user_site();
  return site_chunk(made) == site_chunk(end) && site_chunk(made) == site_chunk(here) && made >= end && made < here;
}

/// What is differentiated may have been computed where the tape did not record it. Its gradient is then None.
void Interp::tell_untaped(Value tape, Value target, Value sources) {
  if (!target.single() || heap_[target.obj()].kind != Kind::Tensor) return;
  if (heap_.get(tape.obj(), names_.intern("watches")) != v_true) return;
  const Obj o = heap_[target.obj()];
  constexpr Flows unsure = flow_unknown | flow_flat | flow_host | flow_mixed | flow_collected;
  if ((o.flow & unsure) != 0 || (o.flags & obj_guessed) != 0) return;
  Event e = at_hand(EventKind::UntapedForward, tape.obj());
  if (behind_block(tape, o.site)) {
    e.call = e.site;
    e.site = o.site;
    e.detail = untaped::after;
    emit(std::move(e));
    return;
  }
  if ((o.flow & flow_grad) == 0 && (o.flow & flow_weight) != 0) {
    e.call = e.site;
    if (untaped_use_ != 0 && site_chunk(untaped_use_) == site_chunk(e.site)) e.site = untaped_use_;
    e.cause = untaped_made_;
    e.detail = untaped::before;
    emit(std::move(e));
    return;
  }
  std::vector<Value> wanted;
  if (!known_elements(sources, wanted)) wanted = {sources};
  const bool none = !wanted.empty() && std::all_of(wanted.begin(), wanted.end(), [&](Value v) {
    return v.single() && heap_[v.obj()].kind == Kind::Tensor &&
           (heap_[v.obj()].flow & (flow_grad | flow_unknown)) == 0 && (heap_[v.obj()].flags & obj_guessed) == 0;
  });
  const bool integers = !wanted.empty() && std::all_of(wanted.begin(), wanted.end(), [&](Value v) {
    return v.single() && is_variable(heap_[v.obj()]) && heap_.get(v.obj(), cell::integer) == v_true;
  });
  if (!none && !integers) return;
  e.detail = none ? untaped::unwatched : untaped::integer;
  e.cause = heap_[wanted.front().obj()].site;
  emit(std::move(e));
}

void Interp::note_gradients(Value sources, Value gradients) {
  std::vector<Value> from;
  std::vector<Value> to;
  if (!known_elements(sources, from)) from = {sources};
  if (!known_elements(gradients, to)) to = {gradients};
  if (from.size() != to.size()) return;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (from[i].single() && is_variable(heap_[from[i].obj()]) && to[i].single() &&
        heap_[to[i].obj()].kind == Kind::Tensor)
      heap_.set(to[i].obj(), cell::gradient_of, from[i]);
  }
}

/// `pairs`: of gradients and variables, or variables that Keras trains itself; anything else stops the bookkeeping.
void Interp::apply_gradients(Value optimizer, Value pairs) {
  if (class_of(optimizer) == 0 || (traits(optimizer) & trait_optimizer) == 0) return;
  ++effects_;
  std::vector<Value> all;
  std::vector<Value> variables;
  bool known = pairs != v_none && known_elements(pairs, all);
  if (known && all.empty() && early_read_ != 0 && pairs.single() && heap_.get(pairs.obj(), cell::owner) == v_unbound) {
    Event e = at_hand(EventKind::EarlyVariables, early_model_);
    e.call = e.site;
    e.site = early_read_;
    emit(std::move(e));
    early_read_ = 0;
    return;
  }
  bool told = false;
  for (const Value each : all) {
    std::vector<Value> two;
    if (each.single() && is_variable(heap_[each.obj()])) {
      variables.push_back(each);
      continue;
    }
    if (!known_elements(each, two) || two.size() != 2 || !two[0].single() || !two[1].single()) {
      known = false;
      continue;
    }
    const Value of = heap_.get(two[0].obj(), cell::gradient_of);
    const bool variable = is_variable(heap_[two[1].obj()]);
    const bool swapped = is_variable(heap_[two[0].obj()]) && heap_.get(two[1].obj(), cell::gradient_of) != v_unbound;
    if (!told && (swapped || (variable && of != v_unbound && of.single() && of != two[1]))) {
      Event e = at_hand(EventKind::GradientPairs, optimizer.obj());
      e.detail = swapped ? pairs::swapped : pairs::others;
      emit(std::move(e));
      told = true;
    }
    if (variable) {
      variables.push_back(two[1]);
    } else {
      known = false;
    }
  }
  const Value before = heap_.get(optimizer.obj(), cell::trained);
  if (before == v_unbound) {
    if (known && variables.empty()) return;
    const bool keep = known && variables.size() <= limits::container_slots;
    heap_.set(optimizer.obj(), cell::trained, keep ? make_sequence(Kind::List, variables, user_site()) : v_unknown);
    return;
  }
  std::vector<Value> first;
  if (told || !known_elements(before, first)) return;
  for (const Value v : variables) {
    if (std::find(first.begin(), first.end(), v) != first.end()) continue;
    Event e = at_hand(EventKind::ForeignVariables, optimizer.obj());
    e.cause = heap_[before.obj()].site;
    e.other = v.obj();
    emit(std::move(e));
    heap_.set(optimizer.obj(), cell::trained, v_unknown);
    return;
  }
}

/// The variables of a model are asked for. True when that raises: Keras 2 knows that a Sequential has none yet.
bool Interp::asked_early(ObjId model, bool keras3) {
  early_read_ = 0;
  if (heap_.get(model, known(sym::built)) != v_false) return false;
  for (const ObjId object : tree(model)) {
    if (class_info(heap_[object].a).open) return false;
    for (const Symbol name : std::vector<Symbol>(heap_.names(object))) {
      const Value v = heap_.get(object, name);
      if (name.id < cell::length.id && (heap_.may_be(v, v_unknown.bits) || (v.single() && is_variable(heap_[v.obj()]))))
        return false;
    }
  }
  const bool sequential = (traits(Value{model}) & trait_functional) != 0;
  if (!keras3 && sequential) {
    Event e = at_hand(EventKind::EarlyVariables, model);
    e.detail = 1;
    emit(std::move(e));
    return true;
  }
  early_model_ = model;
  early_read_ = user_site();
  return false;
}

/// `fit` of Keras 3 passes the mode only to a `call` that takes it.
void Interp::lacking_mode(ObjId layer, Value given) {
  // Whether anybody calls `fit` is only known where it stands.
  if (client_ || regions_[ambient_.region].kind == RegionKind::Scratch) return;
  const auto step = std::find_if(frames_.begin(), frames_.end(), [](const Frame* frame) {
    return frame->library && frame->code->name == sym::train_step && frame->self.single();
  });
  if (step == frames_.end() || class_of((*step)->self) == 0) return;
  const ObjId model = (*step)->self.obj();
  const ClassInfo& info = class_info(heap_[model].a);
  if (info.generation != library::Generation::Keras3 || info.library || info.open) return;
  // A layer of the user's on the way whose own default says that it does not train.
  const bool fallback = std::any_of(step, frames_.end(), [&](const Frame* frame) {
    return !frame->library && frame->code->name == sym::call && frame->self != Value{model} &&
           frame->arguments != nullptr && !frame->arguments->keyword(known(sym::training)) &&
           std::any_of(frame->code->params.begin(), frame->code->params.end(),
                       [](const ir::Param& p) { return p.name == sym::training && p.has_default; });
  });
  const Value mode = given == v_none || given == v_unbound ? training_mode() : given;
  if (mode != v_none && !(mode == v_false && fallback)) return;
  Event e = at_hand(EventKind::ModeLacking, model);
  e.other = layer;
  e.cause = e.site;
  e.site = definition_site(attribute(Value{model}, known(sym::call), 0));
  for (auto frame = frames_.begin(); frame != step; ++frame) {
    if (!(*frame)->library) e.call = make_site((*frame)->chunk, (*frame)->pc);
  }
  if (user_file(e.site)) emit(std::move(e));
}

}  // namespace graphfence
