// Calls: collecting and binding arguments, dispatch over what the callee may be.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

using ir::ParamKind;

std::optional<Value> Arguments::keyword(Symbol name) const {
  for (const auto& [key, value] : keywords) {
    if (key == name) return value;
  }
  return std::nullopt;
}

Arguments Interp::collect(Frame& frame, const ir::Instr& in) {
  Arguments out;
  const std::uint32_t* p = &frame.code->pool[in.c];
  const std::uint32_t count = *p++;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t r = *p++;
    const Value v = heap_.reg(frame.base + (r & ~ir::star_bit));
    if ((r & ir::star_bit) == 0) {
      out.positional.push_back(v == v_unbound ? v_unknown : v);
    } else if (!known_elements(v, out.positional)) {
      tensor_truth(v, make_site(frame.chunk, frame.pc), truth_of::unpacking);
      out.open_positional = true;
    }
  }
  const std::uint32_t keywords = *p++;
  for (std::uint32_t i = 0; i < keywords; ++i) {
    const Symbol name{*p++};
    const Value v = heap_.reg(frame.base + *p++);
    if (name) {
      out.keywords.emplace_back(name, v == v_unbound ? v_unknown : v);
      continue;
    }
    if (!v.single() || heap_[v.obj()].kind != Kind::Dict || length(v.obj()) == unknown_length ||
        heap_.get(v.obj(), cell::rest) != v_unbound) {
      out.open_keywords = true;
    }
    if (v.single() && heap_[v.obj()].kind == Kind::Dict) {
      for (const Symbol key : std::vector<Symbol>(heap_.names(v.obj()))) {
        if (key.id >= cell::length.id) continue;
        const Value e = heap_.get(v.obj(), key);
        if (e != v_unbound) out.keywords.emplace_back(key, e);
      }
    }
  }
  return out;
}

Value Interp::call(Value callee, const Arguments& arguments, SiteId site) {
  if (callee.single()) return call_object(callee.obj(), arguments, site);
  const std::vector<ObjId> members(heap_.members(callee).begin(), heap_.members(callee).end());
  std::vector<ObjId> callable;
  for (const ObjId id : members) {
    if (id != v_none.bits && id != v_unbound.bits) callable.push_back(id);
  }
  if (callable.size() == 1) return call_object(callable.front(), arguments, site);
  if (callable.size() > limits::callees || callable.empty()) {
    opaque_call(arguments);
    return v_unknown;
  }
  const Heap::Mark mark = heap_.mark();
  std::vector<Heap::Delta> ends;
  Value result = v_unbound;
  enter_guard();
  for (const ObjId id : callable) {
    const Value v = call_object(id, arguments, site);
    if (v != v_unbound) {
      result = result == v_unbound ? v : heap_.join(result, v);
      ends.push_back(heap_.delta(mark));
    }
    heap_.rollback(mark);
  }
  leave_guard();
  if (ends.empty()) return v_unbound;
  heap_.join_paths(mark, ends);
  return result;
}

