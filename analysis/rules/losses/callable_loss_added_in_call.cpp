#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{
      .rule = "callable-loss-added-in-call", .severity = context.level(event, Severity::Warning), .site = event.site};
  draft.message = "Keras 2 never clears functions given to `add_loss`: every call of `" +
                  context.class_name(event.object) + "` adds one more, and the penalty grows with the number of calls";
  context.report(std::move(draft));
}

}  // namespace

extern const Rule callable_loss_added_in_call;
const Rule callable_loss_added_in_call{
    .id = "callable-loss-added-in-call",
    .family = "losses",
    .summary = "add_loss of a function in call: Keras 2 keeps one more with every call",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::CallableLoss, EventKind::CallableLoss, EventKind::CallableLoss},
    .check = check,
};

}  // namespace graphfence
