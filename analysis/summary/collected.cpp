// What becomes of collected losses (who wipes them, who reads them, who trains on them), and of Keras' training mode.
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

/// `below`: a frame of the layer's own code on the way to `add_loss`. What a symbolic pass adds is dropped.
void Interp::note_loss(ObjId layer, SiteId loss, const Frame& below) {
  const LossPlace now{layer, make_site(below.chunk, below.pc), loss,
                      regions_[ambient_.region].stateless ? 0 : ambient_.call_context};
  const auto found = std::find_if(loss_places_.begin(), loss_places_.end(),
                                  [&](const LossPlace& p) { return p.layer == now.layer && p.place == now.place; });
  if (found != loss_places_.end()) {
    *found = now;
  } else if (loss_places_.size() < limits::events) {
    loss_places_.push_back(now);
  }
}

namespace {

/// The name that a condition reads and the code around it stores itself. `at`: where it is stored.
Symbol changed_by_itself(const ir::Chunk& code, std::uint32_t condition, std::uint32_t& at) {
  using ir::Op;
  for (std::uint32_t i = condition, steps = 0; i-- > 0 && steps < 8; ++steps) {
    const ir::Instr& in = code.code[i];
    if (in.op == Op::If || in.op == Op::For || in.op == Op::While || in.op == Op::ExprStmt || in.op == Op::StoreAttr ||
        in.op == Op::StoreGlobal) {
      return {};
    }
    // `hasattr(self, "done")` reads a name as well.
    const bool text = in.op == Op::Const && code.constants[in.b].kind == ir::ConstKind::Str;
    if (in.op != Op::Attr && in.op != Op::LoadGlobal && !text) continue;
    const std::uint32_t name = text ? code.constants[in.b].text.id : in.op == Op::Attr ? in.c : in.b;
    for (at = 0; at < code.code.size(); ++at) {
      const ir::Instr& store = code.code[at];
      const bool same = in.op == Op::LoadGlobal ? store.op == Op::StoreGlobal && store.b == name
                                                : store.op == Op::StoreAttr && store.c == name;
      if (same) return Symbol{name};
    }
  }
  return {};
}

/// Is what is stored there calculated, as in `self.steps += 1`?
bool counted(const ir::Chunk& code, std::uint32_t store) {
  return store > 0 && code.code[store - 1].op == ir::Op::BinOp && code.code[store - 1].a == code.code[store].a;
}

bool trains(Value mode) {
  return mode == v_true;
}

bool known_mode(Value mode) {
  return mode == v_true || mode == v_false || mode == v_none;
}

}  // namespace

/// A decided condition keeps the code from `begin` to `end` from running, which added a loss in an earlier call.
void Interp::skipped_losses(const Frame& frame, std::uint32_t pc, std::uint32_t begin, std::uint32_t end) {
  if (begin >= end || class_of(frame.self) == 0) return;
  for (LossPlace& p : loss_places_) {
    if (p.layer != frame.self.obj() || site_chunk(p.place) != frame.chunk || site_pc(p.place) < begin ||
        site_pc(p.place) >= end || p.call == ambient_.call_context) {
      continue;
    }
    std::uint32_t store = 0;
    const Symbol name = changed_by_itself(*frame.code, pc, store);
    if (!name) return;
    Event e = at_hand(EventKind::OnceLoss, p.layer);
    e.site = make_site(frame.chunk, pc);
    e.cause = p.loss;
    e.call = make_site(frame.chunk, store);
    e.name = name;
    p.call = ambient_.call_context;
    emit(std::move(e));
  }
}

/// What was just run under a decided condition changes a variable, in every call of the trace that is made; or what was
/// left out would have, and never does.
void Interp::guarded_effect(const Frame& frame, std::uint32_t pc, bool runs) {
  std::uint32_t store = 0;
  const Symbol name = changed_by_itself(*frame.code, pc, store);
  // What is set before it is asked begins anew in each trace, unless it is counted on.
  if (!name || (store < pc && !counted(*frame.code, store))) return;
  Event e = at_hand(EventKind::TraceGuard, 0);
  e.site = make_site(frame.chunk, pc);
  e.cause = make_site(frame.chunk, store);
  e.name = name;
  e.detail = runs ? 0 : 1;
  emit(std::move(e));
}

