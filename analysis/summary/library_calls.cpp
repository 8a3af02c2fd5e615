// Calls of library functions that are not written as library text, by the data table.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

using library::Api;
using library::Result;
using library::Use;

Value Interp::call_library(ObjId lib, const Arguments& arguments, SiteId site) {
  const std::string_view path = text(Symbol{heap_[lib].a});
  const LibFacts facts = lib_facts_[heap_[lib].c];
  bool handled = false;
  if (observer_ != nullptr && in_user_code()) observer_->called_library(chunks_[frames_.back()->chunk], path);
  if (facts.builtin) {
    const Value v = call_builtin(path.substr(9), arguments, site, handled);
    if (handled) return v;
  }
  if (facts.special != SpecialCall::None) {
    const Value special = call_special(facts.special, lib, arguments, site, handled);
    if (handled) return special;
  }
  const Value generic = generic_base(path, static_cast<library::Generation>(heap_[lib].b));
  if (generic.single() && heap_[generic.obj()].kind == Kind::Class) return instantiate(generic.obj(), arguments, site);
  return call_api(path, facts.api, arguments, site);
}

Value Interp::call_api(std::string_view path, const Api* api, const Arguments& arguments, SiteId site) {
  Flows flow = 0;
  bool any_tensor = false;
  bool any_keras = false;
  bool any_unknown = arguments.open_positional || arguments.open_keywords;
  const auto look = [&](Value v) {
    flow |= flow_of(v);
    any_tensor = any_tensor || may_be_tensor(v);
    any_keras = any_keras || heap_.has_kind(v, Kind::KerasTensor) || placeholder_in(v) != 0;
    any_unknown = any_unknown || heap_.may_be(v, v_unknown.bits);
  };
  for (const Value v : arguments.positional) look(v);
  for (const auto& [name, v] : arguments.keywords) look(v);
  if (api == nullptr) {
    if (library::makes_tensors_by_default(path) && any_tensor && !any_keras) {
      consume_all(arguments, site);
      const Value made = make_tensor(site, flow);
      heap_[made.obj()].flags |= obj_guessed;
      return made;
    }
    opaque_call(arguments);
    return v_unknown;
  }
  if (any_keras && placeholder_call(path, api, arguments, site)) return v_unbound;
  if (any_keras && (path.starts_with("tf.") || path.starts_with("keras.ops.") || path.starts_with("keras."))) {
    const ObjId one = placeholder_in(arguments);
    const Value placeholder = make_placeholder(site, one != 0 && heap_[one].c != 0);
    if (api->result == Result::Tensor || api->result == Result::Argument || api->result == Result::Like)
      return placeholder;
    if (api->result == Result::Tensors) return make_sequence(Kind::List, {}, site, placeholder);
    if (api->result == Result::Opaque || api->result == Result::Structures) return v_unknown;
  }
  if (path == "tf.autograph.experimental.set_loop_options" && !frames_.empty()) {
    for (LoopContext* loop = frames_.back()->loop; loop != nullptr; loop = loop->outer) loop->free_shapes = true;
  }
  if (open_dimension(path, arguments)) return v_unbound;
  const Symbol name = names_.intern(path);
  if (api->use == Use::Consume) consume_all(arguments, site);
  if (api->use == Use::Host && any_tensor) {
    const auto convert = [&](Value v) {
      host_convert(v, name, site);
      std::vector<Value> elements;
      if (known_elements(v, elements)) {
        for (const Value e : elements) host_convert(e, name, site);
      }
    };
    for (const Value v : arguments.positional) convert(v);
    for (const auto& [key, v] : arguments.keywords) convert(v);
    if (!api->differentiable) flow = cut_gradient(flow, path);
    flow |= flow_host;
    note_host_conversion(name);
  }
  if (api->use == Use::Iterate || api->use == Use::IterateAll) {
    // Nothing is needed of the items: only a tensor that is the iterable itself raises.
    const std::size_t first = api->callback != library::Callback::None && api->callback_argument == 0 ? 1 : 0;
    const std::size_t last = api->use == Use::IterateAll ? arguments.positional.size() : first + 1;
    for (std::size_t i = first; i < std::min(last, arguments.positional.size()); ++i)
      host_convert(arguments.positional[i], name, site);
  }
  if (api->random) flow |= flow_random;
  if (api->random || api->effect) note_call(*api, name, arguments, site);
  const bool rounds = path == "tf.cast" && arguments.positional.size() > 1 && is_integer_type(arguments.positional[1]);
  if (rounds || surely_flat(path)) flow = cut_gradient(flow, path);
  Value result = v_unknown;
  switch (api->result) {
    case Result::Opaque:
      // One made anew by each trace, with a seed, is a way to write down constants.
      if (api->maker && (traced_now() == 0 || arguments.positional.empty()))
        result = make_lib(names_.intern(api->counterpart), {});
      break;
    case Result::Tensor:
      // Constants are data: a product with one does not depend on weights alone.
      result = make_tensor(site, flow == 0 ? static_cast<Flows>(flow_input) : flow, api_shape(path, arguments));
      if (path == "tf.concat") note_growth(result, arguments);
      break;
    case Result::Tensors:
      result = make_sequence(Kind::List, {}, site, make_tensor(site, flow));
      break;
    case Result::Structures: {
      const Value element = make_tensor(site, flow);
      heap_[element.obj()].flags |= obj_guessed;
      result = make_sequence(Kind::List, {}, site, element);
      break;
    }
    case Result::Argument: {
      const Value v = arguments.positional.empty() ? v_unknown : arguments.positional.front();
      result = v.single() && heap_[v.obj()].kind == Kind::Tensor && !rounds
                   ? v
                   : make_tensor(site, flow, shape_of(v) != 0 ? shape_of(v) : api_shape(path, arguments));
      break;
    }
    case Result::Array: {
      const ObjId array = heap_.make(Kind::Array, site, 0, api_shape(path, arguments));
      heap_[array].flow = flow;
      result = Value{array};
      break;
    }
    case Result::Python:
      result = make_host(HostType::Any, flow, site);
      break;
    case Result::None:
      result = v_none;
      break;
    case Result::Metadata:
      result = Value{heap_.make(Kind::Meta, site)};
      break;
    case Result::Dataset:
    case Result::Iterator:
      break;
    case Result::Like:
      if (any_tensor) {
        result = make_tensor(site, flow);
      } else if (!any_unknown) {
        result = make_host(HostType::Any, flow, site);
      }
      break;
  }
  if (api->callback != library::Callback::None) {
    const bool cuts = api->callback == library::Callback::PyFunction && !api->differentiable;
    run_callback(*api, arguments, site, result);
    if (!cuts) may_have_gradient(result);
    if (cuts && result.single() && heap_[result.obj()].kind == Kind::Tensor) heap_[result.obj()].flow |= flow;
    if (api->callback == library::Callback::PyFunction) {
      tell_compiled(path);
      if (in_graph() && result.single() && heap_[result.obj()].kind == Kind::Tensor)
        heap_.set(result.obj(), cell::rankless, Value{heap_.make(Kind::Env, user_site())});
    }
  }
  return result;
}

