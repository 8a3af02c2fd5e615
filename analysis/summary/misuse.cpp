// Layers that are used before they are ready, and arrays and loops that a graph treats in another way than Python does.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

namespace {

bool stores(const ir::Chunk& code, Symbol name) {
  return std::any_of(code.code.begin(), code.code.end(),
                     [&](const ir::Instr& in) { return in.op == ir::Op::StoreAttr && in.c == name.id; });
}

}  // namespace

/// A layer is called. True when its `__init__` surely never ran Keras' own, so that the call raises.
bool Interp::never_initialised(ObjId layer) {
  const Obj o = heap_[layer];
  if (o.kind != Kind::Instance || heap_.get(layer, known(sym::built)) != v_unbound) return false;
  const ClassInfo& info = class_info(o.a);
  if (info.library || info.open || info.dataclass || (o.flags & obj_guessed) != 0) return false;
  ObjId definer = 0;
  const Value init = lookup_class(o.a, known(sym::dunder_init), 0, &definer);
  if (!init.single() || heap_[init.obj()].kind != Kind::Function || class_info(definer).library) return false;
  Event e = at_hand(EventKind::NoSuperInit, layer);
  e.call = e.site;
  e.site = definition_site(init);
  if (!user_file(e.site)) return false;
  emit(std::move(e));
  return true;
}

/// Keras 2: a model takes no layers and variables before its `__init__` ran.
void Interp::stored_early(ObjId model, Value value) {
  // A switch of Keras' own turns the check off.
  if (heap_.get(model, known(sym::built)) != v_unbound ||
      heap_.get(model, names_.intern("_self_setattr_tracking")) != v_unbound)
    return;
  const ClassInfo& info = class_info(heap_[model].a);
  if (info.open || info.generation != library::Generation::Keras2) return;
  // Keras looks into lists, tuples and dicts, an empty one included.
  std::vector<Value> all;
  const bool set = value.single() && heap_[value.obj()].kind == Kind::Set;
  if (set || !known_elements(value, all)) all = {value};
  const bool state = std::all_of(all.begin(), all.end(), [&](Value v) {
    return v.single() && heap_[v.obj()].kind == Kind::Instance && (traits(v) & (trait_layer | trait_variable)) != 0;
  });
  if (!state) return;
  Event e = at_hand(EventKind::NoSuperInit, model);
  e.detail = 1;
  emit(std::move(e));
  heap_.set(model, known(sym::built), v_unknown);
}

bool Interp::called_directly(Value function, Value self) {
  if (class_of(self) == 0 || (traits(self) & trait_layer) == 0 || frames_.empty()) return false;
  const Frame& caller = *frames_.back();
  return !caller.library && caller.self != self && function.single() &&
         heap_.get(self.obj(), known(sym::built)) == v_false;
}

/// The code of a layer whose `build` has not run asks for what `build` would have made.
void Interp::lacks(ObjId layer, Symbol name) {
  const Value build = lookup_class(heap_[layer].a, known(sym::build));
  if (!build.single() || heap_[build.obj()].kind != Kind::Function || class_info(heap_[layer].a).open) return;
  if (!stores(*chunks_[heap_[build.obj()].a].code, name)) return;
  const Frame& caller = **(frames_.end() - 2);
  Event e = at_hand(EventKind::DirectCall, layer);
  e.site = make_site(caller.chunk, caller.pc);
  e.name = name;
  emit(std::move(e));
}

/// True when a layer that looks at the shape of its input surely gets one of unknown rank.
bool Interp::needs_rank(Value layer, Value inputs) {
  if (!inputs.single() || class_of(layer) == 0) return false;
  const Value mark = heap_.get(inputs.obj(), cell::rankless);
  if (mark == v_unbound || !mark.single()) return false;
  Event e = at_hand(EventKind::UnknownRank, layer.obj());
  e.cause = heap_[mark.obj()].site;
  emit(std::move(e));
  return true;
}

/// A Sequential takes layers of its own Keras only.
void Interp::mixed_keras(Value holder, Value layer) {
  if (class_of(holder) == 0 || class_of(layer) == 0 || (traits(layer) & trait_layer) == 0 ||
      class_info(class_of(holder)).generation == class_info(class_of(layer)).generation)
    return;
  Event e = at_hand(EventKind::MixedKeras, holder.obj());
  e.other = layer.obj();
  e.detail = 1;
  emit(std::move(e));
}

/// The None that a shape gave, not one that the program wrote.
bool Interp::is_open_dimension(Value value) const {
  return value != v_none && value.single() && heap_[value.obj()].kind == Kind::None;
}