Value Interp::call_object(ObjId callee, const Arguments& arguments, SiteId site) {
  const Obj o = heap_[callee];
  switch (o.kind) {
    case Kind::Function: {
      if ((o.flags & obj_memo) == 0) return call_function(callee, arguments, site);
      if (const auto before = remembered(callee, arguments)) return *before;
      const Value result = call_function(callee, arguments, site);
      remember(callee, arguments, result);
      return result;
    }
    case Kind::Bound: {
      const Value function{o.a};
      const Value self{o.b};
      if (!function.single()) return v_unknown;
      const Obj f = heap_[function.obj()];
      if (f.kind == Kind::Lib) {
        const std::string_view path = text(Symbol{f.a});
        bool handled = false;
        if (path.starts_with("method:__dict__.")) return dict_of_method(self.obj(), path.substr(16), arguments, site);
        if (path.starts_with("method:")) {
          const Symbol method = names_.intern(path.substr(7));
          Value v = container_method(self.obj(), method, arguments, site, handled);
          if (!handled) v = tensor_method(self.obj(), method, arguments, site, handled);
          if (handled) return v;
          opaque_call(arguments);
          return v_unknown;
        }
      }
      Arguments with_self = arguments;
      with_self.positional.insert(with_self.positional.begin(), self);
      if (f.kind == Kind::Function) {
        const Value result = call_function(function.obj(), with_self, site, self);
        if (chunks_[f.a].code->name == sym::get_config && class_of(self) != 0 && f.d != 0 &&
            !classes_[heap_[f.d].a].library && (traits(self) & trait_layer) != 0 &&
            (frames_.empty() ||
             (frames_.back()->code->name != sym::get_config && text(frames_.back()->code->name) != "_config_to_clone")))
          tell_config(self.obj(), definition_site(function), result);
        // Keras marks a layer as built after any override of `build`, whoever calls it.
        if (chunks_[f.a].code->name == sym::build && class_of(self) != 0 && (traits(self) & trait_layer) != 0 &&
            f.d != 0 && !classes_[heap_[f.d].a].library) {
          heap_.set(self.obj(), known(sym::built), v_true);
          heap_.set(self.obj(), names_.intern("_gf_locked"), v_true);
        }
        return result;
      }
      return call(function, with_self, site);
    }
    case Kind::Partial: {
      Arguments all = stored_arguments_[o.b];
      all.positional.insert(all.positional.end(), arguments.positional.begin(), arguments.positional.end());
      for (const auto& [name, value] : arguments.keywords) {
        std::erase_if(all.keywords, [&](const auto& k) { return k.first == name; });
        all.keywords.emplace_back(name, value);
      }
      all.open_positional = all.open_positional || arguments.open_positional;
      all.open_keywords = all.open_keywords || arguments.open_keywords;
      return call(Value{o.a}, all, site);
    }
    case Kind::TFFunction:
      return call_tf_function(callee, arguments, site);
    case Kind::Class:
      return instantiate(callee, arguments, site);
    case Kind::Instance:
      return call_instance(callee, arguments, site);
    case Kind::Lib:
      return call_library(callee, arguments, site);
    case Kind::Intrinsic:
      return call_intrinsic(o.a, arguments, site);
    default:
      opaque_call(arguments);
      return v_unknown;
  }
}

Value Interp::call_instance(ObjId object, const Arguments& arguments, SiteId site) {
  // `__call__` is looked up on the class, never on the instance.
  const Value member = lookup_class(heap_[object].a, known(sym::dunder_call));
  if (member == v_unbound) {
    opaque_call(arguments);
    return v_unknown;
  }
  return call(bind_descriptor(member, Value{object}, heap_[object].a, site), arguments, site);
}

Value Interp::instantiate(ObjId class_object, const Arguments& arguments, SiteId site) {
  const auto made = make_new(class_object, arguments, site);
  // `object.__new__` is not followed: what it gives is unknown, and an object of the class.
  if (made && *made != v_unknown && class_of(*made) != class_object) return *made;
  const ObjId object = made && *made != v_unknown ? made->obj() : heap_.make(Kind::Instance, site, class_object);
  if (classes_[heap_[class_object].a].dataclass) {
    for (const auto& [name, value] : arguments.keywords) heap_.set(object, name, value);
    special_method(Value{object}, "__post_init__", {}, site);
    return Value{object};
  }
  remember_arguments(object, arguments);
  const Value init = lookup_class(class_object, known(sym::dunder_init));
  if (init != v_unbound) {
    const Value done = call(bind_descriptor(init, Value{object}, class_object, site), arguments, site);
    if (done == v_unbound) return v_unbound;
  } else {
    opaque_call(arguments);
  }
  return Value{object};
}