/// Static shape of what a constructor makes, where it is a literal.
std::uint32_t Interp::api_shape(std::string_view path, const Arguments& arguments) {
  const std::string_view name = path.substr(path.rfind('.') + 1);
  const auto at = [&](std::size_t i) { return i < arguments.positional.size() ? arguments.positional[i] : v_unbound; };
  const auto keyword_shape = [&](const char* key) -> std::uint32_t {
    const auto v = arguments.keyword(names_.intern(key));
    return v ? literal_shape(*v) : 0;
  };
  if (const std::uint32_t s = keyword_shape("shape")) return s;
  if (const std::uint32_t s = keyword_shape("size")) return s;
  if (name == "zeros" || name == "ones" || name == "empty" || name == "full" || name == "fill")
    return at(0) == v_unbound ? 0 : literal_shape(at(0));
  if (path.starts_with("tf.random.") || path.starts_with("keras.random."))
    return at(0) == v_unbound ? 0 : literal_shape(at(0));
  if (path == "np.random.rand" || path == "np.random.randn") {
    std::vector<std::int32_t> dims;
    for (const Value v : arguments.positional) {
      const auto n = int_of(v);
      if (!n) return 0;
      dims.push_back(static_cast<std::int32_t>(*n));
    }
    return shape_id(dims);
  }
  if (name == "constant" || name == "array" || name == "asarray" || name == "convert_to_tensor") {
    if (at(0) == v_unbound) return 0;
    std::vector<std::int32_t> dims;
    Value v = at(0);
    if (const std::uint32_t known_shape = shape_of(v)) return known_shape;
    while (v.single() && (heap_[v.obj()].kind == Kind::List || heap_[v.obj()].kind == Kind::Tuple)) {
      std::vector<Value> elements;
      if (!known_elements(v, elements)) return 0;
      dims.push_back(static_cast<std::int32_t>(elements.size()));
      if (elements.empty()) break;
      v = elements.front();
    }
    const Kind leaf = v.single() ? heap_[v.obj()].kind : Kind::Unknown;
    if (leaf == Kind::Int || leaf == Kind::Float || leaf == Kind::Bool) return shape_id(dims);
    return 0;
  }
  if (name.ends_with("_like") && at(0) != v_unbound) return shape_of(at(0));
  static constexpr std::string_view elementwise[] = {
      "square",   "abs",  "sqrt",     "exp", "log", "tanh",          "relu", "sigmoid",      "softmax",
      "identity", "cast", "negative", "sin", "cos", "stop_gradient", "sign", "clip_by_value"};
  if (std::find(std::begin(elementwise), std::end(elementwise), name) != std::end(elementwise) && at(0) != v_unbound)
    return shape_of(at(0));
  if (name.starts_with("reduce_") && arguments.positional.size() == 1 && arguments.keywords.empty())
    return shape_id({});
  return 0;
}