/// True when a shape that a function is given has None where it needs a number.
bool Interp::open_dimension(std::string_view path, const Arguments& arguments) {
  static constexpr std::pair<std::string_view, std::size_t> takers[] = {
      {"tf.reshape", 1},        {"tf.zeros", 0},         {"tf.ones", 0}, {"tf.fill", 0},  {"tf.broadcast_to", 1},
      {"tf.random.uniform", 0}, {"tf.random.normal", 0}, {"tf.tile", 1}, {"tf.range", 0},
  };
  const auto taker = std::find_if(std::begin(takers), std::end(takers), [&](const auto& t) { return t.first == path; });
  if (taker == std::end(takers)) return false;
  Value shape = taker->second < arguments.positional.size() ? arguments.positional[taker->second] : v_unbound;
  if (const auto named = arguments.keyword(names_.intern("shape"))) shape = *named;
  std::vector<Value> dims;
  if (shape == v_unbound || (!known_elements(shape, dims) && path != "tf.range")) return false;
  if (path == "tf.range" && arguments.positional.size() == 1) dims = {shape};
  if (std::none_of(dims.begin(), dims.end(), [&](Value v) { return is_open_dimension(v); })) return false;
  Event e = at_hand(EventKind::OpenDimension, 0);
  e.name = names_.intern(path);
  emit(std::move(e));
  return true;
}

/// The trace in progress would need itself.
bool Interp::calls_itself(ObjId function, const std::vector<SignatureLeaf>& now) {
  const auto same = [](const SignatureLeaf& a, const SignatureLeaf& b) {
    return a.kind == b.kind && a.kind != SignatureLeaf::Kind::Unknown && a.id == b.id &&
           (a.kind == SignatureLeaf::Kind::Shape || a.object == b.object);
  };
  for (const std::uint32_t index : active_records_) {
    const TraceRecord& record = records_[index];
    if (record.region >= regions_.size() || regions_[record.region].opener != function || now.empty() ||
        !std::equal(now.begin(), now.end(), record.signature.begin(), record.signature.end(), same))
      continue;
    emit(at_hand(EventKind::Recursive, function));
    return true;
  }
  return false;
}

/// `method`: the first parameter is the object, which the signature leaves out.
void Interp::short_signature(Value made, Value function, Value signature, bool method) {
  std::vector<Value> entries;
  if (!function.single() || heap_[function.obj()].kind != Kind::Function || !known_elements(signature, entries)) return;
  const auto& params = chunks_[heap_[function.obj()].a].code->params;
  std::size_t needed = 0;
  for (const ir::Param& param : params) {
    if (param.kind == ir::ParamKind::VarArgs) return;
    if (param.kind != ir::ParamKind::KeywordOnly && param.kind != ir::ParamKind::VarKeywords && !param.has_default)
      ++needed;
  }
  if (method && needed > 0) --needed;
  if (entries.size() >= needed) return;
  Event e = at_hand(EventKind::ShortSignature, made.obj());
  e.site = heap_[made.obj()].site;
  e.detail = static_cast<std::uint32_t>(needed - entries.size());
  emit(std::move(e));
}

/// A method of a TensorArray gives the array with the change.
void Interp::dropped_write(std::string_view method) {
  const auto user = std::find_if(frames_.rbegin(), frames_.rend(), [](const Frame* frame) { return !frame->library; });
  if (user == frames_.rend() || !in_graph()) return;
  const Frame& frame = **user;
  const auto& code = frame.code->code;
  if (frame.pc + 1 >= code.size() || code[frame.pc].op != ir::Op::Call || code[frame.pc + 1].op != ir::Op::ExprStmt)
    return;
  Event e = at_hand(EventKind::LostWrite, 0);
  e.name = names_.intern(method);
  emit(std::move(e));
}

/// AutoGraph stages no loop of Python, and no `return` out of a staged one.
void Interp::tell_loop_exit(const Frame& frame, bool returns) {
  if (frame.loop == nullptr || frame.library || !in_graph() || !ambient_.converted) return;
  const LoopContext* loop = frame.loop;
  const bool staged = regions_[loop->region].kind == RegionKind::Loop &&
                      regions_[loop->region].definition == make_site(frame.chunk, loop->begin);
  const bool under_tensor = ambient_.region != loop->region && regions_[ambient_.region].kind == RegionKind::Branch;
  if (staged ? !returns || loop->guessed : !under_tensor) return;
  Event e = at_hand(EventKind::LoopExit, 0);
  e.detail = !returns ? loop_exit::leaves : staged ? loop_exit::staged_returns : loop_exit::returns;
  e.call = make_site(frame.chunk, loop->begin);
  emit(std::move(e));
}

}  // namespace graphfence
