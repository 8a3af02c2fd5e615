#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "predict-in-loop", .severity = context.level(event, Severity::Information), .site = event.site};
  draft.message =
      "`predict` sets up a data pipeline in every turn of the loop, tens of milliseconds each; "
      "for small inputs `model(x, training=False)` is about a hundred times faster";
  context.report(std::move(draft));
}

}  // namespace

extern const Rule predict_in_loop;
const Rule predict_in_loop{
    .id = "predict-in-loop",
    .family = "habits",
    .summary = "predict in a loop sets up a data pipeline for every call",
    .severity = Severity::Information,
    .fix_class = FixClass::D,
    .events = {EventKind::PredictLoop, EventKind::PredictLoop, EventKind::PredictLoop},
    .check = check,
};

}  // namespace graphfence
