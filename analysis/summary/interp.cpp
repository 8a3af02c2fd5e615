#include "analysis/summary/interp.h"

namespace graphfence {

Interp::Interp(Interner& names, SummarySource& source, World world, const CancelToken& cancel)
    : names_(names), source_(source), world_(world), cancel_(cancel) {
  regions_.push_back(Region{.kind = RegionKind::Eager, .parent = 0});
  regions_.push_back(Region{.kind = RegionKind::Caller, .parent = 1});
}

/// The function a callable object stands for, through bound methods, partials and tf.functions; 0 when there is none.
ObjId Interp::underlying(Value function) const {
  for (int hops = 0; hops < 6 && function.single(); ++hops) {
    const Obj& o = heap_[function.obj()];
    if (o.kind == Kind::Function) return function.obj();
    if (o.kind != Kind::Bound && o.kind != Kind::TFFunction && o.kind != Kind::Partial) return 0;
    function = Value{o.a};
  }
  return 0;
}

Value Interp::some_input() {
  const ObjId t = heap_.make(Kind::Tensor, 0);
  heap_[t].flow = flow_input;
  return heap_.join(Value{t}, v_unknown);
}

void Interp::check_config(Value object) {
  const ObjId cls = class_of(object);
  if (cls == 0) return;
  ObjId definer = 0;
  const Value method = lookup_class(cls, known(sym::get_config), 0, &definer);
  if (method == v_unbound || classes_[heap_[definer].a].library) return;
  call(attribute(object, known(sym::get_config), 0), {}, 0);
}

/// What a `get_config` of the user's gave to other code.
void Interp::tell_config(ObjId object, SiteId definition, Value config) {
  if (!config.single() || heap_[config.obj()].kind != Kind::Dict) return;
  for (const Symbol name : std::vector<Symbol>(heap_.names(config.obj()))) {
    if (name.id >= cell::length.id) continue;
    const Value v = heap_.get(config.obj(), name);
    if (!v.single() || heap_[v.obj()].kind != Kind::Tensor) continue;
    Event e;
    e.kind = EventKind::ConfigTensor;
    e.site = definition;
    e.cause = heap_[v.obj()].site;
    e.call = heap_[config.obj()].site;
    e.object = object;
    e.name = name;
    e.value = v;
    emit(std::move(e));
  }
}

std::string Interp::function_name(Value function) const {
  const ObjId f = underlying(function);
  if (f == 0) return {};
  return std::string(names_.text(chunks_[heap_[f].a].code->name));
}

SiteId Interp::definition_site(Value function) const {
  const ObjId f = underlying(function);
  return f == 0 ? 0 : make_site(heap_[f].a, 0xFFFF);
}

}  // namespace graphfence
