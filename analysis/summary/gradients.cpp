// Is there a way that a gradient can take? A tensor has `flow_grad` where a tape may have recorded one, so only its
// absence says something.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

/// Whatever it holds may depend on a variable in a way that was not followed.
void Interp::may_have_gradient(Value value, int depth) {
  if (ambient_.tapes == 0) return;
  for (const ObjId id : std::vector<ObjId>(heap_.members(value).begin(), heap_.members(value).end())) {
    const Kind kind = heap_[id].kind;
    if (kind == Kind::Tensor) heap_[id].flow |= flow_grad;
    if ((kind != Kind::List && kind != Kind::Tuple && kind != Kind::Dict) || depth > 2) continue;
    for (const Symbol name : std::vector<Symbol>(heap_.names(id))) {
      const Value e = is_raw_cell(name) ? v_unbound : heap_.get(id, name);
      if (e != v_unbound) may_have_gradient(e, depth + 1);
    }
  }
}

Flows Interp::cut_gradient(Flows flow, std::string_view api) {
  if ((flow & flow_grad) == 0) return flow;
  last_cut_ = user_site();
  last_cut_api_ = names_.intern(api);
  return static_cast<Flows>((flow & ~flow_grad) | flow_flat);
}

/// Operations whose gradient is None for every argument, as run.
bool Interp::surely_flat(std::string_view api) {
  static constexpr std::string_view names[] = {"tf.argmax",
                                               "tf.argmin",
                                               "tf.equal",
                                               "tf.floor",
                                               "tf.greater",
                                               "tf.greater_equal",
                                               "tf.less",
                                               "tf.less_equal",
                                               "tf.one_hot",
                                               "tf.math.ceil",
                                               "tf.math.count_nonzero",
                                               "tf.math.rint",
                                               "tf.not_equal",
                                               "tf.numpy_function",
                                               "tf.round",
                                               "tf.math.floor",
                                               "tf.math.round",
                                               "tf.math.argmax",
                                               "tf.math.equal",
                                               "tf.math.greater",
                                               "tf.math.less"};
  return std::find(std::begin(names), std::end(names), api) != std::end(names);
}

/// `tf.int32`, `"int64"`: what is cast to it has no gradient.
bool Interp::is_integer_type(Value type) const {
  if (!type.single()) return false;
  const Obj& o = heap_[type.obj()];
  if (o.kind != Kind::Lib && o.kind != Kind::Str) return false;
  std::string_view name = text(Symbol{o.a});
  if (name.starts_with("tf.") || name.starts_with("np.")) name.remove_prefix(3);
  return name.starts_with("int") || name.starts_with("uint") || name == "bool";
}

void Interp::tell_compiled(std::string_view api) {
  for (RegionId r = ambient_.region; regions_[r].parent != r; r = regions_[r].parent) {
    const ObjId opener = regions_[r].opener;
    if (opener == 0) continue;
    const bool compiled = regions_[r].kind == RegionKind::Step
                              ? heap_.get(opener, names_.intern("_gf_jit")) == v_true
                              : regions_[r].kind == RegionKind::Function && heap_[opener].kind == Kind::TFFunction &&
                                    options_[heap_[opener].b].jit;
    if (!compiled) continue;
    Event e = at_hand(EventKind::HostFunction, 0);
    e.cause = regions_[r].definition;
    e.call = regions_[r].call_site;
    e.name = names_.intern(api);
    emit(std::move(e));
    return;
  }
}

void Interp::tell_no_gradient(Value target, bool fails) {
  if (!target.single() || heap_[target.obj()].kind != Kind::Tensor) return;
  const Obj& o = heap_[target.obj()];
  if ((o.flow & (flow_grad | flow_unknown)) != 0 || (o.flags & obj_guessed) != 0 || (o.flow & flow_flat) == 0) return;
  Event e = at_hand(EventKind::NoGradient, 0);
  e.cause = last_cut_;
  e.name = last_cut_api_;
  e.detail = static_cast<std::uint32_t>((o.flow & flow_host) != 0 || text(e.name) == "tf.numpy_function" ? CutBy::host
                                                                                                         : CutBy::flat);
  e.may = (o.flow & flow_mixed) != 0;
  e.raises = fails;
  if (e.site != 0 && user_file(e.cause)) emit(std::move(e));
}

}  // namespace graphfence
