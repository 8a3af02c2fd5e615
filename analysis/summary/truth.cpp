// Python that needs the number of a tensor to go on: a condition, an iteration, a comparison inside a built-in
// function.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

bool Interp::is_symbolic(Value value) const {
  const auto members = heap_.members(value);
  return std::all_of(members.begin(), members.end(), [&](ObjId id) {
    const Obj& o = heap_[id];
    if ((o.kind == Kind::KerasTensor || o.kind == Kind::Tensor) && (o.flags & obj_guessed) != 0) return false;
    if (o.kind == Kind::KerasTensor) return true;
    if (o.kind == Kind::Tensor) {
      const RegionKind owner = regions_[o.a].kind;
      return owner != RegionKind::Eager && owner != RegionKind::Caller;
    }
    return is_variable(o) && in_graph();
  });
}

void Interp::tensor_truth(Value value, SiteId site, std::uint32_t construct, Symbol function, bool assumed) {
  if (!in_user_code() || !is_symbolic(value)) return;
  const bool placeholder = heap_.has_kind(value, Kind::KerasTensor);
  if (!placeholder && !in_graph()) return;
  if (placeholder && !value.single()) return;
  if (placeholder && heap_[value.obj()].c == 0) {
    // Keras 2 iterates over a placeholder whose first dimension is known.
    const bool iterates = construct == truth_of::iteration || construct == truth_of::unpacking ||
                          construct == static_cast<std::uint32_t>(ir::Why::Comprehension);
    const auto& dims = shapes_[heap_[value.obj()].b];
    if (iterates && (dims.empty() || dims.front() >= 0)) return;
  }
  Event e;
  e.kind = EventKind::TensorTruth;
  e.site = site;
  e.region = ambient_.region;
  e.value = value;
  e.detail = construct;
  e.name = function;
  e.may = regions_[ambient_.region].maybe;
  e.assumed_shape = assumed;
  emit(std::move(e));
}

/// Built-in functions that iterate over a tensor, or compare tensors, in whatever code they stand.
void Interp::tensor_builtin(std::string_view name, const Arguments& arguments, SiteId site) {
  if (!in_user_code() || arguments.positional.empty()) return;
  static constexpr std::string_view iterating[] = {"list", "tuple", "set",       "sum",  "zip",   "enumerate",
                                                   "iter", "map",   "frozenset", "dict", "filter"};
  static constexpr std::string_view counting[] = {"range", "len", "int", "float", "bool"};
  static constexpr std::string_view comparing[] = {"max", "min", "sorted", "any", "all"};
  const auto among = [&](const auto& names) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
  };
  if (among(counting)) {
    for (const Value v : arguments.positional) {
      if (v.single() && heap_[v.obj()].kind == Kind::KerasTensor)
        return tensor_truth(v, site, truth_of::number, names_.intern(name));
    }
  } else if (among(iterating)) {
    const bool takes_function = name == "map" || name == "filter";
    const std::size_t last = name == "zip" || name == "map" ? arguments.positional.size() : takes_function ? 2 : 1;
    for (std::size_t i = takes_function ? 1 : 0; i < last && i < arguments.positional.size(); ++i)
      tensor_truth(arguments.positional[i], site, truth_of::iteration, names_.intern(name));
  } else if (among(comparing) && arguments.keywords.empty() && !arguments.open_positional) {
    builtin_compares(names_.intern(name), arguments.positional, site);
  }
}

/// `max`, `sorted`, `any` and the like: with one argument they iterate over it, and they compare what they get.
void Interp::builtin_compares(Symbol function, const std::vector<Value>& arguments, SiteId site) {
  const bool truth = text(function) == "any" || text(function) == "all";
  std::vector<Value> compared = arguments;
  bool counted = true;
  if (arguments.size() == 1) {
    const Value all = arguments.front();
    if (is_symbolic(all) && text(function) == "sorted" && ambient_.converted) return;
    if (is_symbolic(all)) return tensor_truth(all, site, truth_of::iteration, function);
    compared.clear();
    counted = known_elements(all, compared);
    if (!counted && all.single() && heap_[all.obj()].kind == Kind::List) {
      if (const Value rest = heap_.get(all.obj(), cell::rest); rest != v_unbound) compared = {rest, rest};
    }
  }
  if (compared.size() < (truth ? 1U : 2U)) return;
  // Python stops at the first one that decides; what comes later may never be asked.
  const Value asked = truth || is_symbolic(compared[0]) ? compared[0] : compared[1];
  tensor_truth(asked, site, truth_of::comparison, function, !counted);
}

}  // namespace graphfence
