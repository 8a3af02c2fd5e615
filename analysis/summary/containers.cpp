// Lists, tuples, dicts, sets: a fixed number of slots, then one element that stands for the rest.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

Value Interp::make_sequence(Kind kind, const std::vector<Value>& elements, SiteId site, Value rest) {
  const ObjId list = heap_.make(kind, site);
  const std::size_t told_apart = std::min<std::size_t>(elements.size(), limits::container_slots);
  for (std::size_t i = 0; i < told_apart; ++i) heap_.set(list, slot(static_cast<std::uint32_t>(i)), elements[i]);
  for (std::size_t i = told_apart; i < elements.size(); ++i)
    rest = rest == v_unbound ? elements[i] : heap_.join(rest, elements[i]);
  if (rest != v_unbound) heap_.set(list, cell::rest, rest);
  const bool known_length = rest == v_unbound || elements.size() > told_apart;
  heap_.set_raw(list, cell::length, known_length ? static_cast<std::uint32_t>(elements.size()) : unknown_length);
  return Value{list};
}

Value Interp::make_dict(SiteId site) {
  return Value{heap_.make(Kind::Dict, site)};
}

Symbol Interp::key_symbol(Value key) {
  if (!key.single()) return {};
  const Obj& o = heap_[key.obj()];
  switch (o.kind) {
    case Kind::Str:
      return Symbol{o.a};
    case Kind::Int:
      return names_.intern("#" + std::to_string(*int_of(key)));
    case Kind::None:
    case Kind::Bool:
      return names_.intern("#c" + std::to_string(key.obj()));
    case Kind::Instance:
    case Kind::Class:
    case Kind::Function:
      return names_.intern("#o" + std::to_string(key.obj()));
    default:
      return {};
  }
}

void Interp::dict_set(ObjId dict, Value key, Value value) {
  const Symbol name = key_symbol(key);
  if (!name) {
    const Value rest = heap_.get(dict, cell::rest);
    heap_.set(dict, cell::rest, rest == v_unbound ? value : heap_.join(rest, value));
    heap_.set_raw(dict, cell::length, unknown_length);
    return;
  }
  if (heap_.get(dict, name) == v_unbound && length(dict) != unknown_length) {
    const std::uint32_t n = length(dict);
    if (n < limits::container_slots * 2) {
      heap_.set(dict, slot(n), key);
      heap_.set_raw(dict, cell::length, n + 1);
    } else {
      heap_.set_raw(dict, cell::length, unknown_length);
    }
  }
  heap_.set(dict, name, value);
}

Value Interp::element(ObjId container, std::uint32_t i) const {
  const Value v = heap_.get(container, slot(i));
  return v;
}

void Interp::append(ObjId list, Value value, SiteId site) {
  const Kind kind = heap_[list].kind;
  if (kind != Kind::List && kind != Kind::Set) return;
  if (site != 0) {
    note_append(list, value, site);
    note_mutation(list, site);
    value = escaping(list, EscapeKind::Container, {}, value, site);
  }
  const std::uint32_t n = length(list);
  if (n < limits::container_slots && !ambient_.later) {
    heap_.set(list, slot(n), value);
    heap_.set_raw(list, cell::length, n + 1);
  } else if (n < limits::container_slots && heap_.get(list, cell::rest) == v_unbound) {
    // In later turns of a loop nobody knows how many there are.
    heap_.set(list, cell::rest, value);
    heap_.set_raw(list, cell::length, unknown_length);
  } else {
    const Value rest = heap_.get(list, cell::rest);
    heap_.set(list, cell::rest, rest == v_unbound ? value : heap_.join(rest, value));
    heap_.set_raw(list, cell::length, unknown_length);
  }
}

bool Interp::known_elements(Value iterable, std::vector<Value>& out) {
  if (!iterable.single()) return false;
  const ObjId id = iterable.obj();
  const Kind kind = heap_[id].kind;
  if (kind != Kind::List && kind != Kind::Tuple && kind != Kind::Set && kind != Kind::Dict) return false;
  const std::uint32_t n = length(id);
  if (n == unknown_length || (kind != Kind::Dict && n > limits::container_slots)) return false;
  for (std::uint32_t i = 0; i < n; ++i) {
    const Value e = heap_.get(id, slot(i));
    out.push_back(e == v_unbound ? v_unknown : e);
  }
  return true;
}

