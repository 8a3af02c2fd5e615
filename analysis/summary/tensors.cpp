// Tensors, numbers and arrays: making them, consuming them, operators, crossing a graph's border.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

Value Interp::make_tensor(SiteId site, Flows flow, std::uint32_t shape, Symbol api) {
  const ObjId t = heap_.make(Kind::Tensor, site, ambient_.region, shape, 0, api.id);
  if (ambient_.tapes == 0) flow &= static_cast<Flows>(~flow_grad);
  heap_[t].flow = flow;
  return Value{t};
}

Value Interp::make_bool(std::optional<bool> answer, SiteId site) {
  if (!answer) return make_host(HostType::Bool, 0, site);
  return *answer ? v_true : v_false;
}

Value Interp::make_int(std::int64_t value, SiteId site) {
  const auto bits = static_cast<std::uint64_t>(value);
  return Value{heap_.make(Kind::Int, site, static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32))};
}

Value Interp::make_float(double value, SiteId site) {
  doubles_.push_back(value);
  return Value{heap_.make(Kind::Float, site, static_cast<std::uint32_t>(doubles_.size() - 1))};
}

Value Interp::make_str(Symbol text_symbol, SiteId site) {
  return Value{heap_.make(Kind::Str, site, text_symbol.id)};
}

Value Interp::make_host(HostType type, Flows flow, SiteId site) {
  const ObjId h = heap_.make(Kind::Host, site, static_cast<std::uint32_t>(type));
  heap_[h].flow = flow;
  return Value{h};
}

std::optional<std::int64_t> Interp::int_of(Value value) const {
  if (!value.single() || heap_[value.obj()].kind != Kind::Int) return std::nullopt;
  const Obj& o = heap_[value.obj()];
  return static_cast<std::int64_t>((static_cast<std::uint64_t>(o.b) << 32) | o.a);
}

std::optional<bool> Interp::truth(Value value) {
  std::optional<bool> all;
  for (const ObjId id : heap_.members(value)) {
    const Obj& o = heap_[id];
    std::optional<bool> one;
    switch (o.kind) {
      case Kind::None:
        one = false;
        break;
      case Kind::Bool:
        one = id == v_true.bits;
        break;
      case Kind::Int:
        one = (o.a | o.b) != 0;
        break;
      case Kind::Float:
        one = doubles_[o.a] != 0.0;
        break;
      case Kind::Str:
        one = o.a != 0;
        break;
      case Kind::Bound:
      case Kind::Lib:
        if (definite(id)) one = true;
        break;
      case Kind::Function:
      case Kind::Class:
      case Kind::Module:
      case Kind::TFFunction:
      case Kind::Partial:
        one = true;
        break;
      case Kind::Tuple:
      case Kind::List:
      case Kind::Dict:
      case Kind::Set:
        if (length(id) != unknown_length) one = length(id) != 0;
        break;
      case Kind::Instance: {
        const ClassInfo& info = classes_[heap_[o.a].a];
        if (!info.open && (info.traits & trait_variable) == 0 &&
            lookup_class(o.a, names_.intern("__bool__")) == v_unbound &&
            lookup_class(o.a, known(sym::dunder_len)) == v_unbound) {
          one = true;
        }
        break;
      }
      default:
        break;
    }
    if (!one.has_value() || (all.has_value() && *all != *one)) return std::nullopt;
    all = one;
  }
  return all;
}

bool Interp::is_ancestor(RegionId ancestor, RegionId region) const {
  while (region != ancestor) {
    if (regions_[region].parent == region) return ancestor == 0;
    region = regions_[region].parent;
  }
  return true;
}

bool Interp::in_graph() const {
  const RegionKind kind = regions_[ambient_.region].kind;
  return kind != RegionKind::Eager && kind != RegionKind::Caller;
}

