#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Interp& run = context.run();
  Draft draft{.rule = "decorated-call-drops-tensor-metadata",
              .severity = context.level(event, Severity::Warning),
              .site = event.site};
  const std::string name = context.class_name(event.object);
  draft.message = "`" + name +
                  "` gets no mask: Keras hangs the mask on the tensor as a Python attribute, and a tf.function " +
                  "hands on new tensors without it, so padding is silently treated as data";
  // The trace this code runs in, or the one the tensor came from.
  RegionId at = event.region;
  while (at != 0 && context.region(at).kind != RegionKind::Function && context.region(at).parent != at)
    at = context.region(at).parent;
  const Region& trace = context.region(at);
  if (trace.kind == RegionKind::Function) {
    context.tell_graph(trace, event.site, draft);
    const SiteId function = run.definition_site(Value{trace.opener});
    if (trace.opener != 0 && function != 0 && run.user_file(function)) {
      draft.fixes.push_back({.kind = FixPlan::Kind::RemoveDecorator,
                             .title = "Remove the tf.function from `" + context.opener_name(trace) + "`",
                             .fix_class = FixClass::B,
                             .target = function,
                             .other = trace.definition});
    }
  }
  const SiteId made = event.value.single() ? run.heap()[event.value.obj()].site : 0;
  if (made != 0 && made != event.site && run.user_file(made))
    draft.notes.push_back({made, "the tensor comes from here"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule decorated_call_drops_tensor_metadata;
const Rule decorated_call_drops_tensor_metadata{
    .id = "decorated-call-drops-tensor-metadata",
    .family = "decorated_call",
    .summary = "a mask does not cross the border of a tf.function",
    .severity = Severity::Warning,
    .fix_class = FixClass::B,
    .events = {EventKind::MaskLost, EventKind::MaskLost, EventKind::MaskLost},
    .check = check,
};

}  // namespace graphfence
