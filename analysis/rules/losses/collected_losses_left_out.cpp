#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{
      .rule = "collected-losses-left-out", .severity = context.level(event, Severity::Warning), .site = event.site};
  draft.message = "the objective lacks the losses that `" + context.class_name(event.object) +
                  "` collects (`losses` is never read), so they have no effect on this training";
  draft.notes.push_back({event.cause, "`" + context.class_name(event.other) + "` adds one"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule collected_losses_left_out;
const Rule collected_losses_left_out{
    .id = "collected-losses-left-out",
    .family = "losses",
    .summary = "a hand-written objective without the losses that the model collects",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::LossesLeftOut, EventKind::LossesLeftOut, EventKind::LossesLeftOut},
    .check = check,
};

}  // namespace graphfence