RegionId Interp::open_region(RegionKind kind, ObjId opener, SiteId definition, bool stateless) {
  Region r;
  r.kind = kind;
  r.first_argument = r.first_inner = static_cast<ObjId>(heap_.object_count());
  r.parent = ambient_.region;
  r.stateless = stateless || regions_[ambient_.region].stateless;
  r.call_site = user_site();
  r.opener = opener;
  r.definition = definition;
  r.maybe = regions_[ambient_.region].maybe;
  for (auto it = frames_.rbegin(); it != frames_.rend() && r.layer == 0; ++it) {
    if ((*it)->library && (*it)->code->name == sym::dunder_call && class_of((*it)->self) != 0)
      r.layer = (*it)->self.obj();
  }
  const RegionKind outer = regions_[ambient_.region].kind;
  if ((kind == RegionKind::Loop || kind == RegionKind::Branch) && outer == RegionKind::Caller) r.maybe = true;
  regions_.push_back(r);
  return static_cast<RegionId>(regions_.size() - 1);
}

bool Interp::must_be_tensor(Value value) {
  const auto members = heap_.members(value);
  return std::all_of(members.begin(), members.end(), [&](ObjId id) {
    const Obj& o = heap_[id];
    return o.kind == Kind::Tensor || o.kind == Kind::KerasTensor || is_variable(o);
  });
}

bool Interp::may_be_tensor(Value value, int depth) {
  for (const ObjId id : std::vector<ObjId>(heap_.members(value).begin(), heap_.members(value).end())) {
    const Obj& o = heap_[id];
    if (o.kind == Kind::Tensor || o.kind == Kind::KerasTensor) return true;
    if (is_variable(o)) return true;
    if ((o.kind == Kind::List || o.kind == Kind::Tuple) && depth < 2) {
      for (std::uint32_t i = 0; i < limits::container_slots; ++i) {
        const Value e = heap_.get(id, slot(i));
        if (e == v_unbound) break;
        if (may_be_tensor(e, depth + 1)) return true;
      }
    }
  }
  return false;
}

Flows Interp::flow_of(Value value, int depth) {
  Flows flow = 0;
  if (!value.single()) {
    bool host = false;
    bool pure = false;
    for (const ObjId id : heap_.members(value)) {
      const Kind k = heap_[id].kind;
      if (k != Kind::Tensor && k != Kind::Array && k != Kind::Host && k != Kind::Unknown) continue;
      ((heap_[id].flow & flow_host) != 0 ? host : pure) = true;
    }
    if (host && pure) flow = flow_mixed;
  }
  for (const ObjId id : std::vector<ObjId>(heap_.members(value).begin(), heap_.members(value).end())) {
    const Obj& o = heap_[id];
    switch (o.kind) {
      case Kind::Unknown:
        flow |= flow_unknown;
        break;
      case Kind::Tensor:
      case Kind::KerasTensor:
        flow |= o.flow;
        break;
      case Kind::Array:
      case Kind::Host:
        flow |= static_cast<Flows>(o.flow & ~flow_grad);
        break;
      case Kind::Instance:
        // A bare tf.Variable that no layer owns is data like any other.
        if (is_variable(o)) flow |= heap_.get(id, cell::owner) != v_unbound ? flow_weight : flow_input;
        if (is_variable(o) && ambient_.tapes > 0) flow |= flow_grad;
        break;
      case Kind::List:
      case Kind::Tuple:
        if (depth < 3) {
          for (std::uint32_t i = 0; i < limits::container_slots; ++i) {
            const Value e = heap_.get(id, slot(i));
            if (e == v_unbound) break;
            flow |= flow_of(e, depth + 1);
          }
          if (const Value rest = heap_.get(id, cell::rest); rest != v_unbound) flow |= flow_of(rest, depth + 1);
        }
        break;
      default:
        break;
    }
  }
  return flow;
}

std::uint32_t Interp::shape_of(Value value) {
  if (!value.single()) return 0;
  const Obj& o = heap_[value.obj()];
  if (o.kind == Kind::Tensor || o.kind == Kind::Array || o.kind == Kind::KerasTensor || o.kind == Kind::Meta)
    return o.b;
  return 0;
}