void Interp::run_callback(const Api& api, const Arguments& arguments, SiteId site, Value& result) {
  const auto at = [&](std::size_t i) { return i < arguments.positional.size() ? arguments.positional[i] : v_unbound; };
  const std::size_t first = api.callback_argument;
  const bool graph = in_graph();
  const bool unknown_caller = regions_[ambient_.region].kind == RegionKind::Caller;
  const auto keyword = [&](const char* name) { return arguments.keyword(names_.intern(name)).value_or(v_unbound); };
  // What opens the graph of a row or element: rules tell it from other loops.
  const ObjId mapped = api.callback == library::Callback::Map ? make_lib(names_.intern("tf.map_fn"), {}).obj() : 0;
  const auto run = [&](Value function, std::vector<Value> inputs, RegionKind kind, bool region, bool converted) {
    if (function == v_unbound || function == v_none || function == v_unknown) return v_unknown;
    Arguments in;
    in.positional = std::move(inputs);
    if (region || unknown_caller) {
      // An unknown caller may be eager: then there is no graph, and nothing can be said of tensors that leave the body.
      return run_in_region(kind, mapped, 0, function, in, site, converted);
    }
    return call(function, in, site);
  };
  // A function that stands inside converted code is converted with it.
  const auto converts = [&](Value function) {
    return ambient_.converted && function.single() && heap_[function.obj()].kind == Kind::Function &&
           heap_[function.obj()].b != 0;
  };
  // Structures keep their shape; what nothing is known about is a tensor here.
  const auto tensors = [&](Value v) {
    return v == v_unbound || v == v_unknown ? make_tensor(site, flow_of(v)) : border(v, site, true);
  };
  const auto outcome = [&](Value v) {
    if (v == v_unbound || v == v_unknown) {
      result = heap_.join(make_tensor(site, flow_input), v_unknown);
    } else {
      result = border(v, site, true);
    }
  };
  switch (api.callback) {
    case library::Callback::WhileLoop: {
      const Value vars = at(2) != v_unbound ? at(2) : keyword("loop_vars");
      std::vector<Value> inputs;
      if (vars == v_unbound || !known_elements(vars, inputs)) return;
      for (Value& v : inputs) v = tensors(v);
      const Value condition = at(0) != v_unbound ? at(0) : keyword("cond");
      const Value body = at(1) != v_unbound ? at(1) : keyword("body");
      run(condition, inputs, RegionKind::Loop, graph, converts(condition));
      run(body, inputs, RegionKind::Loop, graph, converts(body));
      std::vector<Value> outputs;
      for (const Value v : inputs) outputs.push_back(tensors(v));
      result = make_sequence(Kind::Tuple, outputs, site);
      return;
    }
    case library::Callback::Cond: {
      const Value yes = at(1) != v_unbound ? at(1) : keyword("true_fn");
      const Value no = at(2) != v_unbound ? at(2) : keyword("false_fn");
      const Value a = run(yes, {}, RegionKind::Branch, graph, converts(yes));
      const Value b = run(no, {}, RegionKind::Branch, graph, converts(no));
      if (a == v_unbound || b == v_unbound) return;
      result = graph || unknown_caller ? border(a, site, true) : heap_.join(a, b);
      return;
    }
    case library::Callback::Map:
    case library::Callback::Scan: {
      const Value function = at(first) != v_unbound ? at(first) : keyword("fn");
      const Value elems = at(first + 1) != v_unbound ? at(first + 1) : keyword("elems");
      const Value item = elems == v_unbound ? v_unknown : tensors(elems);
      if (api.callback == library::Callback::Map) {
        outcome(run(function, {item}, RegionKind::Loop, graph, true));
        return;
      }
      const Value initial = at(first + 2) != v_unbound ? at(first + 2) : keyword("initializer");
      const Value state = initial == v_unbound ? item : tensors(initial);
      outcome(run(function, {state, item}, RegionKind::Loop, graph, converts(function)));
      return;
    }
    case library::Callback::VectorizedMap: {
      const Value elems = at(first + 1) != v_unbound ? at(first + 1) : keyword("elems");
      const Value item = elems == v_unbound ? v_unknown : tensors(elems);
      if (graph) {
        const bool was = ambient_.rows;
        ambient_.rows = true;
        outcome(run(at(first), {item}, RegionKind::Vectorized, false, false));
        ambient_.rows = was;
      } else {
        outcome(run_in_region(RegionKind::Vectorized, 0, 0, at(first) == v_unbound ? v_unknown : at(first),
                              Arguments{.positional = {item}}, site, false));
      }
      return;
    }
    case library::Callback::PyFunction: {
      const Value function = at(first) != v_unbound ? at(first) : keyword("func");
      if (function == v_unbound) return;
      const Value inputs = at(first + 1) != v_unbound ? at(first + 1) : keyword("inp");
      std::vector<Value> in;
      const Ambient saved = ambient_;
      ambient_.region = 0;
      ambient_.converted = false;
      ambient_.tapes = 0;  // how the result depends on the arguments is the caller's affair
      if (inputs != v_unbound) known_elements(inputs, in);
      for (Value& v : in) v = make_tensor(site, flow_of(v));
      // It runs with every call of the graph: what it reads is not frozen.
      std::vector<std::uint32_t> records;
      records.swap(active_records_);
      call(function, Arguments{.positional = in}, site);
      records.swap(active_records_);
      ambient_ = saved;
      // One tensor, or a list as long as that of the types.
      const Value types = at(first + 2) != v_unbound ? at(first + 2) : keyword("Tout");
      std::vector<Value> outputs;
      if (known_elements(types == v_unbound ? v_none : types, outputs)) {
        for (Value& v : outputs) v = make_tensor(site, flow_input);
        result = make_sequence(Kind::List, outputs, site);
      } else {
        result = make_tensor(site, flow_input);
        if (types != v_unbound && (!types.single() || heap_[types.obj()].kind != Kind::Lib))
          result = heap_.join(result, v_unknown);
      }
      return;
    }
    case library::Callback::Gradient:
      result = at(first) == v_unbound ? v_unknown : at(first);
      return;
    case library::Callback::Immediate:
      if (at(first) != v_unbound) call(at(first), Arguments{.open_positional = true}, site);
      return;
    case library::Callback::Delegate: {
      if (at(first) == v_unbound) return;
      Arguments rest;
      const Value inputs = at(first + 1) != v_unbound ? at(first + 1) : keyword("args");
      if (inputs != v_unbound && !known_elements(inputs, rest.positional)) rest.open_positional = true;
      const Value given = call(at(first), rest, site);
      result = given == v_unbound ? v_unknown : given;
      return;
    }
    case library::Callback::Leaves: {
      const Value structure = at(first + 1);
      if (at(first) == v_unbound || structure == v_unbound) return;
      const bool leaf = must_be_tensor(structure);
      std::vector<Value> leaves;
      if (leaf) {
        leaves = {structure};
      } else if (!known_elements(structure, leaves) || leaves.size() > limits::unrolled) {
        leaves = {iterated(structure, site)};
      }
      for (const Value item : leaves) {
        const Value given = call(at(first), Arguments{.positional = {item}}, site);
        if (leaf && given != v_unbound) result = given;
      }
      return;
    }
    case library::Callback::Each:
    case library::Callback::Fold: {
      const bool fold = api.callback == library::Callback::Fold;
      const Value function = at(first);
      const Value iterable = at(first + 1);
      if (function == v_unbound || function == v_none || iterable == v_unbound) return;
      std::vector<Value> items;
      const bool known_all = known_elements(iterable, items) && items.size() <= limits::unrolled;
      if (!known_all) items.assign(2, iterated(iterable, site));
      Value before = fold ? at(first + 2) : v_unbound;
      for (const Value item : items) {
        if (fold && before == v_unbound) {
          before = item;
          continue;
        }
        std::vector<Value> inputs = fold ? std::vector<Value>{before, item} : std::vector<Value>{item};
        const Value given = call(function, Arguments{.positional = std::move(inputs)}, site);
        before = given == v_unbound ? v_unknown : given;
      }
      if (fold && known_all && before != v_unbound) result = before;
      return;
    }
    case library::Callback::Later:
    case library::Callback::None:
      return;
  }
}