/// Tries the block that a decided condition leaves out: would it change a variable?
void Interp::try_left_out(Frame& frame, std::uint32_t pc, std::uint32_t begin, std::uint32_t end) {
  std::uint32_t store = 0;
  if (begin >= end || frame.finalizer != nullptr || !changed_by_itself(*frame.code, pc, store) || store > pc ||
      !counted(*frame.code, store))
    return;
  const Heap::Mark mark = heap_.mark();
  const Ambient saved = ambient_;
  const std::uint32_t effects = effects_;
  const std::size_t returns = frame.returns.size();
  const std::size_t breaks = frame.loop == nullptr ? 0 : frame.loop->breaks.size();
  const std::size_t continues = frame.loop == nullptr ? 0 : frame.loop->continues.size();
  const std::uint32_t returns_seen = frame.returns_seen;
  const std::uint32_t loop_exits_seen = frame.loop_exits_seen;
  const bool narrowed = frame.narrowed;
  const bool narrowed_turn = frame.narrowed_turn;
  ++retracing_;
  ++frame.branches;
  ++frame.nested;
  run_block(frame, begin, end);
  --frame.nested;
  --frame.branches;
  --retracing_;
  heap_.rollback(mark);
  ambient_ = saved;
  frame.returns.resize(returns);
  frame.returns_seen = returns_seen;
  frame.loop_exits_seen = loop_exits_seen;
  frame.narrowed = narrowed;
  frame.narrowed_turn = narrowed_turn;
  if (frame.loop != nullptr) {
    frame.loop->breaks.resize(breaks);
    frame.loop->continues.resize(continues);
  }
  frame.pc = pc;
  const bool changes = effects_ != effects;
  effects_ = effects;
  if (changes) guarded_effect(frame, pc, false);
}

/// True when Keras 2 refuses the loss: it has none of the graph of a model's inputs, and no layer runs.
bool Interp::loss_outside(ObjId layer, Value value, bool keras3) {
  if (ambient_.call_context != 0 || pass_in_scratch() || !value.single()) return false;
  if (heap_.get(layer, names_.intern("_gf_functional")) == v_true) return false;
  const Kind kind = heap_[value.obj()].kind;
  const bool number = kind == Kind::Int || kind == Kind::Float || kind == Kind::Array;
  if (kind != Kind::Tensor && !number && !is_variable(heap_[value.obj()])) return false;
  if (keras3) {
    if (!number) heap_.set(layer, cell::outside, Value{heap_.make(Kind::Env, user_site())});
    return false;
  }
  emit(at_hand(EventKind::OutsideLoss, layer));
  return true;
}

/// A loss that was added outside any call goes before somebody read it.
void Interp::wiped_loss(ObjId layer, std::uint32_t how) {
  const Value mark = heap_.get(layer, cell::outside);
  if (mark == v_unbound) return;
  heap_.set(layer, cell::outside, v_unbound);
  if (!mark.single() || heap_[mark.obj()].kind != Kind::Env) return;
  Event e = at_hand(EventKind::OutsideLoss, layer);
  e.call = e.site;
  e.site = heap_[mark.obj()].site;
  e.detail = how;
  emit(std::move(e));
}

void Interp::callable_loss(ObjId layer, Value function, const std::vector<Value>& present) {
  Event e = at_hand(EventKind::CallableLoss, layer);
  if (class_info(heap_[layer].a).generation == library::Generation::Keras3) return;
  // Keras 2 keeps functions for ever: those made at the same place in an earlier call are still there.
  const SiteId made = heap_[function.obj()].site;
  const auto before = std::find_if(present.begin(), present.end(),
                                   [&](Value v) { return v != function && v.single() && heap_[v.obj()].site == made; });
  if (before != present.end()) emit(std::move(e));
}