std::uint32_t Interp::shape_id(const std::vector<std::int32_t>& dims) {
  for (std::uint32_t i = 1; i < shapes_.size(); ++i) {
    if (shapes_[i] == dims) return i;
  }
  shapes_.push_back(dims);
  return static_cast<std::uint32_t>(shapes_.size() - 1);
}

/// Shape that a literal tuple, list or number names; 0 when some dimension is unknown.
std::uint32_t Interp::literal_shape(Value value) {
  if (const auto n = int_of(value)) return shape_id({static_cast<std::int32_t>(*n)});
  std::vector<Value> elements;
  if (!value.single() || !known_elements(value, elements)) return 0;
  std::vector<std::int32_t> dims;
  for (const Value e : elements) {
    if (e == v_none) {
      dims.push_back(-1);
      continue;
    }
    const auto n = int_of(e);
    if (!n) return 0;
    dims.push_back(static_cast<std::int32_t>(*n));
  }
  return shape_id(dims);
}

/// Metrics and losses of Keras 2 go on with a tensor of another graph as if nothing were.
bool Interp::ignores_leaks() {
  if (frames_.empty() || ambient_.region != 0) return false;
  const ObjId cls = class_of(frames_.back()->self);
  return frames_.back()->library && cls != 0 && class_info(cls).generation == library::Generation::Keras2 &&
         lookup_class(cls, names_.intern("_gf_quiet")) == v_true;
}

void Interp::consume_tensor(ObjId tensor, SiteId, bool may) {
  const Obj& o = heap_[tensor];
  if (ambient_.tapes > 0 && (o.flow & (flow_weight | flow_grad | flow_unknown)) == flow_weight && in_user_code()) {
    untaped_use_ = user_site();
    untaped_made_ = o.site;
  }
  if ((o.flags & obj_reported) != 0 || is_ancestor(o.a, ambient_.region) || retracing_ > 0) return;
  Event e;
  e.kind = EventKind::LeakUse;
  e.site = user_site();
  e.cause = o.site;
  e.region = ambient_.region;
  e.owner_region = o.a;
  e.value = Value{tensor};
  e.object = tensor;
  e.escape = escapes_[o.c];
  e.detail = ambient_.lifted != 0 && is_ancestor(o.a, ambient_.lifted) ? 1 : 0;
  e.silent = ignores_leaks();
  e.may = may || regions_[o.a].maybe || regions_[ambient_.region].maybe;
  e.verdict = is_ancestor(ambient_.region, o.a) ? (ambient_.region == 0 ? Verdict::EagerRead : Verdict::Inner)
              : ambient_.region == 0            ? Verdict::EagerRead
                                                : Verdict::Foreign;
  // A use that may never happen, or whose exception somebody expects, does not speak for the later ones.
  if (!e.may && ambient_.caught == 0 && ambient_.guarded == 0) heap_[tensor].flags |= obj_reported;
  emit(std::move(e));
}

void Interp::consume(Value value, SiteId site, int depth) {
  const std::vector<ObjId> members(heap_.members(value).begin(), heap_.members(value).end());
  bool all_bad = true;
  for (const ObjId id : members) {
    if (heap_[id].kind != Kind::Tensor || is_ancestor(heap_[id].a, ambient_.region)) all_bad = false;
  }
  for (const ObjId id : members) {
    const Obj o = heap_[id];
    if (o.kind == Kind::Tensor) {
      consume_tensor(id, site, !all_bad);
    } else if (is_variable(o)) {
      // A variable that does not exist yet is read as its initial value, for ever, by the traces in progress.
      if (heap_.get(id, cell::pending) == v_true) {
        for (const std::uint32_t record : active_records_) {
          // A trace around the whole pass is not affected: it runs the layer again once the variable exists.
          if (!records_[record].stateless) continue;
          auto& pending = records_[record].pending;
          if (std::find(pending.begin(), pending.end(), id) == pending.end()) pending.push_back(id);
        }
      }
    } else if ((o.kind == Kind::List || o.kind == Kind::Tuple) && depth < 3) {
      for (std::uint32_t i = 0; i < limits::container_slots; ++i) {
        const Value e = heap_.get(id, slot(i));
        if (e == v_unbound) break;
        consume(e, site, depth + 1);
      }
      if (const Value rest = heap_.get(id, cell::rest); rest != v_unbound) consume(rest, site, depth + 1);
    } else if (o.kind == Kind::Dict && depth < 3) {
      for (const Symbol name : std::vector<Symbol>(heap_.names(id))) {
        if (name.id < cell::length.id) consume(heap_.get(id, name), site, depth + 1);
      }
    }
  }
}

