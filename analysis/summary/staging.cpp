// What tracing cannot stage: exits of loops, results that are dropped, dimensions and signatures that are not known.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

/// Negative: open.
Value Interp::make_dimension(std::int32_t size, SiteId site) {
  return size < 0 ? Value{heap_.make(Kind::None, site)} : make_int(size, site);
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
  tell(EventKind::OpenDimension, 0, names_.intern(path));
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
  tell(EventKind::LostWrite, 0, names_.intern(method));
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