Value Interp::tensor_attribute(ObjId tensor, Symbol name, SiteId site) {
  const Obj o = heap_[tensor];
  const std::string_view what = text(name);
  if (what == "shape") {
    if (o.kind == Kind::Meta) return v_unknown;
    return Value{heap_.make(Kind::Meta, site, 0, o.kind == Kind::Instance ? 0 : o.b)};
  }
  if (o.kind == Kind::Meta && o.b != 0 && (what == "rank" || what == "ndims"))
    return make_int(static_cast<std::int64_t>(shapes_[o.b].size()), site);
  if (what == "dtype" || what == "name" || what == "device" || what == "ndim" || what == "rank" || what == "ndims" ||
      what == "size" || what == "op" || what == "graph" || what == "trainable" || what == "path" || what == "handle") {
    return make_host(HostType::Any, 0, site);
  }
  if (o.kind == Kind::Meta && what == "dims") return make_host(HostType::Any, 0, site);
  // What a dtype says of itself.
  if (o.kind == Kind::Host && (what.starts_with("is_") || what.starts_with("as_") || what == "base_dtype"))
    return make_host(HostType::Any, 0, site);
  if (what == "T" && o.kind == Kind::Array) return Value{heap_.make(Kind::Array, site)};
  if (what == "T" && o.kind == Kind::Tensor && heap_.get(v_none.bits, cell::array_methods) != v_unbound) {
    consume(Value{tensor}, site);
    return make_tensor(site, o.flow);
  }
  return bound_method(what, tensor, site);
}