void Interp::consume_all(const Arguments& arguments, SiteId site) {
  for (const Value v : arguments.positional) consume(v, site);
  for (const auto& [name, v] : arguments.keywords) consume(v, site);
}

/// `.numpy()`, `np.mean(t)`, `float(t)`: needs the number behind the tensor.
void Interp::host_convert(Value value, Symbol api, SiteId site) {
  for (const ObjId id : std::vector<ObjId>(heap_.members(value).begin(), heap_.members(value).end())) {
    const Obj o = heap_[id];
    const bool tensor = o.kind == Kind::Tensor;
    const bool variable = is_variable(o);
    if (o.kind == Kind::KerasTensor && value.single() && in_user_code())
      tell_placeholder(id, api, PlaceholderOf::host, site);
    if (!tensor && !variable) continue;
    if (tensor && !is_ancestor(o.a, ambient_.region)) {
      consume_tensor(id, site, !value.single());
      continue;
    }
    const bool symbolic =
        tensor ? regions_[o.a].kind != RegionKind::Eager && regions_[o.a].kind != RegionKind::Caller : in_graph();
    if (!symbolic || !in_user_code()) continue;
    Event e;
    e.kind = EventKind::HostConvert;
    e.site = site;
    e.region = ambient_.region;
    e.owner_region = tensor ? o.a : ambient_.region;
    e.value = Value{id};
    e.object = variable ? id : 0;
    e.name = api;
    e.may = !value.single() || regions_[ambient_.region].maybe;
    emit(std::move(e));
  }
}

/// Remembered for `add_loss`, which may receive the result.
void Interp::note_host_conversion(Symbol api) {
  last_host_conversion_ = user_site();
  last_host_api_ = api;
}

