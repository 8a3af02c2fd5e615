// Traces that are made for nothing: functions made anew for each call, arguments that never repeat.
#include <algorithm>

#include "analysis/base/hash.h"
#include "analysis/summary/interp.h"

namespace graphfence {

/// Remembers which tf.function the same code made before it, reached by the same calls: so it did in a loop.
void Interp::note_made(ObjId function) {
  std::uint64_t way = 0;
  for (const Frame* frame : frames_) {
    if (frame->library) return;
    way = (way * 0x100000001B3ULL) ^ make_site(frame->chunk, frame->pc);
  }
  ObjId& newest = made_functions_[way];
  options_[heap_[function].b].before = newest;
  newest = function;
}

/// Called for the first time: the one before had only one call as well, and nothing that this one holds is new but
/// plain values. A function made for each new model is right.
void Interp::note_made_call(ObjId function) {
  const ObjId before = options_[heap_[function].b].before;
  if (before == 0 || options_[heap_[before].b].calls != 1 || retracing_ > 0) return;
  const ObjId now = underlying(Value{function});
  const ObjId was = underlying(Value{before});
  const bool same = heap_[function].a == heap_[before].a;  // `tf.function(model)`
  if (!same && (now == 0 || was == 0 || heap_[now].a != heap_[was].a)) return;
  const auto fresh = [&](Value v) { return v.single() && heap_[v.obj()].kind == Kind::Instance && v.obj() > before; };
  for (Value at{heap_[function].a}; now != 0 && at.single() && at.obj() != now; at = Value{heap_[at.obj()].a}) {
    if (heap_[at.obj()].kind == Kind::Bound && fresh(Value{heap_[at.obj()].b})) return;
  }
  for (ObjId env = now == 0 ? 0 : heap_[now].b; env != 0; env = heap_[env].a) {
    for (const Symbol name : std::vector<Symbol>(heap_.names(env))) {
      if (fresh(heap_.get(env, name))) return;
    }
  }
  Event e = at_hand(EventKind::MadePerCall, function);
  e.cause = heap_[function].site;
  emit(std::move(e));
}

/// A new trace of calls that this place has made twice before, with other shapes or numbers.
void Interp::note_retrace(ObjId function, const std::vector<SignatureLeaf>& now) {
  const SiteId call = user_site();
  const bool relaxed = options_[heap_[function].b].relaxed;
  std::uint32_t others = 0;
  bool numbers = false;
  for (std::uint32_t i = heap_.raw(function, cell::traces); i != 0; i = records_[i].next) {
    const TraceRecord& record = records_[i];
    if (record.call != call || record.signature.size() != now.size()) continue;
    bool plain = true;
    bool number = false;
    bool shape = false;
    for (std::size_t k = 0; k < now.size(); ++k) {
      const SignatureLeaf& a = record.signature[k];
      const SignatureLeaf& b = now[k];
      if (a.kind == SignatureLeaf::Kind::Shape && b.kind == a.kind) {
        shape = shape || (a.id != b.id && a.id != 0 && b.id != 0 && shapes_[a.id].size() == shapes_[b.id].size());
        continue;
      }
      if (a.kind == b.kind && a.id == b.id && a.object == b.object) continue;
      const auto counts = [](const SignatureLeaf& leaf) {
        return leaf.kind == SignatureLeaf::Kind::Constant &&
               (leaf.object == static_cast<ObjId>(Kind::Int) || leaf.object == static_cast<ObjId>(Kind::Float));
      };
      number = true;
      plain = plain && counts(a) && counts(b);
    }
    if (plain && (number || (shape && !relaxed))) ++others;
    numbers = numbers || number;
  }
  if (others < 2) return;
  Event e = at_hand(EventKind::Retrace, function);
  e.detail = numbers ? 1 : 0;
  emit(std::move(e));
}

/// The same where nobody knows the numbers, only that they change from turn to turn.
void Interp::note_varying(ObjId function, const TraceRecord& record, const Arguments& arguments) {
  if (record.call != user_site() || options_[heap_[function].b].fixed_signature) return;
  const bool varies = std::any_of(arguments.positional.begin(), arguments.positional.end(), [&](Value v) {
    return v.single() && heap_[v.obj()].kind == Kind::Host && heap_[v.obj()].b == host_varies;
  });
  if (!varies) return;
  Event e = at_hand(EventKind::Retrace, function);
  e.detail = 1;
  emit(std::move(e));
}

}  // namespace graphfence