bool Interp::bind(Frame& frame, ObjId function, const Arguments& arguments, SiteId site) {
  const auto& params = frame.code->params;
  const auto& defaults = defaults_[heap_[function].c];
  std::size_t next_positional = 0;
  std::size_t next_default = 0;
  std::vector<bool> used(arguments.keywords.size(), false);
  const auto set = [&](const ir::Param& param, Value v) {
    heap_.set_reg(frame.base + param.reg, v);
    if (param.captured) heap_.set(frame.env, param.name, v);
  };
  bool has_rest = false;
  for (const ir::Param& param : params) {
    switch (param.kind) {
      case ParamKind::VarArgs: {
        std::vector<Value> rest;
        while (next_positional < arguments.positional.size()) rest.push_back(arguments.positional[next_positional++]);
        set(param, make_sequence(Kind::Tuple, rest, site, arguments.open_positional ? v_unknown : v_unbound));
        continue;
      }
      case ParamKind::VarKeywords: {
        has_rest = true;
        const Value dict = make_dict(site);
        for (std::size_t i = 0; i < used.size(); ++i) {
          if (used[i]) continue;
          used[i] = true;
          dict_set(dict.obj(), make_str(arguments.keywords[i].first), arguments.keywords[i].second);
        }
        if (arguments.open_keywords) {
          heap_.set(dict.obj(), cell::rest, v_unknown);
          heap_.set_raw(dict.obj(), cell::length, unknown_length);
        }
        set(param, dict);
        continue;
      }
      default:
        break;
    }
    Value v = v_unbound;
    if (param.kind != ParamKind::KeywordOnly && next_positional < arguments.positional.size()) {
      v = arguments.positional[next_positional++];
    } else if (param.kind != ParamKind::PositionalOnly) {
      for (std::size_t i = 0; i < used.size(); ++i) {
        if (!used[i] && arguments.keywords[i].first == param.name) {
          used[i] = true;
          v = arguments.keywords[i].second;
          break;
        }
      }
    }
    if (param.has_default) {
      const Value fallback = next_default < defaults.size() ? defaults[next_default] : v_unknown;
      ++next_default;
      if (v == v_unbound)
        v = arguments.open_positional || arguments.open_keywords ? heap_.join(fallback, v_unknown) : fallback;
    }
    set(param, v == v_unbound ? v_unknown : v);
  }
  if (!has_rest && frame.library && frames_.size() >= 2 && !frames_[frames_.size() - 2]->library &&
      frame.module == load_module(source_.library(LibraryModule::Keras3))) {
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (used[i] || !removed_keyword(text(arguments.keywords[i].first))) continue;
      Event e;
      e.kind = EventKind::RemovedApi;
      e.site = site;
      e.name = arguments.keywords[i].first;
      e.value = make_str(names_.intern("this call raises TypeError; leave it out"));
      emit(std::move(e));
      return false;
    }
  }
  const ObjId owner = heap_[function].d;
  const bool from_user = frames_.size() >= 2 && !frames_[frames_.size() - 2]->library;
  if (!has_rest && from_user && !frame.library && owner != 0 && (classes_[heap_[owner].a].traits & trait_layer) != 0) {
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (used[i]) continue;
      ObjId base = 0;
      lookup_class(owner, frame.code->name, owner, &base);
      if (base == 0 || !classes_[heap_[base].a].library) continue;
      Event e;
      e.kind = EventKind::UnexpectedArgument;
      e.site = site;
      e.cause = make_site(frame.chunk, 0);
      e.object = owner;
      e.other = function;
      e.name = arguments.keywords[i].first;
      emit(e);
      return false;
    }
  }
  return true;
}

/// A recursive call in the graph and with the arguments of one in progress says nothing that the outer call does not
/// say.
bool Interp::repeats_itself(std::uint32_t chunk, const Arguments& arguments) const {
  return activations_[chunk] > 0 && std::any_of(frames_.begin(), frames_.end(), [&](const Frame* frame) {
           return frame->chunk == chunk && frame->region == ambient_.region && frame->arguments != nullptr &&
                  *frame->arguments == arguments;
         });
}

