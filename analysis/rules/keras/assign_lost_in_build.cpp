#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "assign-lost-in-build", .severity = context.level(event, Severity::Warning), .site = event.site};
  draft.message =
      "Keras 3 runs this `build` in a symbolic pass, before the variable exists: the assignment is silently lost and "
      "the "
      "variable keeps what its initializer gives";
  if (event.call != 0) draft.notes.push_back({event.call, "this call builds the layer in a symbolic pass"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule assign_lost_in_build;
const Rule assign_lost_in_build{
    .id = "assign-lost-in-build",
    .family = "keras",
    .summary = "a variable assigned in build keeps its initial value in Keras 3",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::AssignLost, EventKind::AssignLost, EventKind::AssignLost},
    .check = check,
};

}  // namespace graphfence
