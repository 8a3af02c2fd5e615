#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const bool part = event.detail != 0;
  Draft draft{.rule = "losses-read-outside-tape",
              .severity = context.level(event, part ? Severity::Warning : Severity::Error),
              .site = event.site};
  draft.message =
      part ? "this part of the objective is computed after the tape's block, so the losses in it have no "
             "gradient and no effect"
           : "the collected losses are added after the tape's block, so the tape does not know the sum: every "
             "gradient is None (\"No gradients provided for any variable\")";
  draft.notes.push_back({event.call, "the gradient is taken here"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule losses_read_outside_tape;
const Rule losses_read_outside_tape{
    .id = "losses-read-outside-tape",
    .family = "losses",
    .summary = "collected losses added to the objective after the tape's block",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::UntapedLoss, EventKind::UntapedLoss, EventKind::UntapedLoss},
    .check = check,
};

}  // namespace graphfence