void Interp::row_loss(ObjId layer) {
  const Value mark = heap_.get(layer, cell::rows);
  if (mark == v_unbound || ambient_.rows) return;
  heap_.set(layer, cell::rows, v_unbound);
  if (!mark.single() || heap_[mark.obj()].kind != Kind::Env) return;
  Event e = at_hand(EventKind::RowLoss, layer);
  e.cause = heap_[mark.obj()].site;
  emit(std::move(e));
}

Value Interp::training_mode() const {
  if (ambient_.call_context == 0) return v_none;
  const Value mode = heap_.get(ambient_.call_context, cell::training);
  return mode == v_unbound ? v_none : mode;
}

bool Interp::in_progress(ObjId layer) const {
  return std::any_of(frames_.begin(), frames_.end(), [&](const Frame* frame) {
    return frame->library && frame->code->name == sym::dunder_call && frame->self == Value{layer};
  });
}

/// A layer is called with a mode of its own. Keras 3 keeps it for the rest of the outermost call.
void Interp::set_mode(Value mode) {
  for (const std::uint32_t record : active_records_) records_[record].explicit_mode = true;
  if (ambient_.call_context == 0) return;
  const Value before = training_mode();
  heap_.set(ambient_.call_context, cell::training, mode);
  const Value layer = frames_.back()->self;
  const Value earlier = heap_.get(ambient_.call_context, cell::mode_set);
  const bool outermost = std::none_of(frames_.begin(), frames_.end() - 1, [&](const Frame* frame) {
    return frame->library && frame->code->name == sym::dunder_call && class_of(frame->self) != 0;
  });
  // b: the mode of the outermost call.
  const std::uint32_t own = outermost                                  ? trains(mode)
                            : earlier != v_unbound && earlier.single() ? heap_[earlier.obj()].b
                                                                       : trains(before);
  const ObjId setter = outermost || class_of(layer) == 0 || !known_mode(mode) || !known_mode(before) ? 0 : layer.obj();
  heap_.set(ambient_.call_context, cell::mode_set, Value{heap_.make(Kind::Env, user_site(), setter, own)});
}

/// A layer that works differently in training wants to know the mode.
void Interp::ask_mode(ObjId layer, Value given, bool weights) {
  // A batch normalisation that is not trained always runs in inference mode.
  const bool frozen =
      weights && std::any_of(frames_.begin(), frames_.end(), [&](const Frame* frame) {
        return class_of(frame->self) != 0 && heap_.get(frame->self.obj(), names_.intern("trainable")) == v_false;
      });
  if (frozen) return;
  for (const std::uint32_t record : active_records_) {
    if (!records_[record].explicit_mode) records_[record].mode_reader = layer;
  }
  mode_asked_ = layer;
  lacking_mode(layer, given);
  ObjId root = 0;
  SiteId call = 0;
  for (const Frame* frame : frames_) {
    if (frame->library && frame->code->name == sym::dunder_call && class_of(frame->self) != 0) {
      root = frame->self.obj();
      break;
    }
    if (!frame->library) call = make_site(frame->chunk, frame->pc);
  }
  const Value mode = given == v_none || given == v_unbound ? training_mode() : given;
  if (root != 0 && regions_[ambient_.region].kind != RegionKind::Scratch)
    heap_.set(root, cell::mode_less, mode == v_none ? Value{heap_.make(Kind::Env, call, layer)} : v_unbound);
  const Value set = ambient_.call_context == 0 ? v_unbound : heap_.get(ambient_.call_context, cell::mode_set);
  if (set == v_unbound || !set.single() || class_info(heap_[layer].a).generation != library::Generation::Keras3) return;
  const Obj mark = heap_[set.obj()];
  if (mark.kind != Kind::Env || mark.a == 0 || in_progress(mark.a) || mode != training_mode() ||
      trains(mode) == (mark.b != 0)) {
    return;
  }
  Event e = at_hand(EventKind::ModeLeak, layer);
  e.other = mark.a;
  e.cause = mark.site;
  e.detail = trains(mode) ? 1 : 0;
  emit(std::move(e));
}