Value Interp::call_function(ObjId function, const Arguments& arguments, SiteId site, Value self,
                            const std::function<bool(Value)>* on_yield) {
  const std::uint32_t chunk = heap_[function].a;
  const ChunkRef ref = chunks_[chunk];
  used_[chunk] = true;
  if (observer_ != nullptr && !ref.file->library) tell_call(chunk);
  if (frames_.size() >= limits::call_depth ||
      activations_[chunk] >= (ref.file->library ? limits::library_recursion : limits::recursion) ||
      repeats_itself(chunk, arguments) || ref.code->has_error || ref.code->code.size() > 0xFFF0) {
    opaque_call(arguments);
    return v_unknown;
  }
  const bool followed = follow_ && on_yield != nullptr;
  if ((ref.code->is_generator && on_yield == nullptr) || (ref.code->is_async && !followed)) {
    if (follow_ && (heap_[function].flags & obj_manager) == 0) return follow(function, arguments, site, self);
    if ((heap_[function].flags & obj_manager) == 0 || ref.code->is_async) {
      opaque_call(arguments);
      return Value{heap_.make(Kind::Generator, site, function)};
    }
    stored_arguments_.push_back(arguments);
    return Value{
        heap_.make(Kind::Generator, site, function, static_cast<std::uint32_t>(stored_arguments_.size()), self.bits)};
  }
  const Ambient saved = ambient_;
  Frame frame;
  frame.code = ref.code;
  frame.chunk = chunk;
  frame.module = ref.module;
  frame.library = ref.file->library;
  frame.outer_env = heap_[function].b;
  frame.defining_class = heap_[function].d;
  frame.self = self;
  frame.arguments = &arguments;
  frame.region = ambient_.region;
  frame.on_yield = on_yield;
  if (frame.library) ambient_.converted = false;
  if (ref.code->needs_env) frame.env = heap_.make(Kind::Env, site, frame.outer_env);
  frame.base = heap_.push_registers(ref.code->register_count);
  if (self == v_unbound && !arguments.positional.empty() && frame.defining_class != 0)
    frame.self = arguments.positional.front();
  frame.direct = ref.code->name == sym::call && called_directly(Value{function}, self);
  // `super().call(…)` goes on in the same way.
  if (ref.code->name == sym::call && !frames_.empty() && frames_.back()->direct && frames_.back()->self == frame.self)
    frame.direct = true;
  Value result = v_unbound;
  frames_.push_back(&frame);
  ++activations_[chunk];
  if (bind(frame, function, arguments, site)) {
    result = run_chunk(frame);
  }
  --activations_[chunk];
  frames_.pop_back();
  heap_.pop_registers(frame.base);
  ambient_ = saved;
  return exhausted() ? v_unknown : result;
}

/// Runs the body of a generator or coroutine at once. A generator keeps what it yields.
Value Interp::follow(ObjId function, const Arguments& arguments, SiteId site, Value self) {
  Value yielded = v_unbound;
  const std::function<bool(Value)> on_yield = [&](Value value) {
    yielded = yielded == v_unbound ? value : heap_.join(yielded, value);
    return true;
  };
  const Value result = call_function(function, arguments, site, self, &on_yield);
  if (!chunks_[heap_[function].a].code->is_generator) return result;
  const ObjId generator = heap_.make(Kind::Generator, site, function);
  heap_.set(generator, cell::rest, yielded == v_unbound ? v_unknown : yielded);
  return Value{generator};
}

void Interp::tell_call(std::uint32_t callee) const {
  for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) {
    if (!(*frame)->library) return observer_->called(chunks_[(*frame)->chunk], chunks_[callee]);
  }
}

/// Code nobody knows may call a layer it is given, or fill a list: what it could have touched is not relied on any
/// more.
void Interp::opaque_call(const Arguments& arguments) {
  may_replace(arguments);
  const auto touch = [&](Value value) {
    for (const ObjId id : std::vector<ObjId>(heap_.members(value).begin(), heap_.members(value).end())) {
      const Obj o = heap_[id];
      if (o.kind == Kind::List || o.kind == Kind::Dict || o.kind == Kind::Set) {
        heap_.set_raw(id, cell::length, unknown_length);
        heap_.set(id, cell::rest, v_unknown);
      } else if (o.kind == Kind::Instance && (classes_[heap_[o.a].a].traits & trait_layer) != 0) {
        for (const ObjId layer : tree(id)) {
          heap_.set(layer, cell::losses, v_unknown);
          heap_.set(layer, known(sym::built), v_unknown);
        }
      }
    }
  };
  for (const Value v : arguments.positional) touch(v);
  for (const auto& [name, v] : arguments.keywords) touch(v);
}

SiteId Interp::user_site() const {
  for (auto it = frames_.rbegin(); it != frames_.rend(); ++it) {
    if (!(*it)->library) return make_site((*it)->chunk, (*it)->pc);
  }
  return 0;
}

Event Interp::at_hand(EventKind kind, ObjId object) const {
  Event e;
  e.kind = kind;
  e.site = user_site();
  e.region = ambient_.region;
  e.object = object;
  return e;
}

bool Interp::user_file(SiteId site) const {
  return site != 0 && !chunks_[site_chunk(site)].file->library;
}

}  // namespace graphfence
