// What Python does while a function is traced, and so once for each trace: draws, effects, counters, variables, reads.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

/// The innermost trace around the code that runs now, where calls later on do not run Python again; 0 when there is
/// none, or only a throw-away pass.
RegionId Interp::trace_region() const {
  RegionId r = ambient_.region == 0 && ambient_.lifted != 0 ? ambient_.lifted : ambient_.region;
  for (;; r = regions_[r].parent) {
    const RegionKind kind = regions_[r].kind;
    if (kind == RegionKind::Function || kind == RegionKind::Step || kind == RegionKind::Dataset) return r;
    if (kind == RegionKind::Scratch || regions_[r].parent == r) return 0;
  }
}

/// The same for the user's own code, unless it makes or builds an object: that is meant to happen once.
RegionId Interp::traced_now() const {
  const RegionId trace = in_user_code() ? trace_region() : 0;
  if (trace == 0) return 0;
  for (auto frame = first_frame(trace); frame != frames_.end(); ++frame) {
    if ((*frame)->code->name == sym::dunder_init || (*frame)->code->name == sym::build) return 0;
  }
  return trace;
}

/// The call that began the trace; all that follow belong to it, also where `tf.init_scope` leaves the graph.
std::vector<Frame*>::const_iterator Interp::first_frame(RegionId trace) const {
  return std::find_if(frames_.begin(), frames_.end(),
                      [&](const Frame* frame) { return is_ancestor(trace, frame->region); });
}

/// Was the object there before the trace? A module is run when it is first asked for a name, and counts as run before.
bool Interp::older(ObjId object, RegionId trace) const {
  return object < regions_[trace].first_argument ||
         std::any_of(
             module_objects_.begin(), module_objects_.end(),
             [&](const auto& range) { return object >= range.first && object < range.second; });
}

/// A tensor that code of the trace has made, or a text that shows one. What the trace was given is not meant: to print
/// that is a way to see when a function is traced.
bool Interp::shows_tensor(Value value, RegionId trace) const {
  if (trace == 0 || !value.single()) return false;
  const Obj& o = heap_[value.obj()];
  if (o.kind == Kind::Host) return o.b == host_text;
  return o.kind == Kind::Tensor && value.obj() >= regions_[trace].first_inner && is_symbolic(value);
}

Value Interp::make_text(bool shows_tensor, SiteId site) {
  const Value made = make_host(HostType::Str, 0, site);
  heap_[made.obj()].b = shows_tensor ? host_text : 0;
  return made;
}

void Interp::note_call(const library::Api& api, Symbol name, const Arguments& arguments, SiteId site) {
  const RegionId trace = traced_now();
  if (trace == 0) return;
  Event e;
  e.site = site;
  e.region = trace;
  e.name = name;
  e.may = regions_[trace].maybe;
  if (api.random) {
    e.kind = EventKind::HostDraw;
    e.detail = api.clock ? 1 : 0;
  } else {
    e.kind = EventKind::HostEffect;
    for (const Value v : arguments.positional) {
      if (shows_tensor(v, trace)) e.detail = effect_of::shown;
    }
    // What is written without tensors is meant to be seen once for each trace.
    if (api.use == library::Use::Look && e.detail == effect_of::call) return;
  }
  emit(std::move(e));
}

void Interp::report_effect(RegionId trace, std::uint32_t detail, Symbol name, SiteId site) {
  Event e;
  e.kind = EventKind::HostEffect;
  e.site = site;
  e.region = trace;
  e.name = name;
  e.detail = detail;
  e.may = regions_[trace].maybe;
  emit(std::move(e));
}

/// A number that goes into a list older than the trace.
void Interp::note_append(ObjId list, Value value, SiteId site) {
  const RegionId trace = traced_now();
  if (trace == 0 || !older(list, trace) || !value.single()) return;
  const Kind kind = heap_[value.obj()].kind;
  if (kind != Kind::Int && kind != Kind::Float && kind != Kind::Host && kind != Kind::Array) return;
  report_effect(trace, effect_of::append, {}, site);
}

/// `holder.name += number`, told by what the instruction stores: the result of an operation on what was there.
void Interp::note_count(const Frame& frame, std::uint32_t pc, ObjId holder, Symbol name) {
  const ir::Instr& store = frame.code->code[pc];
  if (pc == 0 || heap_[holder].kind == Kind::Unknown) return;
  const ir::Instr& sum = frame.code->code[pc - 1];
  if (sum.op != ir::Op::BinOp || sum.a != store.a || (sum.flags & ir::flag_in_place) == 0) return;
  const RegionId trace = traced_now();
  if (trace == 0 || !older(holder, trace)) return;
  const Value value = heap_.reg(frame.base + store.a);
  if (!value.single()) return;
  const Kind kind = heap_[value.obj()].kind;
  if (kind != Kind::Int && kind != Kind::Float && kind != Kind::Host) return;
  report_effect(trace, effect_of::count, name, make_site(frame.chunk, pc));
}

