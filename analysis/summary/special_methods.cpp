// Special methods of the user's classes, where Python calls them without naming them: operators, iteration, conditions,
// texts, class creation.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

namespace {

constexpr std::string_view binary_methods[] = {"add",    "sub",    "mul",    "truediv", "floordiv", "mod", "pow",
                                               "matmul", "lshift", "rshift", "and",     "or",       "xor"};
constexpr std::string_view compare_methods[] = {"__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"};
constexpr std::string_view reflected_methods[] = {"__eq__", "__ne__", "__gt__", "__ge__", "__lt__", "__le__"};

}  // namespace

/// The method as code of the user's defines it; unbound where a library's class does, or none.
Value Interp::user_method(Value object, std::string_view name) {
  const ObjId cls = class_of(object);
  if (cls == 0) return v_unbound;
  ObjId definer = 0;
  const Value method = lookup_class(cls, names_.intern(name), 0, &definer);
  if (method == v_unbound || method == v_none || classes_[heap_[definer].a].library) return v_unbound;
  return method;
}

std::optional<Value> Interp::special_method(Value object, std::string_view name, const std::vector<Value>& arguments,
                                            SiteId site) {
  const Value method = user_method(object, name);
  if (method == v_unbound) return std::nullopt;
  return call(bind_descriptor(method, object, class_of(object), site), Arguments{.positional = arguments}, site);
}

std::optional<Value> Interp::operator_method(ir::BinaryOp op, Value a, Value b, SiteId site, bool in_place) {
  const std::string name(binary_methods[static_cast<std::size_t>(op)]);
  if (in_place) return special_method(a, "__i" + name + "__", {b}, site);
  if (auto result = special_method(a, "__" + name + "__", {b}, site)) return result;
  return special_method(b, "__r" + name + "__", {a}, site);
}

std::optional<Value> Interp::compare_method(ir::CompareOp op, Value a, Value b, SiteId site) {
  using Op = ir::CompareOp;
  if (op == Op::In || op == Op::NotIn) {
    auto found = special_method(b, "__contains__", {a}, site);
    if (!found && user_method(b, "__iter__") != v_unbound) iterated(b, site);
    return found ? std::optional<Value>(make_host(HostType::Bool, 0, site)) : std::nullopt;
  }
  if (op == Op::Is || op == Op::IsNot) return std::nullopt;
  const auto at = static_cast<std::size_t>(op);
  if (auto result = special_method(a, compare_methods[at], {b}, site)) return result;
  if (auto result = special_method(b, reflected_methods[at], {a}, site)) return result;
  if (op != Op::NotEq) return std::nullopt;
  if (!special_method(a, "__eq__", {b}, site)) return std::nullopt;
  return make_host(HostType::Bool, 0, site);
}

/// What decides a condition on the value: the answer of its class, if it gives one.
Value Interp::condition(Value value, SiteId site) {
  if (class_of(value) == 0) return value;
  auto answer = special_method(value, "__bool__", {}, site);
  if (!answer) answer = special_method(value, "__len__", {}, site);
  if (!answer) return value;
  return *answer == v_unbound || *answer == v_unknown ? make_host(HostType::Bool, 0, site) : *answer;
}

/// The next item of an object of the user's; nothing when its class says nothing of iteration.
std::optional<Value> Interp::next_item(Value object, SiteId site) {
  const auto known_or = [](std::optional<Value> v) { return !v || *v == v_unbound ? v_unknown : *v; };
  if (const auto iterator = special_method(object, "__iter__", {}, site)) {
    if (*iterator == v_unbound) return v_unknown;
    if (user_method(*iterator, "__next__") != v_unbound)
      return known_or(special_method(*iterator, "__next__", {}, site));
    return class_of(*iterator) == 0 ? iterated(*iterator, site) : v_unknown;
  }
  if (user_method(object, "__getitem__") == v_unbound) return std::nullopt;
  return known_or(special_method(object, "__getitem__", {make_host(HostType::Int, 0, site)}, site));
}

/// `str(x)`, `print(x)`, `f"{x}"`.
void Interp::text_of(Value value, SiteId site) {
  if (!special_method(value, "__str__", {}, site)) special_method(value, "__repr__", {}, site);
}

/// Built-in functions that ask an object for the answer; the answer's content is not kept.
void Interp::builtin_asks(std::string_view name, const Arguments& arguments, SiteId site) {
  const std::vector<Value>& args = arguments.positional;
  if (args.empty()) return;
  const Value first = args.front();
  if (name == "print") {
    for (const Value v : args) text_of(v, site);
  } else if (name == "str") {
    text_of(first, site);
  } else if (name == "format") {
    if (!special_method(first, "__format__", {args.size() > 1 ? args[1] : make_host(HostType::Str, 0, site)}, site))
      text_of(first, site);
  } else if (name == "bool") {
    condition(first, site);
  } else if (name == "len" || name == "repr" || name == "int" || name == "float" || name == "complex" ||
             name == "abs" || name == "hash" || name == "reversed" || name == "round") {
    special_method(first, "__" + std::string(name) + "__", {}, site);
  } else if (name == "sorted" || name == "max" || name == "min") {
    const auto item = [&] {
      std::vector<Value> elements = args;
      if (args.size() == 1 && !known_elements(first, elements)) return iterated(first, site);
      if (args.size() == 1) elements.erase(elements.begin());
      return elements.empty() ? v_unbound : elements.front();
    }();
    if (item == v_unbound) return;
    if (const auto key = arguments.keyword(names_.intern("key")); key && *key != v_none) {
      call(*key, Arguments{.positional = {item}}, site);
    } else {
      special_method(item, name == "max" ? "__gt__" : "__lt__", {item}, site);
    }
  }
}

/// After a class body has run.
void Interp::finish_class(ObjId class_object, const std::vector<ObjId>& bases, SiteId site) {
  for (const Symbol name : std::vector<Symbol>(heap_.names(class_object))) {
    if (name.id >= cell::length.id) continue;
    const Value member = heap_.get(class_object, name);
    if (member != v_unbound) special_method(member, "__set_name__", {Value{class_object}, make_str(name, site)}, site);
  }
  const Symbol hook = names_.intern("__init_subclass__");
  for (const ObjId base : bases) {
    ObjId definer = 0;
    const Value method = lookup_class(base, hook, 0, &definer);
    if (method == v_unbound || classes_[heap_[definer].a].library) continue;
    call(method, Arguments{.positional = {Value{class_object}}}, site);
    break;
  }
}

/// `__new__` of the user's: the object it gives, nothing where there is none.
std::optional<Value> Interp::make_new(ObjId class_object, const Arguments& arguments, SiteId site) {
  ObjId definer = 0;
  Value method = lookup_class(class_object, known(sym::dunder_new), 0, &definer);
  if (method == v_unbound || classes_[heap_[definer].a].library) return std::nullopt;
  if (method.single() && heap_[method.obj()].kind == Kind::StaticMethod) method = Value{heap_[method.obj()].a};
  Arguments with_class = arguments;
  with_class.positional.insert(with_class.positional.begin(), Value{class_object});
  return call(method, with_class, site);
}

}  // namespace graphfence
