// Attribute lookup and stores.
#include <algorithm>

#include "analysis/library/reserved_attributes.h"
#include "analysis/summary/interp.h"

namespace graphfence {

Value Interp::attribute(Value base, Symbol name, SiteId site) {
  if (base.single()) {
    const Value v = attribute_of(base.obj(), name, site);
    return v;
  }
  Value result = v_unbound;
  const std::vector<ObjId> members(heap_.members(base).begin(), heap_.members(base).end());
  for (const ObjId id : members) {
    // `None.x` and unbound names end their path with an exception.
    if (id == v_none.bits || id == v_unbound.bits) continue;
    const Value v = attribute_of(id, name, site);
    if (v == v_unbound) continue;
    result = result == v_unbound ? v : heap_.join(result, v);
  }
  return result == v_unbound ? v_unknown : result;
}

ObjId Interp::class_of(Value value) const {
  if (!value.single() || heap_[value.obj()].kind != Kind::Instance) return 0;
  return heap_[value.obj()].a;
}

std::uint8_t Interp::traits(Value value) const {
  std::uint8_t all = 0xFF;
  for (const ObjId id : heap_.members(value)) {
    const Obj& o = heap_[id];
    if (o.kind == Kind::Instance) {
      all &= classes_[heap_[o.a].a].traits;
    } else if (o.kind == Kind::Class) {
      all &= classes_[o.a].traits;
    } else {
      return 0;
    }
  }
  return all;
}

Value Interp::lookup_class(ObjId class_object, Symbol name, ObjId after, ObjId* found_in) {
  const ClassInfo& info = classes_[heap_[class_object].a];
  bool active = after == 0;
  for (const ObjId cls : info.mro) {
    if (!active) {
      active = cls == after;
      continue;
    }
    const Value v = heap_.get(cls, name);
    if (v != v_unbound) {
      if (found_in != nullptr) *found_in = cls;
      return v;
    }
  }
  return v_unbound;
}

Value Interp::bind_descriptor(Value member, Value self, ObjId class_object, SiteId site) {
  if (!member.single()) {
    Value result = v_unbound;
    const std::vector<ObjId> all(heap_.members(member).begin(), heap_.members(member).end());
    for (const ObjId id : all) {
      if (id == v_unbound.bits) continue;
      const Value v = bind_descriptor(Value{id}, self, class_object, site);
      result = result == v_unbound ? v : heap_.join(result, v);
    }
    return result;
  }
  const Obj o = heap_[member.obj()];
  switch (o.kind) {
    case Kind::Function:
      if (self == v_unbound) return member;
      return Value{heap_.make(Kind::Bound, site, member.bits, self.bits)};
    case Kind::TFFunction: {
      if (self == v_unbound) return member;
      // One function object per instance and method: each has its own traces.
      const std::uint64_t key = (static_cast<std::uint64_t>(member.obj()) << 32) | self.bits | (1ULL << 62);
      const auto [it, fresh] = constants_.try_emplace(key, 0);
      if (fresh) {
        const ObjId bound = heap_.make(Kind::Bound, o.site, o.a, self.bits);
        it->second = heap_.make(Kind::TFFunction, o.site, bound, o.b, o.c, member.obj());
      }
      return Value{it->second};
    }
    case Kind::Property:
      if (self == v_unbound) return member;
      return call(Value{o.a}, Arguments{.positional = {self}}, site);
    case Kind::StaticMethod:
      return Value{o.a};
    case Kind::ClassMethod:
      return Value{heap_.make(Kind::Bound, site, o.a, class_object)};
    default:
      return member;
  }
}

Value Interp::attribute_of(ObjId object, Symbol name, SiteId site) {
  const Obj o = heap_[object];
  switch (o.kind) {
    case Kind::Module: {
      const Value v = module_name(object, name);
      if (v != v_unbound) return v;
      const SourceModule& file = *module_files_[o.a];
      if (const SourceModule* sub = source_.resolve(file, text(name), 1)) {
        const Value module{load_module(*sub)};
        return module;
      }
      if (const Value fallback = module_name(object, known(sym::dunder_getattr)); fallback != v_unbound)
        return call(fallback, Arguments{.positional = {make_str(name, site)}}, site);
      return v_unknown;
    }
    case Kind::Lib:
      // What the program put in its place is not followed.
      if (heap_.get(object, name) != v_unbound) return v_unknown;
      if (text(Symbol{o.a}).starts_with("graphfence.type.")) return make_host(HostType::Str, 0, site);
      return library_attribute(object, name);
    case Kind::Class: {
      if (name == sym::dunder_name) return make_str(classes_[o.a].name, site);
      const Value member = lookup_class(object, name);
      if (member == v_unbound) return v_unknown;
      return bind_descriptor(member, v_unbound, object, site);
    }
    case Kind::Super: {
      const Value self{o.b};
      ObjId cls = class_of(self);
      if (cls == 0 && self.single() && heap_[self.obj()].kind == Kind::Class) cls = self.obj();
      if (cls == 0) return v_unknown;
      const Value member = lookup_class(cls, name, o.a);
      if (member == v_unbound) {
        if (name == sym::dunder_init) return make_lib(names_.intern("builtins.object"), {});
        return v_unknown;
      }
      // What a decorator nobody knows made of it may well run Keras' own.
      if (name == sym::dunder_init && class_of(self) != 0 &&
          (!member.single() || heap_[member.obj()].kind != Kind::Function) &&
          heap_.get(self.obj(), known(sym::built)) == v_unbound)
        heap_.set(self.obj(), known(sym::built), v_unknown);
      return bind_descriptor(member, self, cls, site);
    }
    case Kind::Instance: {
      const Value member = lookup_class(o.a, name);
      if (member.single() && heap_[member.obj()].kind == Kind::Property) {
        return bind_descriptor(member, Value{object}, o.a, site);
      }
      const Value own = heap_.get(object, name);
      if (own != v_unbound) {
        if (own.single() || !heap_.may_be(own, v_unbound.bits)) return own;
        Value kept = member == v_unbound ? v_unbound : bind_descriptor(member, Value{object}, o.a, site);
        for (const ObjId id : std::vector<ObjId>(heap_.members(own).begin(), heap_.members(own).end())) {
          if (id != v_unbound.bits) kept = kept == v_unbound ? Value{id} : heap_.join(kept, Value{id});
        }
        return kept;
      }
      if (const ClassInfo& info = classes_[heap_[o.a].a];
          info.traits != 0 && info.generation == library::Generation::Keras3 && (info.library || !info.open)) {
        ObjId definer = 0;
        lookup_class(o.a, name, 0, &definer);
        if (definer == 0 || classes_[heap_[definer].a].library) tell_removed(info.traits, text(name));
      }
      if (member != v_unbound) {
        if (const auto got = special_method(member, "__get__", {Value{object}, Value{o.a}}, site)) return *got;
        return bind_descriptor(member, Value{object}, o.a, site);
      }
      if (name == sym::dunder_class) return Value{o.a};
      if (name == sym::dunder_dict) return dict_of_attribute(object, {}, site);
      if (is_variable(o)) return tensor_attribute(object, name, site);
      if (!frames_.empty() && frames_.back()->direct && frames_.back()->self == Value{object}) lacks(object, name);
      return special_method(Value{object}, "__getattr__", {make_str(name, site)}, site).value_or(v_unknown);
    }
    case Kind::Function:
    case Kind::Bound:
      if (is_attribute_dict(o)) return dict_of_attribute(o.b, name, site);
      if (name == sym::dunder_name) return make_host(HostType::Str, 0, site);
      if (const Value own = heap_.get(object, name); own != v_unbound) return own;
      return v_unknown;
    case Kind::TFFunction:
      if (text(name) == "python_function" || name == sym::dunder_wrapped) return Value{o.a};
      if (text(name) == "get_concrete_function" || text(name) == "experimental_get_tracing_count") {
        return bound_method(text(name), object, site);
      }
      return v_unknown;
    case Kind::Tensor:
    case Kind::Array:
    case Kind::KerasTensor:
    case Kind::Meta:
    case Kind::Host:
    case Kind::Int:
    case Kind::Float:
    case Kind::Bool:
      return tensor_attribute(object, name, site);
    case Kind::Tuple:
    case Kind::List:
    case Kind::Dict:
    case Kind::Set:
    case Kind::Str:
    case Kind::Iterator:
      return bound_method(text(name), object, site);
    case Kind::Property: {
      const std::string_view decorator = text(name);
      if (decorator == "setter" || decorator == "getter" || decorator == "deleter") {
        return bound_method("property_" + std::string(decorator), object, site);
      }
      return v_unknown;
    }
    default:
      return v_unknown;
  }
}

void Interp::store_attribute(Value base, Symbol name, Value value, SiteId site) {
  const bool strong = base.single();
  const std::vector<ObjId> members(heap_.members(base).begin(), heap_.members(base).end());
  for (const ObjId id : members) {
    const Obj o = heap_[id];
    if (o.kind == Kind::Instance) {
      const Value member = lookup_class(o.a, name);
      if (member.single() && heap_[member.obj()].kind == Kind::Property && heap_[member.obj()].b != 0) {
        call(Value{heap_[member.obj()].b}, Arguments{.positional = {Value{id}, value}}, site);
        continue;
      }
      if (special_method(member, "__set__", {Value{id}, value}, site)) continue;
    } else if (o.kind == Kind::Lib) {
      replace_attribute(id, name);
      continue;
    } else if (o.kind != Kind::Class && o.kind != Kind::Module && o.kind != Kind::Function) {
      continue;
    }
    if (o.kind == Kind::Instance && (classes_[heap_[o.a].a].traits & trait_optimizer) != 0 && text(name) == "lr" &&
        classes_[heap_[o.a].a].library && classes_[heap_[o.a].a].generation == library::Generation::Keras3)
      tell(EventKind::RemovedApi, id, name, "the store has no effect; use `learning_rate`");
    if (o.kind == Kind::Instance && text(name) == "trainable" && value.single() && in_user_code()) {
      const Value old = heap_.get(id, name);
      const auto known_bool = [&](Value v) { return v == v_true || v == v_false; };
      if (known_bool(old) && known_bool(value) && old != value && ambient_.guarded == 0)
        heap_.set(id, cell::trainable_set, Value{heap_.make(Kind::Env, site)});
    }
    const Value stored = escaping(id, EscapeKind::Attribute, name, value, site);
    if (const Value old = heap_.get(id, name);
        strong && o.kind == Kind::Instance && old.single() && (classes_[heap_[o.a].a].traits & trait_layer) != 0 &&
        is_variable(heap_[old.obj()]) && value.single() && heap_[value.obj()].kind == Kind::Tensor && in_user_code())
      note_rebound(id, name, rebound::stored, site);
    if (strong && o.kind == Kind::Instance && in_user_code() && (traits(base) & trait_model) != 0)
      stored_early(id, value);
    if (strong && o.kind == Kind::Instance && in_user_code() && (traits(base) & trait_layer) != 0)
      late_state(id, name, heap_.get(id, name), value, site);
    if (strong) {
      heap_.set(id, name, stored);
    } else {
      heap_.set(id, name, heap_.join(heap_.get(id, name), stored));
    }
    if (o.kind == Kind::Instance) note_attribute_store(id, name, value, site);
  }
}

Value Interp::bound_method(std::string_view method, ObjId receiver, SiteId site) {
  return Value{
      heap_.make(Kind::Bound, site, make_lib(names_.intern("method:" + std::string(method)), {}).bits, receiver)};
}

/// `object.__dict__` itself, as `dict_of_attribute` makes it.
bool Interp::is_attribute_dict(const Obj& object) {
  return object.kind == Kind::Bound && Value{object.a} == make_lib(names_.intern("method:__dict__"), {});
}

/// `object.__dict__` (no name) and what is looked up on it.
Value Interp::dict_of_attribute(ObjId object, Symbol name, SiteId site) {
  return bound_method("__dict__" + (name ? "." + std::string(text(name)) : std::string()), object, site);
}

Value Interp::dict_of_method(ObjId object, std::string_view method, const Arguments& arguments, SiteId site) {
  const Value first = arguments.positional.empty() ? v_unbound : arguments.positional.front();
  if (method == "update") {
    for (const auto& [name, value] : arguments.keywords) store_attribute(Value{object}, name, value, site);
    std::vector<Value> keys;
    const bool known_dict = first.single() && heap_[first.obj()].kind == Kind::Dict && known_elements(first, keys);
    for (const Value key : keys) {
      const Symbol name = key_symbol(key);
      if (name) store_attribute(Value{object}, name, heap_.get(first.obj(), name), site);
    }
    if ((first != v_unbound && !known_dict) || arguments.open_keywords) {
      for (const Symbol name : std::vector<Symbol>(heap_.names(object))) {
        if (name.id < cell::length.id) heap_.set(object, name, v_unknown);
      }
    }
    return v_none;
  }
  if ((method == "get" || method == "pop") && first != v_unbound && key_symbol(first)) {
    const Value found = heap_.get(object, key_symbol(first));
    const Value fallback = arguments.positional.size() > 1 ? arguments.positional[1] : v_none;
    if (method == "pop" && found != v_unbound) heap_.set(object, key_symbol(first), v_unbound);
    return found == v_unbound ? heap_.join(fallback, v_unknown) : found;
  }
  return v_unknown;
}

/// The program puts something else in the place of a library's or a class's member.
void Interp::replace_attribute(ObjId holder, Symbol name) {
  heap_.set(holder, name, v_unknown);
}

/// Stores on layers that rules ask about; the rule decides by its table which names matter.
void Interp::note_attribute_store(ObjId object, Symbol name, Value value, SiteId site) {
  const std::uint8_t kind = classes_[heap_[heap_[object].a].a].traits;
  if ((kind & trait_layer) == 0 || !in_user_code()) return;
  // A `__setattr__` of the user's may store it under another name, or not at all.
  ObjId setter = 0;
  lookup_class(heap_[object].a, names_.intern("__setattr__"), 0, &setter);
  if (setter != 0 && !classes_[heap_[setter].a].library) return;
  Event e;
  e.site = site;
  e.object = object;
  e.value = value;
  e.name = name;
  const auto generation = classes_[heap_[heap_[object].a].a].generation;
  const library::Reserved reserved = library::reserved_attribute(generation, (kind & trait_model) != 0, text(name));
  // A class of the user's that defines the name, or a callable stored under a method's name, is no mistake.
  ObjId definer = 0;
  lookup_class(heap_[object].a, name, 0, &definer);
  const bool own = definer != 0 && !classes_[heap_[definer].a].library;
  const bool method = reserved == library::Reserved::Shadowed && underlying(value) != 0;
  // Setting them is what an override of `compile` is for.
  ObjId overridden = 0;
  const Frame& storing = *frames_.back();
  if (storing.defining_class != 0)
    lookup_class(storing.defining_class, known(sym::compile), storing.defining_class, &overridden);
  const bool compiling =
      reserved == library::Reserved::Overwritten && storing.code->name == sym::compile && overridden != 0;
  if (reserved != library::Reserved::Free && !own && !method && !compiling) {
    e.kind = EventKind::ReservedStore;
    e.detail = static_cast<std::uint32_t>(reserved);
    emit(e);
  }
  if (const ObjId stored = class_of(value); stored != 0 && (classes_[heap_[stored].a].traits & trait_layer) != 0 &&
                                            classes_[heap_[stored].a].generation != generation) {
    e.kind = EventKind::MixedKeras;
    e.other = value.obj();
    emit(e);
  }
  const Frame& frame = *frames_.back();
  if (frame.code->name == sym::dunder_init && value.single() && heap_[value.obj()].kind == Kind::Tensor &&
      heap_[value.obj()].a == ambient_.region && (flow_of(value) & (flow_weight | flow_input | flow_unknown)) == 0) {
    e.kind = EventKind::TensorAttribute;
    emit(e);
  }
}

/// The value as it is kept by something that may outlive the graph: a tensor of the graph remembers how it got there,
/// so that whoever reads this place, and no other, learns of this store.
Value Interp::escaping(ObjId holder, EscapeKind kind, Symbol name, Value value, SiteId site, int depth) {
  Value kept = v_unbound;
  for (const ObjId id : std::vector<ObjId>(heap_.members(value).begin(), heap_.members(value).end())) {
    const Obj o = heap_[id];
    ObjId stored = id;
    const bool graph = o.kind == Kind::Tensor && regions_[o.a].parent != o.a;
    const bool holds = o.kind == Kind::List || o.kind == Kind::Tuple || o.kind == Kind::Dict;
    if (holds && depth < 2 && in_graph()) {
      // What is in it gets out with it, unless it got out before.
      for (const Symbol element : std::vector<Symbol>(heap_.names(id))) {
        const Value old = is_raw_cell(element) ? v_unbound : heap_.get(id, element);
        if (old != v_unbound) heap_.set(id, element, escaping(holder, kind, name, old, site, depth + 1));
      }
    }
    // Code outside the graph that passes a leaked tensor on is not where it got out.
    if (graph && (o.c == 0 || (depth == 0 && is_ancestor(o.a, ambient_.region)))) {
      const std::uint64_t key = (static_cast<std::uint64_t>(id) << 32) | site;
      const auto [it, fresh] = escaped_.try_emplace(key, 0);
      if (fresh) {
        it->second = heap_.make(Kind::Tensor, o.site, o.a, o.b, static_cast<std::uint32_t>(escapes_.size()), o.d);
        heap_[it->second].flow = o.flow;
        heap_[it->second].flags = o.flags;
        escapes_.push_back({kind, site, holder, name});
      }
      stored = it->second;
    }
    kept = kept == v_unbound ? Value{stored} : heap_.join(kept, Value{stored});
  }
  return kept;
}

Escape Interp::escape_of(ObjId tensor) const {
  const Obj& o = heap_[tensor];
  return o.kind == Kind::Tensor ? escapes_[o.c] : Escape{};
}

std::vector<ObjId> Interp::children(ObjId object) {
  std::vector<ObjId> found;
  const auto visit = [&](auto&& self, Value value, int depth) -> void {
    for (const ObjId id : std::vector<ObjId>(heap_.members(value).begin(), heap_.members(value).end())) {
      const Obj& o = heap_[id];
      if (o.kind == Kind::Instance) {
        if ((classes_[heap_[o.a].a].traits & (trait_layer | trait_cell)) != 0 &&
            std::find(found.begin(), found.end(), id) == found.end()) {
          found.push_back(id);
        }
      } else if ((o.kind == Kind::List || o.kind == Kind::Tuple || o.kind == Kind::Dict) && depth < 3) {
        for (const Symbol name : std::vector<Symbol>(heap_.names(id))) {
          if (!is_raw_cell(name)) self(self, heap_.get(id, name), depth + 1);
        }
      }
    }
  };
  for (const Symbol name : std::vector<Symbol>(heap_.names(object))) {
    if (name.id >= cell::length.id && name.id < slot_base) continue;
    visit(visit, heap_.get(object, name), 0);
  }
  return found;
}

std::vector<ObjId> Interp::tree(ObjId object) {
  std::vector<ObjId> all{object};
  for (std::size_t i = 0; i < all.size() && all.size() < 64; ++i) {
    for (const ObjId child : children(all[i])) {
      if (std::find(all.begin(), all.end(), child) == all.end()) all.push_back(child);
    }
  }
  return all;
}

}  // namespace graphfence
