#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "returned-loss-shadowed-by-tracker",
              .severity = context.level(event, Severity::Warning),
              .site = event.site};
  draft.message =
      "Keras 3 shows its own tracker for the key `loss` when a step returns nothing else; this step never "
      "updates it, so history, callbacks and progress show 0.0";
  if (event.call != 0) draft.notes.push_back({event.call, "the step runs here"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule returned_loss_shadowed_by_tracker;
const Rule returned_loss_shadowed_by_tracker{
    .id = "returned-loss-shadowed-by-tracker",
    .family = "losses",
    .summary = "Keras 3 shows its own loss tracker instead of the loss a step returns",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::ShadowedLoss, EventKind::ShadowedLoss, EventKind::ShadowedLoss},
    .check = check,
};

}  // namespace graphfence