bool Interp::is_dataset(Value value) {
  return class_of(value) != 0 && heap_.get(value.obj(), names_.intern("_gf_element")) != v_unbound;
}

/// Any one element of what is iterated.
Value Interp::iterated(Value iterable, SiteId site) {
  Value result = v_unbound;
  const auto add = [&](Value v) { result = result == v_unbound ? v : v == v_unbound ? result : heap_.join(result, v); };
  for (const ObjId id : std::vector<ObjId>(heap_.members(iterable).begin(), heap_.members(iterable).end())) {
    const Obj o = heap_[id];
    switch (o.kind) {
      case Kind::List:
      case Kind::Tuple:
      case Kind::Set:
      case Kind::Dict:
        for (std::uint32_t i = 0; i < limits::container_slots; ++i) add(heap_.get(id, slot(i)));
        if (o.kind != Kind::Dict) add(heap_.get(id, cell::rest));
        if (length(id) == unknown_length)
          add(heap_.get(id, cell::rest) == v_unbound ? v_unbound : heap_.get(id, cell::rest));
        break;
      case Kind::Tensor: {
        consume(Value{id}, site);
        const Value item = make_tensor(site, o.flow);
        heap_[item.obj()].flags |= o.flags & obj_guessed;
        add(item);
        break;
      }
      case Kind::Array: {
        const ObjId item = heap_.make(Kind::Array, site);
        heap_[item].flow = o.flow;
        add(Value{item});
        break;
      }
      case Kind::Iterator:
        add(Value{o.a});
        break;
      case Kind::Generator:
        add(heap_.get(id, cell::rest) == v_unbound ? v_unknown : heap_.get(id, cell::rest));
        break;
      case Kind::Instance: {
        const Value element_of = heap_.get(id, names_.intern("_gf_element"));
        if (element_of != v_unbound) {
          // Iterating a dataset in Python gives new tensors of the current region each time.
          add(in_graph() ? element_of : border(element_of, site, false));
        } else {
          add(next_item(Value{id}, site).value_or(v_unknown));
        }
        break;
      }
      case Kind::Str:
        add(make_host(HostType::Str, 0, site));
        break;
      default:
        add(v_unknown);
    }
  }
  return result == v_unbound ? v_unknown : result;
}