Value Interp::binary(ir::BinaryOp op, Value a, Value b, SiteId site) {
  const auto x = int_of(a);
  const auto y = int_of(b);
  if (x && y && *x < 1'000'000 && *y < 1'000'000 && *x > -1'000'000 && *y > -1'000'000) {
    switch (op) {
      case ir::BinaryOp::Add:
        return make_int(*x + *y, site);
      case ir::BinaryOp::Sub:
        return make_int(*x - *y, site);
      case ir::BinaryOp::Mul:
        return make_int(*x * *y, site);
      case ir::BinaryOp::FloorDiv:
        if (*y > 0 && *x >= 0) return make_int(*x / *y, site);
        break;
      case ir::BinaryOp::Mod:
        if (*y > 0 && *x >= 0) return make_int(*x % *y, site);
        break;
      case ir::BinaryOp::BitAnd:
        return make_int(*x & *y, site);
      case ir::BinaryOp::BitOr:
        return make_int(*x | *y, site);
      case ir::BinaryOp::BitXor:
        return make_int(*x ^ *y, site);
      default:
        break;
    }
    return make_host(op == ir::BinaryOp::Div ? HostType::Float : HostType::Any, 0, site);
  }
  if ((is_open_dimension(a) && must_be_tensor(b)) || (is_open_dimension(b) && must_be_tensor(a))) {
    emit(at_hand(EventKind::OpenDimension, 0));
    return v_unbound;
  }
  const auto flow = static_cast<Flows>(flow_of(a) | flow_of(b));
  const auto kind_of = [&](Value v) { return v.single() ? heap_[v.obj()].kind : Kind::Unknown; };
  const Kind ka = kind_of(a);
  const Kind kb = kind_of(b);
  const auto numeric = [](Kind k) { return k == Kind::Int || k == Kind::Float || k == Kind::Bool || k == Kind::Host; };
  if (ka == Kind::KerasTensor || kb == Kind::KerasTensor)
    return placeholder_operator(ka == Kind::KerasTensor ? a : b, "operator", site);
  if (may_be_tensor(a, 2) || may_be_tensor(b, 2)) {
    consume(a, site);
    consume(b, site);
    if (op == ir::BinaryOp::Add && (flow & flow_objective) != 0 && (flow & flow_collected) != 0)
      added_losses(a, b, site);
    const std::uint32_t sa = shape_of(a);
    const std::uint32_t sb = shape_of(b);
    const std::uint32_t shape = sa == sb ? sa : numeric(kb) ? sa : numeric(ka) ? sb : 0;
    const Value t = make_tensor(site, flow, op == ir::BinaryOp::MatMul ? 0 : shape);
    if (must_be_tensor(a) || must_be_tensor(b)) return t;
    return heap_.join(t, v_unknown);
  }
  if ((ka == Kind::List && kb == Kind::List) || (ka == Kind::Tuple && kb == Kind::Tuple)) {
    if (op == ir::BinaryOp::Add) {
      std::vector<Value> all;
      if (known_elements(a, all) && known_elements(b, all)) return make_sequence(ka, all, site);
      return make_sequence(ka, {}, site, heap_.join(iterated(a, site), iterated(b, site)));
    }
    return v_unknown;
  }
  if ((ka == Kind::List || ka == Kind::Tuple) && op == ir::BinaryOp::Mul) {
    std::vector<Value> once;
    const auto n = int_of(b);
    if (n && *n >= 0 && known_elements(a, once) &&
        once.size() * static_cast<std::uint64_t>(*n) <= limits::container_slots) {
      std::vector<Value> all;
      for (std::int64_t i = 0; i < *n; ++i) all.insert(all.end(), once.begin(), once.end());
      return make_sequence(ka, all, site);
    }
    return make_sequence(ka, {}, site, iterated(a, site));
  }
  if (ka == Kind::Str) return make_text(kb == Kind::Host && heap_[b.obj()].b == host_text, site);
  if (ka == Kind::Array || kb == Kind::Array) {
    const std::uint32_t sa = shape_of(a);
    const std::uint32_t sb = shape_of(b);
    const ObjId array = heap_.make(Kind::Array, site, 0,
                                   ka != Kind::Array               ? sb
                                   : kb != Kind::Array || sa == sb ? sa
                                                                   : 0);
    heap_[array].flow = flow;
    return Value{array};
  }
  if ((numeric(ka) || ka == Kind::Meta) && (numeric(kb) || kb == Kind::Meta)) {
    return make_host(
        ka == Kind::Float || kb == Kind::Float || op == ir::BinaryOp::Div ? HostType::Float : HostType::Any, flow,
        site);
  }
  if (ka == Kind::Instance || kb == Kind::Instance) {
    if (const auto result = operator_method(op, a, b, site, false)) return *result;
  }
  return v_unknown;
}