/// A functional model of Keras 3 has just run a layer that was connected with a mode of its own.
void Interp::mode_ignored(Value given, SiteId connected) {
  const Value mode = training_mode();
  if (mode_asked_ == 0 || mode == given || (mode != v_true && mode != v_false)) return;
  Event e = at_hand(EventKind::ModeIgnored, mode_asked_);
  e.call = e.site;
  e.site = connected;
  e.detail = trains(given) ? 1 : 0;
  emit(std::move(e));
}

void Interp::stale_mode(const TraceRecord& record) {
  if (record.mode_reader == 0) return;
  for (const std::uint32_t active : active_records_) {
    if (!records_[active].explicit_mode) records_[active].mode_reader = record.mode_reader;
  }
  const Value now = training_mode();
  if (!known_mode(now) || !known_mode(record.mode) || trains(now) == trains(record.mode)) return;
  Event e = at_hand(EventKind::StaleMode, regions_[record.region].opener);
  e.cause = record.call;
  e.owner_region = record.region;
  e.other = record.mode_reader;
  e.detail = trains(now) ? 1 : 0;
  emit(std::move(e));
}

/// `a + b`, one of them an objective that has the losses the other one consists of.
void Interp::added_losses(Value a, Value b, SiteId site) {
  if (!in_user_code() || objective_of_ != collected_of_) return;
  const auto has = [&](Value v, Flow flow) { return (flow_of(v) & flow) != 0; };
  const bool twice = (has(a, flow_objective) && !has(a, flow_collected) && has(b, flow_collected)) ||
                     (has(b, flow_objective) && !has(b, flow_collected) && has(a, flow_collected));
  if (!twice) return;
  Event e = at_hand(EventKind::LossesTwice, objective_of_);
  e.site = site;
  emit(std::move(e));
}

/// What Keras itself computes for a model: its collected losses are in it.
Value Interp::objective(ObjId model, Value total) {
  if (!total.single() || heap_[total.obj()].kind != Kind::Tensor) return total;
  const Obj o = heap_[total.obj()];
  const auto flow = static_cast<Flows>((o.flow | flow_objective) & ~flow_collected);
  objective_of_ = model;
  return make_tensor(o.site, flow, o.b);
}

/// `tape.gradient(target, sources)`.
void Interp::differentiate(Value tape, Value target, Value sources) {
  if (class_of(tape) == 0) return;
  tell_no_gradient(target, false);
  tell_untaped(tape, target, sources);
  const SiteId here = user_site();
  std::vector<Value> targets;
  if (!known_elements(target, targets)) targets = {target};
  for (const Value v : targets) {
    if (!v.single() || heap_[v.obj()].kind != Kind::Tensor || (heap_[v.obj()].flow & flow_collected) == 0) continue;
    const SiteId made = heap_[v.obj()].site;
    if (!behind_block(tape, made)) continue;
    Event e = at_hand(EventKind::UntapedLoss, tape.obj());
    e.site = made;
    e.call = here;
    e.detail = targets.size() > 1 ? 1 : 0;
    emit(std::move(e));
  }
  // Who differentiates for a variable by name trains it, whatever Keras knows.
  std::vector<Value> variables;
  if (!known_elements(sources, variables)) variables = {sources};
  const bool listed = sources.single() && heap_.get(sources.obj(), cell::owner) != v_unbound;
  for (const Value v : variables) {
    if (!listed && v.single() && heap_.get(v.obj(), cell::raw_variable) != v_unbound)
      heap_.set(v.obj(), cell::raw_variable, v_false);
  }
  if (!sources.single() || heap_[sources.obj()].kind != Kind::List) return;
  const Value model = heap_.get(sources.obj(), cell::owner);
  if (class_of(model) == 0) return;
  left_out(model.obj(), target);
  const Value open = heap_.get(model.obj(), cell::mode_less);
  if (open == v_unbound || !open.single() || heap_[open.obj()].kind != Kind::Env) return;
  const Obj mark = heap_[open.obj()];
  if (mark.site == 0 || site_chunk(mark.site) != site_chunk(here)) return;
  Event e = at_hand(EventKind::ModeOpen, model.obj());
  e.site = mark.site;
  e.call = here;
  e.other = mark.a;
  e.may = part_of_another(model.obj());
  emit(std::move(e));
}