Value Interp::index(Value base, Value key, SiteId site) {
  Value result = v_unbound;
  const auto add = [&](Value v) { result = result == v_unbound ? v : v == v_unbound ? result : heap_.join(result, v); };
  for (const ObjId id : std::vector<ObjId>(heap_.members(base).begin(), heap_.members(base).end())) {
    const Obj o = heap_[id];
    switch (o.kind) {
      case Kind::List:
      case Kind::Tuple: {
        const std::uint32_t n = length(id);
        if (const auto i = int_of(key)) {
          const std::int64_t at = *i < 0 && n != unknown_length ? *i + n : *i;
          if (at >= 0 && at < limits::container_slots) {
            const Value v = heap_.get(id, slot(static_cast<std::uint32_t>(at)));
            const Value rest = heap_.get(id, cell::rest);
            if (v != v_unbound && (n != unknown_length || rest == v_unbound)) {
              add(v);
            } else if (v != v_unbound || rest != v_unbound) {
              add(v);
              add(rest);
            } else if (n == unknown_length) {
              add(v_unknown);
            }
            break;
          }
          add(iterated(Value{id}, site));
          break;
        }
        if (key.single() && heap_[key.obj()].kind == Kind::Slice) {
          std::vector<Value> all;
          const auto low = int_of(heap_.get(key.obj(), slot(0)));
          const auto high = int_of(heap_.get(key.obj(), slot(1)));
          const bool open_low = heap_.get(key.obj(), slot(0)) == v_none;
          const bool open_high = heap_.get(key.obj(), slot(1)) == v_none;
          if (known_elements(Value{id}, all) && (low || open_low) && (high || open_high) &&
              heap_.get(key.obj(), slot(2)) == v_none) {
            const auto size = static_cast<std::int64_t>(all.size());
            std::int64_t from = low.value_or(0);
            std::int64_t to = high.value_or(size);
            if (from < 0) from = std::max<std::int64_t>(0, from + size);
            if (to < 0) to += size;
            from = std::min(from, size);
            to = std::clamp<std::int64_t>(to, from, size);
            add(make_sequence(o.kind, std::vector<Value>(all.begin() + from, all.begin() + to), site));
          } else {
            add(make_sequence(o.kind, {}, site, iterated(Value{id}, site)));
          }
          break;
        }
        add(iterated(Value{id}, site));
        break;
      }
      case Kind::Dict: {
        const Symbol name = key_symbol(key);
        const Value v = name ? heap_.get(id, name) : v_unbound;
        if (v != v_unbound) {
          add(v);
        } else {
          const Value rest = heap_.get(id, cell::rest);
          add(rest == v_unbound ? v_unknown : heap_.join(rest, v_unknown));
        }
        break;
      }
      case Kind::Tensor: {
        consume(Value{id}, site);
        consume(key, site, 2);
        const Value item = make_tensor(site, o.flow);
        heap_[item.obj()].flags |= o.flags & obj_guessed;
        add(item);
        break;
      }
      case Kind::KerasTensor:
        add(placeholder_operator(Value{id}, "index", site));
        break;
      case Kind::Array: {
        host_convert(key, names_.intern("index"), site);
        const ObjId item = heap_.make(Kind::Array, site);
        heap_[item].flow = o.flow;
        add(Value{item});
        break;
      }
      case Kind::Meta: {
        const auto i = int_of(key);
        if (i && o.b != 0) {
          const auto& dims = shapes_[o.b];
          const std::int64_t at = *i < 0 ? *i + static_cast<std::int64_t>(dims.size()) : *i;
          if (at >= 0 && at < static_cast<std::int64_t>(dims.size())) {
            const std::int32_t size = dims[static_cast<std::size_t>(at)];
            add(make_dimension(size, site));
            break;
          }
        }
        add(Value{heap_.make(Kind::Meta, site)});
        break;
      }
      case Kind::Lib:  // typing.List[int] and the like
        add(Value{id});
        break;
      case Kind::Class:
        add(Value{id});
        break;
      case Kind::Instance: {
        if (is_variable(o)) {
          consume(Value{id}, site);
          add(make_tensor(site, flow_weight));
          break;
        }
        const Value method = lookup_class(o.a, known(sym::dunder_getitem));
        add(method == v_unbound
                ? v_unknown
                : call(bind_descriptor(method, Value{id}, o.a, site), Arguments{.positional = {key}}, site));
        break;
      }
      case Kind::Str:
        add(make_host(HostType::Str, 0, site));
        break;
      case Kind::Bound: {
        add(is_attribute_dict(o) && key_symbol(key) ? attribute(Value{o.b}, key_symbol(key), site) : v_unknown);
        break;
      }
      case Kind::None:
      case Kind::Unbound:
        break;
      default:
        add(v_unknown);
    }
  }
  return result == v_unbound ? v_unknown : result;
}

