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