void Interp::left_out(ObjId model, Value target) {
  const Flows flow = flow_of(target);
  if ((flow & (flow_unknown | flow_objective | flow_collected)) != 0 || !must_be_tensor(target)) return;
  Event e = at_hand(EventKind::LossesLeftOut, model);
  for (const ObjId layer : tree(model)) {
    if (heap_.get(layer, cell::losses_read) != v_unbound) return;
    std::vector<Value> own;
    if (const Value list = heap_.get(layer, cell::losses); list != v_unbound && !known_elements(list, own)) return;
    if (e.other != 0) continue;
    if (!own.empty() && own.front().single() && heap_[own.front().obj()].kind == Kind::Tensor) {
      e.other = layer;
      e.cause = escapes_[heap_[own.front().obj()].c].site;
    }
    for (const Symbol name : std::vector<Symbol>(heap_.names(layer))) {
      const Value v = heap_.get(layer, name);
      if (!v.single() || !is_variable(heap_[v.obj()])) continue;
      const Value regulariser = heap_.get(v.obj(), cell::regulariser);
      if (regulariser == v_unbound || regulariser == v_none || e.other != 0) continue;
      e.other = layer;
      e.cause = heap_[layer].site;
    }
  }
  if (e.other == 0) return;
  e.may = part_of_another(model);
  emit(std::move(e));
}

/// Adversarial steps train the parts of a model without what regularises them, often on purpose.
bool Interp::part_of_another(ObjId model) const {
  const auto user = std::find_if(frames_.rbegin(), frames_.rend(), [](const Frame* frame) { return !frame->library; });
  const Value self = user == frames_.rend() ? v_unbound : (*user)->self;
  return class_of(self) != 0 && (traits(self) & trait_layer) != 0 && self.obj() != model;
}

/// What `train_step` or `test_step` returned: Keras 3 shows its own trackers when the keys are just theirs.
void Interp::step_result(ObjId model, Value logs) {
  if (!logs.single() || heap_[logs.obj()].kind != Kind::Dict || length(logs.obj()) == unknown_length) return;
  Value loss = v_unbound;
  for (const Symbol name : heap_.names(logs.obj())) {
    if (name.id >= cell::length.id || heap_.get(logs.obj(), name) == v_unbound) continue;
    if (text(name) != "loss" || loss != v_unbound) return;
    loss = heap_.get(logs.obj(), name);
  }
  if (loss == v_unbound || !must_be_tensor(loss) || (flow_of(loss) & (flow_input | flow_weight)) == 0) return;
  const Value metrics = heap_.get(model, names_.intern("_gf_metrics"));
  if (metrics != v_none &&
      !(metrics.single() && heap_[metrics.obj()].kind == Kind::List && length(metrics.obj()) == 0)) {
    return;
  }
  ObjId found = 0;
  lookup_class(heap_[model].a, names_.intern("metrics"), 0, &found);
  if (found == 0 || !class_info(found).library) return;
  for (const Symbol name : std::vector<Symbol>(heap_.names(model))) {
    const Value v = heap_.get(model, name);
    if (v == v_unknown || (class_of(v) != 0 && (traits(v) & trait_metric) != 0)) return;
  }
  Event e = at_hand(EventKind::ShadowedLoss, model);
  e.call = e.site;
  e.site = heap_[logs.obj()].site;
  if (user_file(e.site)) emit(std::move(e));
}

}  // namespace graphfence
