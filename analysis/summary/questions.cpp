// What a program may ask before it decides what to do with a value: is it a tensor, has it this attribute, is it this
// constant. An answer that is not known here is not known; whoever asked looks at both branches.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

namespace {

template <std::size_t n>
bool among(const std::string_view (&names)[n], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// All members of a value must give the same answer.
template <class Ask>
std::optional<bool> agreed(std::span<const ObjId> members, Ask ask) {
  std::optional<bool> all;
  for (const ObjId id : members) {
    const std::optional<bool> one = ask(id);
    if (!one.has_value() || (all.has_value() && *all != *one)) return std::nullopt;
    all = one;
  }
  return all;
}

}  // namespace

std::optional<bool> Interp::question(SpecialCall what, Value value) {
  const std::vector<ObjId> members(heap_.members(value).begin(), heap_.members(value).end());
  return agreed(members, [&](ObjId id) -> std::optional<bool> {
    const Obj& o = heap_[id];
    const bool any = o.kind == Kind::Unknown || o.kind == Kind::Unbound ||
                     (o.kind == Kind::Host && static_cast<HostType>(o.a) == HostType::Any);
    if (any) return std::nullopt;
    const bool variable = is_variable(o);
    if (o.kind == Kind::Instance && !variable && (classes_[heap_[o.a].a].open || classes_[heap_[o.a].a].library))
      return std::nullopt;
    switch (what) {
      case SpecialCall::IsTensor:
        if (o.kind == Kind::KerasTensor) return std::nullopt;
        return o.kind == Kind::Tensor || variable;
      case SpecialCall::IsSymbolic: {
        if (o.kind != Kind::Tensor) return std::nullopt;
        const RegionKind owner = regions_[o.a].kind;
        if (owner == RegionKind::Caller) return std::nullopt;
        return owner != RegionKind::Eager;
      }
      case SpecialCall::IsKerasTensor:
        return o.kind == Kind::KerasTensor;
      case SpecialCall::IsScalar:
        if (o.kind == Kind::Array || o.kind == Kind::Meta) return std::nullopt;
        return o.kind == Kind::Int || o.kind == Kind::Float || o.kind == Kind::Bool || o.kind == Kind::Str ||
               o.kind == Kind::Host;
      default:
        return std::nullopt;
    }
  });
}

std::optional<bool> Interp::has_attribute(Value value, Symbol name) {
  const std::vector<ObjId> members(heap_.members(value).begin(), heap_.members(value).end());
  return agreed(members, [&](ObjId id) { return has_attribute(id, name); });
}

std::optional<bool> Interp::has_attribute(ObjId object, Symbol name) {
  static constexpr std::string_view everywhere[] = {"shape", "dtype", "device", "get_shape", "__array__", "ndim"};
  static constexpr std::string_view arrays[] = {"T",         "astype",  "reshape", "ravel", "clip", "tolist",
                                                "transpose", "flatten", "item",    "max",   "mean", "sum"};
  const Obj o = heap_[object];
  const std::string_view what = text(name);
  switch (o.kind) {
    case Kind::Tensor: {
      if (among(everywhere, what)) return true;
      if (among(arrays, what)) {
        if (heap_.get(v_none.bits, cell::array_methods) != v_unbound) return std::nullopt;
        return false;
      }
      const RegionKind owner = regions_[o.a].kind;
      if (owner == RegionKind::Caller) return std::nullopt;
      if (what == "numpy") return owner == RegionKind::Eager;
      if (what == "graph" || what == "op") return owner != RegionKind::Eager;
      return std::nullopt;
    }
    case Kind::KerasTensor:
      if (what == "numpy") return false;
      if (what == "shape" || what == "dtype") return true;
      return std::nullopt;
    case Kind::Array:
      if (what == "numpy" || what == "graph") return false;
      if (among(arrays, what) || what == "shape" || what == "dtype") return true;
      return std::nullopt;
    case Kind::None:
    case Kind::Bool:
    case Kind::Int:
    case Kind::Float:
    case Kind::Str:
    case Kind::List:
    case Kind::Tuple:
    case Kind::Dict:
      if (what == "numpy" || what == "shape" || what == "dtype" || what == "graph") return false;
      return std::nullopt;
    case Kind::Instance: {
      const ClassInfo& info = classes_[heap_[o.a].a];
      const Value own = heap_.get(object, name);
      if (own != v_unbound && !heap_.may_be(own, v_unbound.bits)) return true;
      if (lookup_class(o.a, name) != v_unbound) return true;
      if ((info.traits & trait_variable) != 0 && (what == "numpy" || among(everywhere, what))) return true;
      if (!info.open && own == v_unbound && info.traits == 0 &&
          lookup_class(o.a, known(sym::dunder_getattr)) == v_unbound)
        return false;
      return std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

bool Interp::definite(ObjId object) const {
  const Obj& o = heap_[object];
  switch (o.kind) {
    case Kind::Unknown:
    case Kind::Unbound:
      return false;
    case Kind::Host:
      return static_cast<HostType>(o.a) != HostType::Any;
    case Kind::Bound: {
      // An attribute of a shape, a dtype or a tensor that is not known to be a method.
      const Value function{o.a};
      if (!function.single() || heap_[function.obj()].kind != Kind::Lib) return true;
      const Kind receiver = heap_[o.b].kind;
      return receiver != Kind::Meta && receiver != Kind::Host && receiver != Kind::Tensor && receiver != Kind::Int &&
             receiver != Kind::Float && receiver != Kind::KerasTensor;
    }
    case Kind::Lib: {
      const std::string_view path = text(Symbol{o.a});
      const LibFacts& facts = lib_facts_[o.c];
      if (facts.api != nullptr || facts.builtin || facts.special != SpecialCall::None) return true;
      const std::size_t dot = path.rfind('.');
      if (dot == std::string_view::npos) return true;
      const std::string_view last = path.substr(dot + 1);
      if (last.starts_with("__") || last == "VERSION") return false;
      return path.starts_with("tf.") || path.starts_with("keras.") || path.starts_with("np.");
    }
    default:
      return true;
  }
}

/// Equal numbers and texts; nothing is said of other objects.
std::optional<bool> Interp::same_constant(ObjId a, ObjId b) const {
  const auto number = [&](ObjId id) -> std::optional<double> {
    if (id == v_true.bits || id == v_false.bits) return id == v_true.bits ? 1.0 : 0.0;
    if (heap_[id].kind == Kind::Float) return doubles_[heap_[id].a];
    if (const auto n = int_of(Value{id})) return static_cast<double>(*n);
    return std::nullopt;
  };
  const auto constant = [&](ObjId id) {
    const Kind k = heap_[id].kind;
    return k == Kind::None || k == Kind::Bool || k == Kind::Int || k == Kind::Float || k == Kind::Str;
  };
  if (!constant(a) || !constant(b)) return std::nullopt;
  const auto x = number(a);
  const auto y = number(b);
  if (x && y) return *x == *y;
  if (heap_[a].kind != heap_[b].kind) return false;
  return heap_[a].kind == Kind::None || heap_[a].a == heap_[b].a;
}

std::optional<bool> Interp::contains(Value container, Value item) {
  if (!container.single() || !item.single()) return std::nullopt;
  const Obj& c = heap_[container.obj()];
  const Obj& i = heap_[item.obj()];
  if (c.kind == Kind::Str && i.kind == Kind::Str)
    return text(Symbol{c.a}).find(text(Symbol{i.a})) != std::string_view::npos;
  std::vector<Value> elements;
  if (c.kind == Kind::Dict || !known_elements(container, elements)) return std::nullopt;
  bool unsure = false;
  for (const Value e : elements) {
    if (e == item && e != v_unknown) return true;
    const std::optional<bool> same =
        e.single() && e != v_unknown ? same_constant(e.obj(), item.obj()) : std::optional<bool>();
    if (same == true) return true;
    unsure = unsure || !same.has_value();
  }
  if (unsure) return std::nullopt;
  return false;
}

/// Methods of a text that is known; unbound when there is no telling.
Value Interp::string_method(ObjId string, std::string_view method, const Arguments& arguments, SiteId site) {
  std::string spelled(text(Symbol{heap_[string].a}));
  const auto ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (!std::all_of(spelled.begin(), spelled.end(), ascii)) return v_unbound;
  if (arguments.positional.empty() && (method == "lower" || method == "casefold" || method == "upper")) {
    for (char& c : spelled) {
      if (method == "upper" ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z') c = static_cast<char>(c ^ 0x20);
    }
    return make_str(names_.intern(spelled), site);
  }
  if (arguments.positional.empty() && method == "strip") {
    const std::size_t from = spelled.find_first_not_of(" \t\r\n");
    const std::size_t to = spelled.find_last_not_of(" \t\r\n");
    return make_str(names_.intern(from == std::string::npos ? std::string() : spelled.substr(from, to - from + 1)),
                    site);
  }
  if (arguments.positional.size() != 1 || (method != "startswith" && method != "endswith")) return v_unbound;
  const Value part = arguments.positional.front();
  if (!part.single() || heap_[part.obj()].kind != Kind::Str) return v_unbound;
  const std::string_view wanted = text(Symbol{heap_[part.obj()].a});
  return (method == "startswith" ? spelled.starts_with(wanted) : spelled.ends_with(wanted)) ? v_true : v_false;
}

/// `os.environ["KERAS_BACKEND"] = …` before Keras is imported.
void Interp::set_environment(Value name, Value value) {
  if (!name.single() || heap_[name.obj()].kind != Kind::Str || text(Symbol{heap_[name.obj()].a}) != "KERAS_BACKEND")
    return;
  const bool tensorflow =
      value.single() && heap_[value.obj()].kind == Kind::Str && text(Symbol{heap_[value.obj()].a}) == "tensorflow";
  heap_.set(v_none.bits, cell::other_backend, tensorflow ? v_unbound : v_true);
}

/// A call of code nobody knows with an object and the name of one of its attributes: `mock.patch.object(C, "run")`,
/// `monkeypatch.setattr(module, "step", …)`.
void Interp::may_replace(const Arguments& arguments) {
  if (arguments.positional.size() < 2) return;
  const Value holder = arguments.positional[0];
  const Value name = arguments.positional[1];
  if (!holder.single() || !name.single() || heap_[name.obj()].kind != Kind::Str) return;
  const Symbol attr{heap_[name.obj()].a};
  const Obj o = heap_[holder.obj()];
  const bool replacement = arguments.positional.size() > 2 || !arguments.keywords.empty();
  switch (o.kind) {
    case Kind::Class:
      if (lookup_class(holder.obj(), attr) != v_unbound) replace_attribute(holder.obj(), attr);
      break;
    case Kind::Module:
      if (module_name(holder.obj(), attr) != v_unbound) replace_attribute(holder.obj(), attr);
      break;
    case Kind::Lib:
      replace_attribute(holder.obj(), attr);
      break;
    case Kind::Instance:
      if (replacement && (heap_.get(holder.obj(), attr) != v_unbound || lookup_class(o.a, attr) != v_unbound))
        replace_attribute(holder.obj(), attr);
      break;
    default:
      break;
  }
}

/// `mock.patch("package.module.name")`.
void Interp::patch_name(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos || frames_.empty()) return;
  const Symbol name = names_.intern(path.substr(dot + 1));
  const std::string_view holder = path.substr(0, dot);
  const ObjId here = frames_.back()->module;
  Value found = v_unbound;
  if (holder == "__main__") {
    found = Value{here};
  } else if (const SourceModule* file = source_.resolve(*module_files_[heap_[here].a], holder, 0)) {
    found = Value{load_module(*file)};
  } else if (holder.starts_with("tensorflow") || holder.starts_with("keras")) {
    found = library_path(holder, {});
  } else if (const std::size_t inner = holder.rfind('.'); inner != std::string_view::npos) {
    // A method: `package.module.Class.method`.
    const std::string_view module = holder.substr(0, inner);
    const Symbol cls = names_.intern(holder.substr(inner + 1));
    if (module == "__main__") {
      found = module_name(here, cls);
    } else if (const SourceModule* outer = source_.resolve(*module_files_[heap_[here].a], module, 0)) {
      found = module_name(load_module(*outer), cls);
    }
  }
  if (!found.single()) return;
  const Kind kind = heap_[found.obj()].kind;
  if (kind == Kind::Lib || kind == Kind::Module || kind == Kind::Class) replace_attribute(found.obj(), name);
}

std::uint8_t Interp::switches() {
  const auto on = [&](Symbol name, Switch bit) {
    const Value v = heap_.get(v_none.bits, name);
    return v == v_true ? static_cast<unsigned>(bit) : 0U;
  };
  unsigned all = on(cell::eager_switch, switch_eager) | on(cell::array_methods, switch_arrays) |
                 on(cell::other_backend, switch_backend);
  const Value tf = make_lib(names_.intern("tf"), {});
  if (heap_.get(tf.obj(), names_.intern("function")) != v_unbound) all |= switch_function;
  return static_cast<std::uint8_t>(all);
}

void Interp::set_switches(std::uint8_t switches) {
  const auto set = [&](Symbol name, Switch bit) {
    if ((switches & bit) != 0) heap_.set(v_none.bits, name, v_true);
  };
  set(cell::eager_switch, switch_eager);
  set(cell::array_methods, switch_arrays);
  set(cell::other_backend, switch_backend);
  if ((switches & switch_function) != 0)
    replace_attribute(make_lib(names_.intern("tf"), {}).obj(), names_.intern("function"));
}

}  // namespace graphfence