/// A variable comes into being. TensorFlow traces a function again that made variables, and the second trace must not
/// make any; so what matters is whether another trace would make it again.
void Interp::note_variable(ObjId variable) {
  const RegionId trace = trace_region();
  if (trace == 0 || regions_[ambient_.region].stateless) return;
  const auto first = first_frame(trace);
  auto user = frames_.cend();
  while (user != first && (*(user - 1))->library) --user;
  // Keras itself builds what it was given before the trace, once.
  if (user == first) return;
  const Frame* called = user != frames_.cend() ? *user : nullptr;
  const ObjId object = called != nullptr && class_of(called->self) != 0 ? called->self.obj() : 0;
  const bool building = std::any_of(first, frames_.cend(), [&](const Frame* frame) {
    return class_of(frame->self) != 0 && older(frame->self.obj(), trace) &&
           (frame->code->name == sym::dunder_init || frame->code->name == sym::build);
  });
  const bool asked = called == nullptr || object == 0 || text(called->code->name).starts_with("add_");
  const bool inner = object != 0 && !older(object, trace);
  const bool again = inner || (asked && !building);
  made_.push_back(again);
  const Region& region = regions_[trace];
  const bool later = region.kind == RegionKind::Function && heap_.raw(region.opener, cell::traces) != 0;
  if (retracing_ > 0 ? !again : !later) return;
  Event e;
  e.kind = EventKind::StateCreated;
  e.site = user_site();
  e.region = trace;
  e.value = Value{variable};
  e.object = object;
  if (inner) e.cause = heap_[object].site;
  e.detail = retracing_ > 0 ? 0 : 1;
  e.may = region.maybe;
  emit(std::move(e));
}

/// The second trace that TensorFlow makes at once where the first made variables. Nothing of it stays.
void Interp::trace_again(RegionId region, Value function, const Arguments& arguments, SiteId site, std::size_t made,
                         std::uint32_t steps) {
  if (trace_region() != region || regions_[region].stateless || retracing_ > 0 || steps_ + steps >= limits::steps)
    return;
  if (std::find(made_.begin() + static_cast<std::ptrdiff_t>(made), made_.end(), true) == made_.end()) return;
  const Heap::Mark mark = heap_.mark();
  const ObjId first = regions_[region].first_argument;
  regions_[region].first_argument = static_cast<ObjId>(heap_.object_count());
  std::vector<std::uint32_t> records;
  records.swap(active_records_);
  const std::size_t losses = loss_places_.size();
  ++retracing_;
  call(function, arguments, site);
  --retracing_;
  loss_places_.resize(losses);
  records.swap(active_records_);
  regions_[region].first_argument = first;
  heap_.rollback(mark);
}

/// A plain value that the traces in progress take from a name outside them.
void Interp::note_read(const Frame& frame, std::uint32_t pc, ObjId holder, Symbol name, Value value) {
  if (active_records_.empty() || frame.library || retracing_ > 0 || !value.single()) return;
  const Obj& o = heap_[value.obj()];
  const bool plain = o.kind == Kind::Int || o.kind == Kind::Float || o.kind == Kind::Bool || o.kind == Kind::Str ||
                     o.kind == Kind::Host || o.kind == Kind::Array ||
                     (o.kind == Kind::Tensor && regions_[o.a].kind == RegionKind::Eager);
  if (!plain || heap_.get(holder, name) != value) return;
  for (const std::uint32_t index : active_records_) {
    TraceRecord& record = records_[index];
    if (!older(holder, record.region)) continue;
    // What it reads after it has written is its own.
    if (std::any_of(record.reads.begin(), record.reads.end(),
                    [&](const TraceRead& read) { return read.holder == holder && read.name == name; }))
      continue;
    record.reads.push_back({holder, name, value, make_site(frame.chunk, pc), v_unbound});
  }
}

void Interp::check_reads(const TraceRecord& record) {
  for (const TraceRead& read : record.reads) {
    const Value now = heap_.get(read.holder, read.name);
    if (now == read.value || !now.single() || now == v_unbound || now == v_unknown) continue;
    const Kind kind = heap_[now.obj()].kind;
    if (kind == Kind::Instance || same_constant(read.value.obj(), now.obj()) == true) continue;
    // A number that the trace itself has counted on is told as that; a flag that it has set was meant for it.
    const bool own = now == read.after || (!older(now.obj(), record.region) && now.obj() < record.end);
    if (own && kind != Kind::Tensor) continue;
    Event e = at_hand(EventKind::StaleRead, read.holder);
    e.cause = read.site;
    e.call = heap_[now.obj()].site;
    e.owner_region = record.region;
    e.name = read.name;
    e.value = now;
    e.detail = own ? 1 : 0;
    emit(std::move(e));
  }
}

/// A structure among the arguments of the trace, which TensorFlow compares with what it was before. Keras hands copies
/// to the layers that it calls.
void Interp::note_mutation(ObjId container, SiteId site) {
  const RegionId trace = traced_now();
  if (trace == 0) return;
  const Region& region = regions_[trace];
  if (region.kind == RegionKind::Dataset || container < region.first_argument || container >= region.first_inner ||
      std::any_of(
          module_objects_.begin(), module_objects_.end(),
          [&](const auto& range) { return container >= range.first && container < range.second; }))
    return;
  if (region.kind == RegionKind::Step && (class_of(Value{region.opener}) == 0 ||
                                          class_info(heap_[region.opener].a).generation != library::Generation::Keras3))
    return;
  if (std::any_of(first_frame(trace), frames_.cend(), [](const Frame* frame) { return frame->library; })) return;
  Event e = at_hand(EventKind::MutatedArgument, container);
  e.site = site;
  e.region = trace;
  e.may = region.maybe;
  emit(std::move(e));
}

/// Takes the next item while the trace is made, from an iterator that is older.
void Interp::note_iterator(Value iterator, SiteId site) {
  const RegionId trace = traced_now();
  if (trace == 0 || !iterator.single()) return;
  const ObjId id = iterator.obj();
  const Kind kind = heap_[id].kind;
  // `iter` of a dataset is a list nobody knows the length of here.
  if (kind != Kind::Generator && kind != Kind::Iterator && (kind != Kind::List || length(id) == unknown_length)) return;
  if (!older(id, trace)) return;
  Event e = at_hand(EventKind::PythonIterator, 0);
  e.site = site;
  e.region = trace;
  e.may = regions_[trace].maybe;
  emit(std::move(e));
}

}  // namespace graphfence
