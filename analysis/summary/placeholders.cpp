// KerasTensors: placeholders of functional construction, which have no values and belong to no graph.
#include "analysis/summary/interp.h"

namespace graphfence {

Value Interp::make_placeholder(SiteId site, bool keras3, std::uint32_t shape) {
  nodes_.push_back({});
  return Value{
      heap_.make(Kind::KerasTensor, site, static_cast<std::uint32_t>(nodes_.size() - 1), shape, keras3 ? 1 : 0)};
}

Value Interp::placeholder_operator(Value placeholder, std::string_view what, SiteId site) {
  const Obj o = heap_[placeholder.obj()];
  if (in_graph() && !pass_in_scratch() && in_user_code())
    tell_placeholder(placeholder.obj(), names_.intern(what), PlaceholderOf::operation, site);
  return make_placeholder(site, o.c != 0);
}

ObjId Interp::placeholder_in(Value value, int depth) {
  if (!value.single()) return 0;
  const Kind kind = heap_[value.obj()].kind;
  if (kind == Kind::KerasTensor) return value.obj();
  if ((kind != Kind::List && kind != Kind::Tuple) || depth > 2) return 0;
  for (std::uint32_t i = 0; i < limits::container_slots; ++i) {
    const Value e = element(value.obj(), i);
    if (e == v_unbound) break;
    if (const ObjId found = placeholder_in(e, depth + 1)) return found;
  }
  return 0;
}

ObjId Interp::placeholder_in(const Arguments& arguments) {
  for (const Value v : arguments.positional) {
    if (const ObjId found = placeholder_in(v)) return found;
  }
  for (const auto& [name, v] : arguments.keywords) {
    if (const ObjId found = placeholder_in(v)) return found;
  }
  return 0;
}

void Interp::tell_placeholder(ObjId tensor, Symbol api, PlaceholderOf what, SiteId site) {
  Event e = at_hand(EventKind::PlaceholderUse, tensor);
  e.site = site;
  e.cause = heap_[tensor].site;
  e.name = api;
  e.detail = static_cast<std::uint32_t>(what);
  emit(std::move(e));
}

/// A library function is given a placeholder; true when it raises.
bool Interp::placeholder_call(std::string_view path, const library::Api* api, const Arguments& arguments, SiteId site) {
  using library::Callback;
  using library::Result;
  using library::Use;
  if (!in_user_code() || api == nullptr) return false;
  const ObjId tensor = placeholder_in(arguments);
  if (tensor == 0) return false;
  const bool makes_tensors = api->result == Result::Tensor || api->result == Result::Tensors ||
                             api->result == Result::Structures || api->result == Result::Argument;
  const bool staged = api->callback == Callback::WhileLoop || api->callback == Callback::Map ||
                      api->callback == Callback::Scan || api->callback == Callback::VectorizedMap;
  auto what = PlaceholderOf::operation;
  if (path.starts_with("np.")) {
    if (api->use != Use::Host || api->result != Result::Array) return false;
    what = PlaceholderOf::host;
  } else if (!path.starts_with("tf.")) {
    return false;
  } else if (api->use == Use::Host) {
    what = PlaceholderOf::host;
  } else if (staged) {
    what = PlaceholderOf::traced;
  } else if (heap_[tensor].c == 0 ? !in_graph() : !makes_tensors || api->callback == Callback::Cond) {
    return false;  // Keras 2 makes a layer of every operation
  }
  tell_placeholder(tensor, names_.intern(path), what, site);
  return true;
}

}  // namespace graphfence