Value Interp::unary(ir::UnaryOp op, Value a, SiteId site) {
  if (op == ir::UnaryOp::Not) {
    a = condition(a, site);
    if (const auto t = truth(a)) return *t ? v_false : v_true;
    if (must_be_tensor(a)) {
      consume(a, site);
      if (in_graph() && ambient_.converted) return make_tensor(site, flow_of(a));
    }
    return make_host(HostType::Bool, 0, site);
  }
  if (const auto n = int_of(a))
    return op == ir::UnaryOp::Neg   ? make_int(-*n, site)
           : op == ir::UnaryOp::Pos ? a
                                    : make_host(HostType::Int, 0, site);
  if (a.single() && heap_[a.obj()].kind == Kind::KerasTensor) return placeholder_operator(a, "operator", site);
  if (must_be_tensor(a)) {
    consume(a, site);
    return make_tensor(site, flow_of(a), shape_of(a));
  }
  if (a.single() && heap_[a.obj()].kind == Kind::Array) {
    const ObjId array = heap_.make(Kind::Array, site, 0, heap_[a.obj()].b);
    heap_[array].flow = heap_[a.obj()].flow;
    return Value{array};
  }
  if (a.single() && (heap_[a.obj()].kind == Kind::Float || heap_[a.obj()].kind == Kind::Host))
    return make_host(HostType::Any, flow_of(a), site);
  const char* method = op == ir::UnaryOp::Neg ? "__neg__" : op == ir::UnaryOp::Pos ? "__pos__" : "__invert__";
  return special_method(a, method, {}, site).value_or(v_unknown);
}

Value Interp::compare(ir::CompareOp op, Value a, Value b, SiteId site) {
  using Op = ir::CompareOp;
  // A dimension that is not known is the same None.
  if (a.single() && heap_[a.obj()].kind == Kind::None) a = v_none;
  if (b.single() && heap_[b.obj()].kind == Kind::None) b = v_none;
  if (class_of(a) != 0 || class_of(b) != 0) {
    if (const auto result = compare_method(op, a, b, site)) return *result;
  }
  if (op == Op::Is || op == Op::IsNot || ((op == Op::Eq || op == Op::NotEq) && b == v_none)) {
    std::optional<bool> same;
    if (a.single() && b.single() && a != v_unknown && b != v_unknown) {
      const Kind ka = heap_[a.obj()].kind;
      const Kind kb = heap_[b.obj()].kind;
      const bool singletons = b == v_none || a == v_none || (ka == Kind::Bool && kb == Kind::Bool);
      const auto type = [&](ObjId id) {
        return heap_[id].kind == Kind::Lib && text(Symbol{heap_[id].a}) == "graphfence.type.tensor";
      };
      if (a == b) {
        same = true;
      } else if (singletons && definite(a.obj()) && definite(b.obj())) {
        same = false;
      } else if (const auto equal = same_constant(a.obj(), b.obj())) {
        same = *equal && ka == kb;
      } else if (ka == Kind::Lib && kb == Kind::Lib && (type(a.obj()) || type(b.obj()))) {
        const ObjId other = type(a.obj()) ? b.obj() : a.obj();
        const std::string_view path = text(Symbol{heap_[other].a});
        if (path.starts_with("np.") || path.starts_with("builtins.")) same = false;
      }
    } else if (b == v_none) {
      const auto members = heap_.members(a);
      if (std::all_of(members.begin(), members.end(),
                      [&](ObjId id) { return heap_[id].kind != Kind::None && id != v_unbound.bits && definite(id); }))
        same = false;
    }
    if (!same) return make_host(HostType::Bool, 0, site);
    return *same == (op == Op::Is || op == Op::Eq) ? v_true : v_false;
  }
  if (op == Op::In || op == Op::NotIn) {
    if (b.single() && heap_[b.obj()].kind == Kind::Dict && length(b.obj()) != unknown_length &&
        heap_.get(b.obj(), cell::rest) == v_unbound) {
      const Symbol key = key_symbol(a);
      if (key) return (heap_.get(b.obj(), key) != v_unbound) == (op == Op::In) ? v_true : v_false;
    }
    if (const auto found = contains(b, a)) return *found == (op == Op::In) ? v_true : v_false;
    return make_host(HostType::Bool, 0, site);
  }
  const auto x = int_of(a);
  const auto y = int_of(b);
  if (x && y) {
    bool r = false;
    switch (op) {
      case Op::Eq:
        r = *x == *y;
        break;
      case Op::NotEq:
        r = *x != *y;
        break;
      case Op::Lt:
        r = *x < *y;
        break;
      case Op::LtE:
        r = *x <= *y;
        break;
      case Op::Gt:
        r = *x > *y;
        break;
      default:
        r = *x >= *y;
        break;
    }
    return r ? v_true : v_false;
  }
  if ((op == Op::Eq || op == Op::NotEq) && a.single() && b.single()) {
    if (const auto equal = same_constant(a.obj(), b.obj())) return *equal == (op == Op::Eq) ? v_true : v_false;
    const auto tensor_type = make_lib(names_.intern("graphfence.type.tensor"), {});
    if (a == tensor_type || b == tensor_type) return compare(op == Op::Eq ? Op::Is : Op::IsNot, a, b, site);
  }
  const auto placeholder = [&](Value v) { return v.single() && heap_[v.obj()].kind == Kind::KerasTensor; };
  if (placeholder(a) || placeholder(b)) {
    const Value one = placeholder(a) ? a : b;
    // Keras 3 asks whether they are one object.
    if ((op == Op::Eq || op == Op::NotEq) && heap_[one.obj()].c != 0) return make_host(HostType::Bool, 0, site);
    return placeholder_operator(one, "comparison", site);
  }
  if (may_be_tensor(a, 2) || may_be_tensor(b, 2)) {
    consume(a, site);
    consume(b, site);
    if (must_be_tensor(a) || must_be_tensor(b))
      return make_tensor(site, cut_gradient(static_cast<Flows>(flow_of(a) | flow_of(b)), "a comparison"), shape_of(a));
    return v_unknown;
  }
  return make_host(HostType::Bool, 0, site);
}

