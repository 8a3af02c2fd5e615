// Python's builtins.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

namespace {
constexpr std::int64_t enumerable = 8;
}

std::optional<bool> Interp::is_instance(const Obj& o, Value type) const {
  if (!type.single()) return std::nullopt;
  const Obj& t = heap_[type.obj()];
  if (t.kind == Kind::Class) {
    if (o.kind == Kind::Instance) {
      const ClassInfo& info = classes_[heap_[o.a].a];
      if (std::find(info.mro.begin(), info.mro.end(), type.obj()) != info.mro.end()) return true;
      if (info.open) return std::nullopt;
      return false;
    }
    if (o.kind == Kind::Unknown || (o.kind == Kind::Host && static_cast<HostType>(o.a) == HostType::Any))
      return std::nullopt;
    if ((o.kind == Kind::Tensor || o.kind == Kind::KerasTensor) && classes_[t.a].open) return std::nullopt;
    return false;
  }
  const bool variable = is_variable(o);
  if (t.kind == Kind::Function) {
    // `tf.Variable` is a function of the library text.
    const ChunkRef& chunk = chunks_[t.a];
    if (!chunk.file->library || text(chunk.code->name) != "Variable" || o.kind == Kind::Unknown) return std::nullopt;
    return variable;
  }
  if (t.kind != Kind::Lib) return std::nullopt;
  const auto host = [&](HostType wanted) { return o.kind == Kind::Host && static_cast<HostType>(o.a) == wanted; };
  if (o.kind == Kind::Unknown || host(HostType::Any)) return std::nullopt;
  if (o.kind == Kind::Instance) {
    const ClassInfo& info = classes_[heap_[o.a].a];
    if (info.open && info.traits == 0) return std::nullopt;
  }
  const std::string_view path = text(Symbol{t.a});
  if (path == "builtins.list") return o.kind == Kind::List;
  if (path == "builtins.dict") return o.kind == Kind::Dict;
  if (path == "builtins.str") return o.kind == Kind::Str || host(HostType::Str);
  const RegionKind owner = o.kind == Kind::Tensor ? regions_[o.a].kind : RegionKind::Eager;
  if (path == "tf.Tensor") return o.kind == Kind::Tensor;
  if (path.ends_with(".EagerTensor") || path.ends_with(".SymbolicTensor")) {
    if (o.kind != Kind::Tensor || variable) return false;
    if (owner == RegionKind::Caller) return std::nullopt;
    return (owner == RegionKind::Eager) == path.ends_with(".EagerTensor");
  }
  if (o.kind == Kind::Tensor && path != "builtins.object" &&
      (path.starts_with("builtins.") || path.starts_with("np.") || path.starts_with("numbers.")))
    return false;
  if (path == "np.ndarray") return o.kind == Kind::Array;
  if (path == "builtins.tuple") {
    if (o.kind == Kind::Meta) return std::nullopt;
    return o.kind == Kind::Tuple;
  }
  if (path == "builtins.int") {
    if (o.kind == Kind::Host || o.kind == Kind::Meta) return std::nullopt;
    return o.kind == Kind::Int || o.kind == Kind::Bool;
  }
  if (path == "builtins.float" || path == "builtins.bool") {
    if (o.kind == Kind::Host) return std::nullopt;
    return o.kind == (path == "builtins.float" ? Kind::Float : Kind::Bool);
  }
  return std::nullopt;
}

std::optional<bool> Interp::is_instance(Value value, Value type) {
  std::vector<Value> alternatives;
  if (!known_elements(type, alternatives)) alternatives = {type};
  bool some = false;   // an object that is one
  bool other = false;  // an object that is none
  for (const ObjId id : heap_.members(value)) {
    bool is = false;
    bool unknown = false;
    for (const Value t : alternatives) {
      const std::optional<bool> hit = is_instance(heap_[id], t);
      is = is || hit.value_or(false);
      unknown = unknown || !hit;
    }
    if (!is && unknown) return std::nullopt;
    (is ? some : other) = true;
  }
  if (some == other) return std::nullopt;
  return some;
}