void Interp::store_index(Value base, Value key, Value value, SiteId site) {
  const bool strong = base.single();
  for (const ObjId id : std::vector<ObjId>(heap_.members(base).begin(), heap_.members(base).end())) {
    const Obj o = heap_[id];
    if (o.kind == Kind::List || o.kind == Kind::Dict) {
      note_mutation(id, site);
      value = escaping(id, EscapeKind::Container, o.kind == Kind::Dict ? key_symbol(key) : Symbol{}, value, site);
    }
    if (o.kind == Kind::List) {
      const auto i = int_of(key);
      const std::uint32_t n = length(id);
      if (i && *i >= -static_cast<std::int64_t>(n) && *i < static_cast<std::int64_t>(n) &&
          n <= limits::container_slots) {
        const Symbol at = slot(static_cast<std::uint32_t>(*i < 0 ? *i + n : *i));
        heap_.set(id, at, strong ? value : heap_.join(heap_.get(id, at), value));
      } else {
        const Value rest = heap_.get(id, cell::rest);
        heap_.set(id, cell::rest, rest == v_unbound ? value : heap_.join(rest, value));
        for (std::uint32_t k = 0; k < limits::container_slots; ++k) {
          const Value e = heap_.get(id, slot(k));
          if (e == v_unbound) break;
          heap_.set(id, slot(k), heap_.join(e, value));
        }
      }
    } else if (o.kind == Kind::Dict) {
      const Symbol name = key_symbol(key);
      if (!strong && name) {
        const Value old = heap_.get(id, name);
        dict_set(id, key, old == v_unbound ? value : heap_.join(old, value));
      } else {
        dict_set(id, key, value);
      }
    } else if (o.kind == Kind::Lib) {
      if (text(Symbol{o.a}) == "os.environ") set_environment(key, value);
    } else if (o.kind == Kind::Bound) {
      if (is_attribute_dict(o) && key_symbol(key)) store_attribute(Value{o.b}, key_symbol(key), value, site);
    } else if (o.kind == Kind::Array) {
      host_convert(value, names_.intern("array"), site);
    } else if (o.kind == Kind::Instance) {
      const Value method = lookup_class(o.a, known(sym::dunder_setitem));
      if (method != v_unbound)
        call(bind_descriptor(method, Value{id}, o.a, site), Arguments{.positional = {key, value}}, site);
    }
  }
}