Value Interp::border(Value value, SiteId site, bool leaving, std::unordered_map<ObjId, ObjId>& seen, int depth) {
  if (!value.single()) {
    Value result = v_unbound;
    for (const ObjId id : std::vector<ObjId>(heap_.members(value).begin(), heap_.members(value).end())) {
      const Value v = border(Value{id}, site, leaving, seen, depth);
      result = result == v_unbound ? v : heap_.join(result, v);
    }
    return result;
  }
  const Obj o = heap_[value.obj()];
  switch (o.kind) {
    case Kind::Array:
    case Kind::Tensor: {
      const Value t = make_tensor(leaving ? site : o.site, o.flow, o.b);
      if (!leaving) heap_[t.obj()].flow |= flow_input;
      heap_[t.obj()].flags = static_cast<std::uint8_t>(heap_[t.obj()].flags | (o.flags & (obj_masked | obj_unmasked)));
      if (const Value mark = heap_.get(value.obj(), cell::rankless); mark != v_unbound)
        heap_.set(t.obj(), cell::rankless, mark);
      return t;
    }
    case Kind::Int:
    case Kind::Float:
    case Kind::Bool:
    case Kind::Host:
      return leaving ? make_tensor(site, o.flow) : value;
    case Kind::List:
    case Kind::Tuple:
    case Kind::Dict: {
      if (depth > 3) return v_unknown;
      if (const auto it = seen.find(value.obj()); it != seen.end()) return Value{it->second};
      const ObjId copy = heap_.make(o.kind, o.site);
      seen.emplace(value.obj(), copy);
      for (const Symbol name : std::vector<Symbol>(heap_.names(value.obj()))) {
        if (is_raw_cell(name)) continue;
        const Value e = heap_.get(value.obj(), name);
        const bool key = o.kind == Kind::Dict && name.id >= slot_base;
        if (e != v_unbound) heap_.set(copy, name, key ? e : border(e, site, leaving, seen, depth + 1));
      }
      heap_.set_raw(copy, cell::length, length(value.obj()));
      return Value{copy};
    }
    default:
      return value;
  }
}

Value Interp::border(Value value, SiteId site, bool leaving) {
  std::unordered_map<ObjId, ObjId> seen;
  return border(value, site, leaving, seen, 0);
}

}  // namespace graphfence
