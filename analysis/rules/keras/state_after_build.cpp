#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "state-after-build", .severity = context.level(event, Severity::Error), .site = event.site};
  draft.message = "`" + context.class_name(event.object) +
                  "` is built already, and Keras 3 raises ValueError for a new layer, "
                  "metric or variable (\"You cannot add new elements of state\"); make " +
                  (event.detail != 0 ? "it" : "`" + std::string(context.run().text(event.name)) + "`") +
                  " in `__init__` or `build`";
  context.report(std::move(draft));
}

}  // namespace

extern const Rule state_after_build;
const Rule state_after_build{
    .id = "state-after-build",
    .family = "keras",
    .summary = "Keras 3 takes no new layer, metric or variable on a built layer",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::LateState, EventKind::LateState, EventKind::LateState},
    .check = check,
};

}  // namespace graphfence
