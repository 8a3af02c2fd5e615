// Can a layer be made again from its config? And what a model was compiled with that has changed since.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

void Interp::remember_arguments(ObjId object, const Arguments& arguments) {
  const ClassInfo& info = classes_[heap_[heap_[object].a].a];
  if (info.library || (info.traits & trait_layer) == 0) return;
  const auto refused = [&](Value v) {
    if (!v.single()) return false;
    const Kind kind = heap_[v.obj()].kind;
    return kind == Kind::Function || kind == Kind::Bound || kind == Kind::TFFunction || kind == Kind::Array ||
           kind == Kind::Tensor || kind == Kind::Instance;
  };
  for (const Value v : arguments.positional) {
    if (refused(v)) return heap_.set(object, cell::made_with, v);
  }
  for (const auto& [name, v] : arguments.keywords) {
    if (refused(v)) return heap_.set(object, cell::made_with, v);
  }
}

bool Interp::unwritten(ObjId object) {
  if (class_of(Value{object}) == 0) return false;
  const ObjId cls = heap_[object].a;
  const Value given = heap_.get(object, cell::made_with);
  ObjId definer = 0;
  lookup_class(cls, known(sym::get_config), 0, &definer);
  if (given == v_unbound || definer == 0 || !classes_[heap_[definer].a].library || classes_[heap_[cls].a].open)
    return false;
  Event e;
  e.kind = EventKind::ConfigGap;
  e.site = user_site();
  e.cause = heap_[object].site;
  e.object = object;
  e.value = given;
  e.detail = static_cast<std::uint32_t>(GapOf::value);
  if (e.site != 0) emit(std::move(e));
  return true;
}

void Interp::remake(Value class_object, Value config) {
  if (!class_object.single() || heap_[class_object.obj()].kind != Kind::Class) return;
  const ClassInfo& info = classes_[heap_[class_object.obj()].a];
  if (info.library || info.open || (info.traits & trait_layer) == 0 || (info.traits & trait_model) != 0) return;
  if (!config.single() || heap_[config.obj()].kind != Kind::Dict || length(config.obj()) == unknown_length ||
      heap_.get(config.obj(), cell::rest) != v_unbound)
    return;
  // A `get_config` of Keras' own writes down every argument, or says that it cannot (`unwritten`).
  ObjId writer = 0;
  const Value method = lookup_class(class_object.obj(), known(sym::get_config), 0, &writer);
  if (writer == 0 || classes_[heap_[writer].a].library) return;
  ObjId maker = 0;
  const Value init = lookup_class(class_object.obj(), known(sym::dunder_init), 0, &maker);
  const ObjId function = init == v_unbound ? 0 : underlying(init);
  if (function == 0 || maker == 0 || classes_[heap_[maker].a].library) return;
  const auto has = [&](Symbol name) { return heap_.get(config.obj(), name) != v_unbound; };
  Event e;
  e.kind = EventKind::ConfigGap;
  e.site = user_site();
  e.object = class_object.obj();
  const auto& params = chunks_[heap_[function].a].code->params;
  bool any = false;
  for (std::size_t i = 1; i < params.size(); ++i) {
    any = any || params[i].kind == ir::ParamKind::VarKeywords;
    if (params[i].kind == ir::ParamKind::VarArgs) return;
    if (!e.name && !params[i].has_default && params[i].kind != ir::ParamKind::VarKeywords && !has(params[i].name))
      e.name = params[i].name;
  }
  e.detail = static_cast<std::uint32_t>(GapOf::missing);
  for (const Symbol name : std::vector<Symbol>(heap_.names(config.obj()))) {
    if (any || e.name || name.id >= cell::length.id || !has(name)) continue;
    if (std::none_of(params.begin(), params.end(), [&](const ir::Param& p) { return p.name == name; })) {
      e.name = name;
      e.detail = static_cast<std::uint32_t>(GapOf::unexpected);
    }
  }
  if (!e.name || e.site == 0) return;
  e.cause = definition_site(method);
  emit(std::move(e));
}

void Interp::late_trainable(ObjId model, bool tell_of_it) {
  for (const ObjId layer : tree(model)) {
    const Value mark = heap_.get(layer, cell::trainable_set);
    if (mark == v_unbound) continue;
    heap_.set(layer, cell::trainable_set, v_unbound);
    if (!tell_of_it || !mark.single() || heap_[mark.obj()].kind != Kind::Env) continue;
    Event e;
    e.kind = EventKind::LateTrainable;
    e.site = heap_[mark.obj()].site;
    e.call = user_site();
    e.object = layer;
    e.other = model;
    emit(std::move(e));
  }
}

}  // namespace graphfence
