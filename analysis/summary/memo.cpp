// Functions that remember what they gave: `functools.cache` and `lru_cache`.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

Value Interp::remembering(Value function) {
  if (!function.single() || heap_[function.obj()].kind != Kind::Function) return function;
  const Obj o = heap_[function.obj()];
  const ObjId copy = heap_.make(Kind::Function, o.site, o.a, o.b, o.c, o.d);
  heap_[copy].flags = o.flags | obj_memo;
  return Value{copy};
}

/// What an earlier call with surely the same arguments gave.
std::optional<Value> Interp::remembered(ObjId function, const Arguments& arguments) const {
  const Value kept = heap_.get(function, cell::memo);
  if (!kept.single() || heap_[kept.obj()].kind != Kind::Env) return std::nullopt;
  const Arguments& then = stored_arguments_[heap_[kept.obj()].a];
  const auto same = [&](Value a, Value b) {
    return a == b || (a.single() && b.single() && same_constant(a.obj(), b.obj()) == true);
  };
  const bool equal =
      !arguments.open_positional && !arguments.open_keywords &&
      std::equal(then.positional.begin(), then.positional.end(), arguments.positional.begin(),
                 arguments.positional.end(), same) &&
      std::equal(then.keywords.begin(), then.keywords.end(), arguments.keywords.begin(), arguments.keywords.end(),
                 [&](const auto& a, const auto& b) { return a.first == b.first && same(a.second, b.second); });
  if (!equal) return std::nullopt;
  return heap_.get(kept.obj(), slot(0));
}

void Interp::remember(ObjId function, const Arguments& arguments, Value result) {
  if (result == v_unbound || result == v_unknown) return;
  const ObjId kept = heap_.make(Kind::Env, user_site(), static_cast<std::uint32_t>(stored_arguments_.size()));
  stored_arguments_.push_back(arguments);
  heap_.set(kept, slot(0),
            escaping(function, EscapeKind::Memo, chunks_[heap_[function].a].code->name, result,
                     definition_site(Value{function})));
  heap_.set(function, cell::memo, Value{kept});
}

}  // namespace graphfence
