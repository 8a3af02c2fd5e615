// Library functions with a meaning of their own.
#include "analysis/summary/special_calls.h"

#include <algorithm>
#include <utility>

#include "analysis/summary/interp.h"

namespace graphfence {

SpecialCall special_call(std::string_view path) {
  using enum SpecialCall;
  static constexpr std::pair<std::string_view, SpecialCall> calls[] = {
      {"tf.function", TFFunction},
      {"functools.partial", Partial},
      {"functools.partialmethod", Partial},
      {"functools.wraps", MakesIdentity},
      {"keras.saving.register_keras_serializable", MakesIdentity},
      {"keras.utils.register_keras_serializable", MakesIdentity},
      {"keras.saving.deserialize_keras_object", MakesIdentity},
      {"functools.lru_cache", LruCache},
      {"graphfence.identity", Identity},
      {"functools.cache", LruCache},
      {"keras.activations.linear", Identity},
      {"keras.backend.print_tensor", Identity},
      {"functools.total_ordering", Identity},
      {"abc.abstractmethod", Identity},
      {"typing.overload", Identity},
      {"typing.final", Identity},
      {"typing.runtime_checkable", Identity},
      {"tf.autograph.experimental.do_not_convert", Identity},
      {"tf.Module.with_name_scope", Identity},
      {"typing.cast", Cast},
      {"builtins.staticmethod", StaticMethod},
      {"builtins.classmethod", ClassMethod},
      {"abc.abstractclassmethod", ClassMethod},
      {"builtins.property", Property},
      {"functools.cached_property", Property},
      {"abc.abstractproperty", Property},
      {"dataclasses.dataclass", Dataclass},
      {"tf.config.run_functions_eagerly", EagerSwitch},
      {"tf.config.experimental_run_functions_eagerly", EagerSwitch},
      {"tf.executing_eagerly", ExecutingEagerly},
      {"tf.inside_function", InsideFunction},
      {"pytest.raises", Raises},
      {"absltest.raises", Raises},
      {"tf.add_n", AddN},
      {"tf.math.add_n", AddN},
      {"tf.cast", TensorCast},
      {"tf.size", StaticQuery},
      {"tf.rank", StaticQuery},
      {"np.size", ArraySize},
      {"sys.exit", Exit},
      {"os._exit", Exit},
      {"absl.app.run", AppRun},
      {"contextlib.suppress", Raises},
      {"contextlib.contextmanager", ContextManager},
      {"tf.compat.v1.executing_eagerly", ExecutingEagerly},
      {"tensorflow.python.eager.context.executing_eagerly", ExecutingEagerly},
      {"tensorflow.python.framework.ops.inside_function", InsideFunction},
      {"tf.compat.v1.executing_eagerly_outside_functions", True},
      {"tf.config.functions_run_eagerly", FunctionsRunEagerly},
      {"tf.is_tensor", IsTensor},
      {"keras.ops.is_tensor", IsTensor},
      {"tensorflow.python.framework.tensor_util.is_tensor", IsTensor},
      {"tensorflow.python.framework.tensor_util.is_tf_type", IsTensor},
      {"tf.is_symbolic_tensor", IsSymbolic},
      {"keras.utils.is_keras_tensor", IsKerasTensor},
      {"keras.backend.is_keras_tensor", IsKerasTensor},
      {"np.isscalar", IsScalar},
      {"tf.experimental.numpy.experimental_enable_numpy_behavior", ArrayMethods},
      {"tensorflow.python.ops.numpy_ops.np_config.enable_numpy_behavior", ArrayMethods},
      {"keras.config.backend", Backend},
      {"keras.backend.backend", Backend},
      {"keras.config.set_backend", SetBackend},
      {"os.environ.setdefault", SetEnvironment},
      {"os.putenv", SetEnvironment},
      {"unittest.mock.patch", Patch},
      {"mock.patch", Patch},
  };
  const auto* found = std::find_if(std::begin(calls), std::end(calls), [&](const auto& c) { return c.first == path; });
  return found == std::end(calls) ? None : found->second;
}

/// `handled` is false when the call turns out to be an ordinary one.
Value Interp::call_special(SpecialCall what, ObjId lib, const Arguments& arguments, SiteId site, bool& handled) {
  handled = true;
  const Value first = arguments.positional.empty() ? v_unbound : arguments.positional.front();
  const auto identity = [&] { return make_lib(names_.intern("graphfence.identity"), {}); };
  const auto keep = [&](Value function, Arguments rest) {
    stored_arguments_.push_back(std::move(rest));
    return Value{
        heap_.make(Kind::Partial, site, function.bits, static_cast<std::uint32_t>(stored_arguments_.size() - 1))};
  };
  switch (what) {
    case SpecialCall::None:
      break;
    case SpecialCall::TFFunction: {
      const Value function = first != v_unbound ? first : arguments.keyword(known(sym::func)).value_or(v_unbound);
      if (function == v_unbound || function == v_none) return keep(Value{lib}, arguments);
      if (function == v_unknown) return v_unknown;
      return make_tf_function(function, arguments, site);
    }
    case SpecialCall::Partial: {
      if (first == v_unbound) return v_unknown;
      Arguments rest = arguments;
      rest.positional.erase(rest.positional.begin());
      return keep(first, std::move(rest));
    }
    case SpecialCall::LruCache:
      if (arguments.positional.size() != 1 || int_of(first)) return make_lib(names_.intern("functools.cache"), {});
      return remembering(first);
    case SpecialCall::MakesIdentity:
      return identity();
    case SpecialCall::Identity:
      return first == v_unbound ? identity() : first;
    case SpecialCall::Cast:
      return arguments.positional.size() > 1 ? arguments.positional[1] : v_unknown;
    case SpecialCall::StaticMethod:
      return Value{heap_.make(Kind::StaticMethod, site, first.bits)};
    case SpecialCall::ClassMethod:
      return Value{heap_.make(Kind::ClassMethod, site, first.bits)};
    case SpecialCall::Property:
      return Value{heap_.make(Kind::Property, site, first.bits)};
    case SpecialCall::Dataclass:
      if (first == v_unbound) return Value{lib};
      if (!first.single() || heap_[first.obj()].kind != Kind::Class) return v_unknown;
      classes_[heap_[first.obj()].a].dataclass = true;
      return first;
    case SpecialCall::EagerSwitch:
      if (first == v_true) eager_debug(0, "run_functions_eagerly");
      heap_.set(v_none.bits, cell::eager_switch, first == v_unbound ? v_unknown : first);
      return v_none;
    case SpecialCall::ExecutingEagerly:
    case SpecialCall::InsideFunction: {
      const RegionKind kind = regions_[ambient_.region].kind;
      if (kind == RegionKind::Caller) return make_host(HostType::Bool, 0, site);
      return (kind == RegionKind::Eager) == (what == SpecialCall::ExecutingEagerly) ? v_true : v_false;
    }
    case SpecialCall::Raises: {
      const ObjId tensorflow = load_module(source_.library(LibraryModule::TensorFlow));
      return instantiate(module_name(tensorflow, names_.intern("raises")).obj(), {}, site);
    }
    case SpecialCall::AddN: {
      // One tensor comes back as it is: nothing is consumed.
      std::vector<Value> elements;
      if (first != v_unbound && known_elements(first, elements) && elements.size() == 1) return elements.front();
      if (first != v_unbound && elements.empty() && first.single() && heap_[first.obj()].kind == Kind::List &&
          length(first.obj()) == 0) {
        // Losses that a cached trace did not add: the events of the read carry its list.
        for (Event& e : events_) {
          if (e.kind == EventKind::MissedLoss && e.value == first) e.raises = true;
        }
      }
      break;
    }
    case SpecialCall::TensorCast:
    case SpecialCall::StaticQuery:
      // To the same dtype, or with a static shape, they do not touch the tensor; whether that is so here is not known.
      if (first != v_unbound && first.single() && heap_[first.obj()].kind == Kind::Tensor &&
          !is_ancestor(heap_[first.obj()].a, ambient_.region)) {
        return what == SpecialCall::TensorCast ? first : make_tensor(site, flow_of(first));
      }
      break;
    case SpecialCall::ArraySize:
      if (arguments.positional.size() > 1 || arguments.keyword(names_.intern("axis")))
        return Value{heap_.make(Kind::Meta, site)};
      break;
    case SpecialCall::Exit:
      return v_unbound;
    case SpecialCall::IsTensor:
    case SpecialCall::IsSymbolic:
    case SpecialCall::IsKerasTensor:
    case SpecialCall::IsScalar: {
      if (first == v_unbound) break;
      return make_bool(question(what, first), site);
    }
    case SpecialCall::True:
      return v_true;
    case SpecialCall::FunctionsRunEagerly: {
      const Value on = heap_.get(v_none.bits, cell::eager_switch);
      return on == v_unbound ? v_false : on;
    }
    case SpecialCall::ArrayMethods:
      heap_.set(v_none.bits, cell::array_methods, v_true);
      return v_none;
    case SpecialCall::Backend:
      if (heap_.get(v_none.bits, cell::other_backend) != v_unbound) return make_host(HostType::Str, 0, site);
      return make_str(names_.intern("tensorflow"), site);
    case SpecialCall::SetBackend:
      if (first != v_unbound) set_environment(make_str(names_.intern("KERAS_BACKEND")), first);
      return v_none;
    case SpecialCall::SetEnvironment:
      if (arguments.positional.size() > 1) set_environment(first, arguments.positional[1]);
      return make_host(HostType::Str, 0, site);
    case SpecialCall::ContextManager:
      if (first.single() && heap_[first.obj()].kind == Kind::Function) heap_[first.obj()].flags |= obj_manager;
      return first == v_unbound ? v_unknown : first;
    case SpecialCall::Patch:
      if (first.single() && heap_[first.obj()].kind == Kind::Str) patch_name(text(Symbol{heap_[first.obj()].a}));
      break;
    case SpecialCall::AppRun:
      call(first, Arguments{.positional = {v_unknown}}, site);
      return v_none;
  }
  handled = false;
  return v_unknown;
}

}  // namespace graphfence