Value Interp::call_builtin(std::string_view name, const Arguments& arguments, SiteId site, bool& handled) {
  const auto& args = arguments.positional;
  const auto at = [&](std::size_t i) { return i < args.size() ? args[i] : v_unbound; };
  handled = true;
  tensor_builtin(name, arguments, site);
  builtin_asks(name, arguments, site);
  if (name == "super") {
    Frame& frame = *frames_.back();
    ObjId cls = frame.defining_class;
    Value self = frame.self;
    if (args.size() == 2) {
      if (!at(0).single() || heap_[at(0).obj()].kind != Kind::Class) return v_unknown;
      cls = at(0).obj();
      self = at(1);
    }
    if (cls == 0 || !self.single()) return v_unknown;
    return Value{heap_.make(Kind::Super, site, cls, self.bits)};
  }
  if (name == "isinstance") return make_bool(is_instance(at(0), at(1)), site);
  if (name == "callable") {
    const Kind k = at(0).single() ? heap_[at(0).obj()].kind : Kind::Unknown;
    if (k == Kind::Function || k == Kind::Bound || k == Kind::TFFunction || k == Kind::Class || k == Kind::Partial)
      return v_true;
    if (k == Kind::None || k == Kind::Str || k == Kind::Int || k == Kind::List || k == Kind::Tensor) return v_false;
    if (k == Kind::Instance)
      return lookup_class(heap_[at(0).obj()].a, known(sym::dunder_call)) != v_unbound
                 ? v_true
                 : make_host(HostType::Bool, 0, site);
    return make_host(HostType::Bool, 0, site);
  }
  if (name == "getattr") {
    if (at(1).single() && heap_[at(1).obj()].kind == Kind::Str) {
      const Symbol wanted{heap_[at(1).obj()].a};
      const std::optional<bool> has = at(2) == v_unbound ? std::optional<bool>(true) : has_attribute(at(0), wanted);
      if (has == false) return at(2);
      const Value v = attribute(at(0), wanted, site);
      return !has.has_value() && (v == v_unknown || may_be_tensor(at(0), 2)) ? heap_.join(v, at(2)) : v;
    }
    return v_unknown;
  }
  if (name == "setattr") {
    if (at(1).single() && heap_[at(1).obj()].kind == Kind::Str)
      store_attribute(at(0), Symbol{heap_[at(1).obj()].a}, at(2), site);
    return v_none;
  }
  if (name == "hasattr") {
    if (!at(1).single() || heap_[at(1).obj()].kind != Kind::Str) return make_host(HostType::Bool, 0, site);
    return make_bool(has_attribute(at(0), Symbol{heap_[at(1).obj()].a}), site);
  }
  if (name == "vars" && args.size() == 1) return attribute(at(0), known(sym::dunder_dict), site);
  if (name == "len") {
    std::vector<Value> elements;
    if (known_elements(at(0), elements)) return make_int(static_cast<std::int64_t>(elements.size()), site);
    if (at(0).single() && heap_[at(0).obj()].kind == Kind::Meta && heap_[at(0).obj()].b != 0) {
      return make_int(static_cast<std::int64_t>(shapes_[heap_[at(0).obj()].b].size()), site);
    }
    if (must_be_tensor(at(0)) && !ambient_.converted && !heap_.has_kind(at(0), Kind::KerasTensor))
      host_convert(at(0), names_.intern("len"), site);
    return make_host(HostType::Int, 0, site);
  }
  if (name == "range") {
    if (args.size() == 1 && is_open_dimension(at(0))) {
      tell(EventKind::OpenDimension, 0, names_.intern("range"));
      return v_unbound;
    }
    std::int64_t from = 0;
    std::optional<std::int64_t> to = int_of(at(0));
    if (args.size() > 1) {
      from = int_of(at(0)).value_or(0);
      to = int_of(at(0)) ? int_of(at(1)) : std::nullopt;
    }
    if (to && args.size() < 3 && *to - from <= enumerable) {
      std::vector<Value> all;
      for (std::int64_t i = from; i < *to; ++i) all.push_back(make_int(i, site));
      return make_sequence(Kind::List, all, site);
    }
    for (const Value v : args) {
      if (must_be_tensor(v) && !ambient_.converted && !heap_.has_kind(v, Kind::KerasTensor))
        host_convert(v, names_.intern("range"), site);
    }
    const Value any = make_host(HostType::Int, 0, site);
    heap_[any.obj()].b = host_varies;
    return Value{heap_.make(Kind::Iterator, site, any.bits)};
  }
  if (name == "enumerate" || name == "zip") {
    std::vector<std::vector<Value>> columns;
    bool known_all = true;
    std::vector<Value> any;
    for (const Value v : args) {
      std::vector<Value> column;
      if (!known_elements(v, column)) known_all = false;
      columns.push_back(std::move(column));
    }
    if (name == "enumerate" && !columns.empty()) columns.resize(1);
    if (known_all && !columns.empty()) {
      std::size_t n = columns.front().size();
      for (const auto& c : columns) n = std::min(n, c.size());
      std::vector<Value> rows;
      for (std::size_t i = 0; i < n; ++i) {
        std::vector<Value> row;
        if (name == "enumerate") row.push_back(make_int(static_cast<std::int64_t>(i), site));
        for (const auto& c : columns) row.push_back(c[i]);
        rows.push_back(make_sequence(Kind::Tuple, row, site));
      }
      return make_sequence(Kind::List, rows, site);
    }
    if (name == "enumerate") {
      any.push_back(make_host(HostType::Int, 0, site));
      heap_[any.back().obj()].b = host_varies;
    }
    for (std::size_t i = 0; i < columns.size(); ++i) any.push_back(iterated(args[i], site));
    return Value{heap_.make(Kind::Iterator, site, make_sequence(Kind::Tuple, any, site).bits)};
  }
  // AutoGraph has a `sorted` of its own.
  if (name == "sorted" && args.size() == 1 && ambient_.converted && is_symbolic(args.front()))
    return make_tensor(site, flow_of(args.front()), shape_of(args.front()));
  if (name == "list" || name == "tuple" || name == "set" || name == "reversed" || name == "sorted" || name == "iter") {
    if (args.empty())
      return make_sequence(name == "tuple" ? Kind::Tuple : name == "set" ? Kind::Set : Kind::List, {}, site);
    const Kind kind = name == "tuple" ? Kind::Tuple : name == "set" ? Kind::Set : Kind::List;
    std::vector<Value> elements;
    if (known_elements(at(0), elements)) {
      if (name == "reversed") std::reverse(elements.begin(), elements.end());
      return make_sequence(kind, elements, site);
    }
    return make_sequence(kind, {}, site, iterated(at(0), site));
  }
  if (name == "dict") {
    const Value d = make_dict(site);
    bool done = false;
    container_method(d.obj(), names_.intern("update"), arguments, site, done);
    return d;
  }
  if (name == "next") {
    if (args.empty()) return v_unknown;
    note_iterator(at(0), site);
    const auto item = special_method(at(0), "__next__", {}, site);
    if (!item) return iterated(at(0), site);
    return *item == v_unbound ? v_unknown : *item;
  }
  if (name == "sum") {
    const Value list = at(0);
    std::vector<Value> elements;
    if (known_elements(list, elements)) {
      // Adds to zero one after the other: each element is consumed.
      Value total = args.size() > 1 ? at(1) : make_int(0, site);
      for (const Value e : elements) total = binary(ir::BinaryOp::Add, total, e, site);
      return total;
    }
    consume(list, site);
    if (may_be_tensor(list)) return make_tensor(site, flow_of(list));
    if (list.single() && heap_[list.obj()].kind == Kind::List) {
      const Value e = iterated(list, site);
      if (must_be_tensor(e)) {
        consume(e, site);
        return make_tensor(site, flow_of(e));
      }
    }
    return v_unknown;
  }
  if (name == "max" || name == "min") {
    for (const Value v : args) consume(v, site);
    Flows flow = 0;
    for (const Value v : args) flow |= flow_of(v);
    if (!args.empty() && must_be_tensor(at(0))) return make_tensor(site, flow);
    if (args.size() > 1 && must_be_tensor(at(1))) return make_tensor(site, flow);
    const Kind k = at(0).single() ? heap_[at(0).obj()].kind : Kind::Unknown;
    if (k == Kind::Int || k == Kind::Float || k == Kind::Host || k == Kind::Array)
      return make_host(HostType::Any, flow, site);
    return v_unknown;
  }
  if (name == "float" || name == "int" || name == "bool" || name == "complex") {
    const Value v = at(0);
    if (v == v_unbound || (v.single() && heap_[v.obj()].kind == Kind::KerasTensor))
      return make_host(HostType::Any, 0, site);
    if (name == "bool") {
      if (const auto t = truth(v)) return *t ? v_true : v_false;
    }
    if (name == "int" && int_of(v)) return v;
    if (name != "bool" && name != "complex" && ambient_.converted && must_be_tensor(v) && in_graph()) {
      consume(v, site);
      return make_tensor(site, flow_of(v));  // AutoGraph turns the conversion into a cast
    }
    const bool tensor = may_be_tensor(v);
    host_convert(v, names_.intern(name), site);
    if (tensor) note_host_conversion(names_.intern(name));
    return make_host(name == "float"  ? HostType::Float
                     : name == "int"  ? HostType::Int
                     : name == "bool" ? HostType::Bool
                                      : HostType::Any,
                     static_cast<Flows>(tensor ? cut_gradient(flow_of(v), name) | flow_host : flow_of(v)), site);
  }
  if (name == "map") {
    const Value item = at(1) == v_unbound ? v_unknown : v_unbound;
    std::vector<Value> elements;
    if (item == v_unbound && args.size() == 2 && known_elements(at(1), elements) &&
        elements.size() <= limits::unrolled) {
      std::vector<Value> out;
      for (const Value e : elements) {
        const Value v = call(at(0), Arguments{.positional = {e}}, site);
        out.push_back(v == v_unbound ? v_unknown : v);
      }
      return make_sequence(Kind::List, out, site);
    }
    if (args.size() < 2) return v_unknown;
    Arguments row;
    for (std::size_t i = 1; i < args.size(); ++i) row.positional.push_back(iterated(args[i], site));
    enter_guard();
    const Value made = call(at(0), row, site);
    leave_guard();
    return Value{heap_.make(Kind::Iterator, site, (made == v_unbound ? v_unknown : made).bits)};
  }
  if (name == "type" && args.size() == 1) {
    if (const ObjId cls = class_of(at(0)); cls != 0) return Value{cls};
    const Kind k = at(0).single() ? heap_[at(0).obj()].kind : Kind::Unknown;
    const auto type = [&](const char* path) { return make_lib(names_.intern(path), {}); };
    switch (k) {
      case Kind::Tensor:
        return type("graphfence.type.tensor");
      case Kind::Int:
        return type("builtins.int");
      case Kind::Float:
        return type("builtins.float");
      case Kind::Bool:
        return type("builtins.bool");
      case Kind::Str:
        return type("builtins.str");
      case Kind::List:
        return type("builtins.list");
      case Kind::Dict:
        return type("builtins.dict");
      default:
        return v_unknown;
    }
  }
  if (name == "print" || name == "repr" || name == "str" || name == "id" || name == "format") {
    if (name == "print") {
      const Symbol path = names_.intern("builtins.print");
      note_call(*library::find_api("builtins.print"), path, arguments, site);
      return v_none;
    }
    if (name == "id") return make_host(HostType::Int, 0, site);
    return make_text(at(0) != v_unbound && shows_tensor(at(0), trace_region()), site);
  }
  if (name == "abs" && !args.empty()) {
    if (must_be_tensor(at(0))) return unary(ir::UnaryOp::Neg, at(0), site);
    return may_be_tensor(at(0)) ? v_unknown : make_host(HostType::Any, flow_of(at(0)), site);
  }
  if (name == "object") return v_none;
  if (name == "any" || name == "all" || name == "issubclass" || name == "ord" || name == "hash")
    return make_host(HostType::Any, 0, site);
  handled = false;
  return v_unknown;
}

}  // namespace graphfence
