#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  // Keras before TensorFlow 2.11 took them.
  Draft draft{.rule = "optimizer-reused-for-new-variables",
              .severity = context.level(event, context.keras3(event.object) ? Severity::Error : Severity::Warning),
              .site = event.site};
  draft.message = std::string("the optimizer was built with other variables before and refuses new ones with ") +
                  (context.keras3(event.object) ? "ValueError" : "KeyError (from TensorFlow 2.11 on)") +
                  "; use one optimizer for each model, or call its `build` with all variables first";
  draft.notes.push_back({event.cause, "it learned its variables here"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule optimizer_reused_for_new_variables;
const Rule optimizer_reused_for_new_variables{
    .id = "optimizer-reused-for-new-variables",
    .family = "keras",
    .summary = "an optimizer is given variables that it was not built with",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::ForeignVariables, EventKind::ForeignVariables, EventKind::ForeignVariables},
    .check = check,
};

}  // namespace graphfence
