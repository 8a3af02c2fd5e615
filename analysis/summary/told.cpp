// What the library text asks of values before it refuses them, and how it tells of mistakes.
#include "analysis/summary/interp.h"

namespace graphfence {

namespace {

std::string_view kind_name(Kind kind) {
  switch (kind) {
    case Kind::None:
      return "None";
    case Kind::Bool:
    case Kind::Int:
    case Kind::Float:
      return "a Python number";
    case Kind::Str:
      return "a text";
    case Kind::Array:
      return "a NumPy value";
    case Kind::Function:
    case Kind::Bound:
    case Kind::Partial:
      return "a function";
    case Kind::KerasTensor:
      return "a KerasTensor";
    default:
      return "";
  }
}

}  // namespace

/// `__gf_tell__(what, object, name, words)`: an event at the user's call. Unbound when that call raises.
Value Interp::told_of(std::string_view what, Value object, Value other, std::string_view name, std::string_view more) {
  if (what == "super") return object.single() && never_initialised(object.obj()) ? v_unbound : v_none;
  if (what == "rank") return needs_rank(object, other) ? v_unbound : v_none;
  if (what == "watch") {
    may_have_gradient(object);
  } else if (what == "made") {
    if (object.single())
      heap_.set(object.obj(), cell::scope, ambient_.strategy == 0 ? v_false : Value{ambient_.strategy});
  } else if (what == "compiled") {
    compiled_in_scope(object, other);
  } else if (what == "mixed") {
    mixed_keras(object, other);
  } else if (what == "dropped") {
    dropped_write(name);
  }
  static constexpr std::pair<std::string_view, EventKind> kinds[] = {
      {"removed", EventKind::RemovedApi}, {"loss", EventKind::InvalidLoss},
      {"config", EventKind::ConfigGap},   {"endpoint", EventKind::EndpointInGraph},
      {"tape", EventKind::TapeSpent},     {"trainable", EventKind::LateTrainable},
  };
  for (const auto& [word, kind] : kinds) {
    if (word != what) continue;
    if (kind == EventKind::EndpointInGraph && !in_graph()) return v_none;
    tell(kind, object != v_unbound && object.single() ? object.obj() : 0, names_.intern(name), more);
    if (kind == EventKind::EndpointInGraph) return v_unbound;
  }
  return v_none;
}

/// `__gf_tell__`: see above. `__gf_text__(value, endings…)`: is it surely
/// a text, and with none of the endings? `__gf_kind__(value)`: what it surely is; `__gf_kind__(dict, name)`: has it the
/// key?
Value Interp::told(std::uint32_t id, const Arguments& arguments) {
  const auto& args = arguments.positional;
  const auto at = [&](std::size_t i) { return i < args.size() ? args[i] : v_unbound; };
  const auto words = [&](Value v) {
    return v != v_unbound && v.single() && heap_[v.obj()].kind == Kind::Str ? text(Symbol{heap_[v.obj()].a})
                                                                            : std::string_view();
  };
  const Value first = at(0);
  if (id == sym::gf_tell) return told_of(words(first), at(1), at(2), words(at(2)), words(at(3)));
  const bool single = first != v_unbound && first.single();
  if (id == sym::gf_kind) {
    if (args.size() == 1) return make_str(names_.intern(kind_name(single ? heap_[first.obj()].kind : Kind::Unknown)));
    const Value found = single ? heap_.get(first.obj(), names_.intern(words(at(1)))) : v_unbound;
    return found != v_unbound && !heap_.may_be(found, v_unbound.bits) ? v_true : v_false;
  }
  if (!single) return v_false;
  const Obj& o = heap_[first.obj()];
  if (o.kind == Kind::Host) return args.size() == 1 && static_cast<HostType>(o.a) == HostType::Str ? v_true : v_false;
  bool other = o.kind == Kind::Str;
  for (std::size_t i = 1; other && i < args.size(); ++i) other = !words(first).ends_with(words(at(i)));
  return other ? v_true : v_false;
}

}  // namespace graphfence
