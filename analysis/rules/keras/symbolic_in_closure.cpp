#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const Region& region = context.region(event.region);
  if (region.kind != RegionKind::Step && region.kind != RegionKind::Function) return;  // tf-op-on-keras-tensor
  Draft draft{.rule = "symbolic-in-closure", .severity = context.level(event, Severity::Error), .site = event.site};
  draft.message = "a KerasTensor, a placeholder without a value, is used in " + context.graph_name(region) +
                  ", which raises; make it an output of the model, or add the penalty in a layer";
  if (event.cause != 0) draft.notes.push_back({event.cause, "the placeholder is made here"});
  context.tell_opener(region, event.site, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule symbolic_in_closure;
const Rule symbolic_in_closure{
    .id = "symbolic-in-closure",
    .family = "keras",
    .summary = "a loss, metric or tf.function captures a placeholder of functional construction",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::PlaceholderUse, EventKind::PlaceholderUse, EventKind::PlaceholderUse},
    .check = check,
};

}  // namespace graphfence