Value Interp::tensor_method(ObjId receiver, Symbol method, const Arguments& arguments, SiteId site, bool& handled) {
  const Obj o = heap_[receiver];
  const std::string_view name = text(method);
  handled = true;
  if (o.kind == Kind::KerasTensor) {
    if (name == "numpy") host_convert(Value{receiver}, names_.intern(".numpy"), site);
    return v_unknown;
  }
  if (o.kind == Kind::TFFunction) {
    // get_concrete_function: traces now, runs nothing.
    call_tf_function(receiver, arguments, site);
    return Value{receiver};
  }
  const bool variable = o.kind == Kind::Instance;
  if (o.kind == Kind::Tensor || variable) {
    static constexpr std::string_view host[] = {"numpy",  "item",    "tolist",    "eval",   "__array__",
                                                "astype", "reshape", "__float__", "__int__"};
    if ((name == "astype" || name == "reshape") && heap_.get(v_none.bits, cell::array_methods) != v_unbound) {
      consume(Value{receiver}, site);
      return make_tensor(site, flow_of(Value{receiver}));
    }
    if (std::find(std::begin(host), std::end(host), name) != std::end(host)) {
      host_convert(Value{receiver}, names_.intern("." + std::string(name)), site);
      note_host_conversion(names_.intern("." + std::string(name)));
      const ObjId array = heap_.make(Kind::Array, site, 0, variable ? 0 : o.b);
      heap_[array].flow =
          static_cast<Flows>(cut_gradient(flow_of(Value{receiver}), "." + std::string(name)) | flow_host);
      return Value{array};
    }
    if (name == "get_shape") return Value{heap_.make(Kind::Meta, site, 0, variable ? 0 : o.b)};
    if (name == "set_shape") heap_.set(receiver, cell::rankless, v_unbound);
    if (name == "set_shape" || name == "ref" || name == "__hash__")
      return name == "set_shape" ? v_none : make_host(HostType::Any, 0, site);
    const bool assigns = name.starts_with("assign");
    if (assigns && !variable && o.d != sym::self && is_symbolic(Value{receiver}))
      note_rebound(receiver, method, rebound::method, site);
    if (variable) {
      consume_all(arguments, site);
      assigned(receiver, name);
      if (name == "value" || name == "read_value" || name == "initialized_value") consume(Value{receiver}, site);
      // `assign` gives the variable back, as it were: it has the same methods.
      return make_tensor(site, flow_weight, 0, assigns ? known(sym::self) : Symbol{});
    }
    return v_unknown;
  }
  if (o.kind == Kind::Array) {
    for (const Value v : arguments.positional) host_convert(v, names_.intern("np." + std::string(name)), site);
    const bool keeps = name == "astype" || name == "copy" || name == "clip";
    const ObjId array = heap_.make(Kind::Array, site, 0, keeps ? o.b : 0);
    heap_[array].flow = o.flow;
    if (name == "tolist" || name == "item") return make_host(HostType::Any, o.flow, site);
    return Value{array};
  }
  if (o.kind == Kind::Meta || o.kind == Kind::Host || o.kind == Kind::Int || o.kind == Kind::Float ||
      o.kind == Kind::Bool) {
    if (o.kind == Kind::Meta && name == "as_list" && o.b != 0) {
      std::vector<Value> dims;
      for (const std::int32_t size : std::vector<std::int32_t>(shapes_[o.b]))
        dims.push_back(make_dimension(size, site));
      return make_sequence(Kind::List, dims, site);
    }
    if (o.kind == Kind::Meta && (name == "as_list" || name == "merge_with" || name == "concatenate"))
      return Value{heap_.make(Kind::Meta, site)};
    if (o.kind == Kind::Host && static_cast<HostType>(o.a) == HostType::Any) return v_unknown;
    return make_host(HostType::Any, o.flow, site);
  }
  handled = false;
  return v_unknown;
}

}  // namespace graphfence