Value Interp::container_method(ObjId container, Symbol method, const Arguments& arguments, SiteId site, bool& handled) {
  const Obj o = heap_[container];
  const std::string_view name = text(method);
  const auto argument = [&](std::size_t i) {
    return i < arguments.positional.size() ? arguments.positional[i] : v_unbound;
  };
  handled = true;
  const auto forget = [&](Value extra) {
    const Value rest = heap_.get(container, cell::rest);
    if (extra != v_unbound) heap_.set(container, cell::rest, rest == v_unbound ? extra : heap_.join(rest, extra));
    heap_.set_raw(container, cell::length, unknown_length);
  };
  if (o.kind == Kind::List || o.kind == Kind::Set) {
    if (name == "append" || name == "add") {
      append(container, argument(0), site);
      return v_none;
    }
    if (name == "extend" || name == "update") {
      std::vector<Value> all;
      if (known_elements(argument(0), all)) {
        for (const Value v : all) append(container, v, site);
      } else {
        forget(escaping(container, EscapeKind::Container, {}, iterated(argument(0), site), site));
      }
      return v_none;
    }
    if (name == "clear" || name == "pop" || name == "insert" || name == "remove") note_mutation(container, site);
    if (name == "clear") {
      for (std::uint32_t i = 0; i < limits::container_slots; ++i) heap_.set(container, slot(i), v_unbound);
      heap_.set(container, cell::rest, v_unbound);
      heap_.set_raw(container, cell::length, 0);
      return v_none;
    }
    if (name == "pop") {
      const Value v = iterated(Value{container}, site);
      const std::uint32_t n = length(container);
      if (o.kind == Kind::List && n != unknown_length && n > 0 && n <= limits::container_slots &&
          arguments.positional.empty()) {
        const Value last = heap_.get(container, slot(n - 1));
        heap_.set(container, slot(n - 1), v_unbound);
        heap_.set_raw(container, cell::length, n - 1);
        return last;
      }
      forget(v_unbound);
      return v;
    }
    if (name == "insert") {
      forget(iterated(Value{container}, site));
      forget(escaping(container, EscapeKind::Container, {}, argument(1), site));
      for (std::uint32_t i = 0; i < limits::container_slots; ++i) heap_.set(container, slot(i), v_unbound);
      return v_none;
    }
    if (name == "copy") {
      std::vector<Value> all;
      if (known_elements(Value{container}, all)) return make_sequence(o.kind, all, site);
      return make_sequence(o.kind, {}, site, iterated(Value{container}, site));
    }
    if (name == "index" || name == "count") return make_host(HostType::Int, 0, site);
    forget(v_unbound);
    return name == "sort" || name == "reverse" || name == "remove" || name == "discard" ? v_none : v_unknown;
  }
  if (o.kind == Kind::Tuple) return make_host(HostType::Int, 0, site);
  if (o.kind == Kind::Dict) {
    const bool known_keys = length(container) != unknown_length;
    if (name == "pop" || name == "popitem" || name == "update" || name == "clear") note_mutation(container, site);
    if (name == "get" || name == "setdefault" || name == "pop") {
      const Symbol key = key_symbol(argument(0));
      const Value v = key ? heap_.get(container, key) : v_unbound;
      const Value fallback = argument(1) == v_unbound ? v_none : argument(1);
      if (v != v_unbound && !heap_.may_be(v, v_unbound.bits)) {
        if (name == "pop") {
          heap_.set(container, key, v_unbound);
          heap_.set_raw(container, cell::length, unknown_length);
        }
        return v;
      }
      if (name == "setdefault") {
        dict_set(container, argument(0), escaping(container, EscapeKind::Container, key, fallback, site));
        return fallback;
      }
      if (known_keys && key && v == v_unbound && heap_.get(container, cell::rest) == v_unbound) return fallback;
      return heap_.join(fallback, v_unknown);
    }
    if (name == "update") {
      for (const auto& [key, value] : arguments.keywords)
        dict_set(container, make_str(key), escaping(container, EscapeKind::Container, key, value, site));
      const Value other = argument(0);
      if (other == v_unbound) return v_none;
      if (other.single() && heap_[other.obj()].kind == Kind::Dict && length(other.obj()) != unknown_length) {
        for (std::uint32_t i = 0; i < length(other.obj()); ++i) {
          const Value key = heap_.get(other.obj(), slot(i));
          const Symbol s = key_symbol(key);
          if (s)
            dict_set(container, key, escaping(container, EscapeKind::Container, s, heap_.get(other.obj(), s), site));
        }
      } else {
        forget(v_unknown);
      }
      return v_none;
    }
    if (name == "keys" || name == "values" || name == "items") {
      std::vector<Value> out;
      if (known_keys) {
        for (std::uint32_t i = 0; i < length(container); ++i) {
          const Value key = heap_.get(container, slot(i));
          const Value value = heap_.get(container, key_symbol(key));
          if (name == "keys") {
            out.push_back(key);
          } else if (name == "values") {
            out.push_back(value);
          } else {
            out.push_back(make_sequence(Kind::Tuple, {key, value}, site));
          }
        }
        return make_sequence(Kind::List, out, site);
      }
      return Value{
          heap_.make(Kind::Iterator, site,
                     name == "items" ? make_sequence(Kind::Tuple, {v_unknown, v_unknown}, site).bits : v_unknown.bits)};
    }
    if (name == "copy") {
      const Value copy = make_dict(site);
      bool done = false;
      container_method(copy.obj(), names_.intern("update"), Arguments{.positional = {Value{container}}}, site, done);
      return copy;
    }
    forget(v_unbound);
    return name == "clear" ? v_none : v_unknown;
  }
  if (o.kind == Kind::Str) {
    if (const Value known = string_method(container, name, arguments, site); known != v_unbound) return known;
    if (name == "split" || name == "splitlines")
      return make_sequence(Kind::List, {}, site, make_host(HostType::Str, 0, site));
    if (name == "startswith" || name == "endswith" || name.starts_with("is")) return make_host(HostType::Bool, 0, site);
    if (name == "format")
      return make_text(std::any_of(arguments.positional.begin(), arguments.positional.end(),
                                   [&](Value v) { return shows_tensor(v, trace_region()); }),
                       site);
    return make_host(HostType::Str, 0, site);
  }
  if (o.kind == Kind::Property) {
    const ObjId property = heap_.make(Kind::Property, site, o.a, o.b);
    if (name == "property_setter") heap_[property].b = argument(0).bits;
    if (name == "property_getter") heap_[property].a = argument(0).bits;
    return Value{property};
  }
  handled = false;
  return v_unknown;
}

}  // namespace graphfence
