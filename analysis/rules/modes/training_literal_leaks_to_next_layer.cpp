#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "training-literal-leaks-to-next-layer",
              .severity = context.level(event, Severity::Warning),
              .site = event.site};
  draft.message =
      "`" + context.class_name(event.object) + "` runs in " +
      (event.detail != 0 ? "training mode even when the model predicts" : "inference mode even when the model trains") +
      ": in Keras 3 the mode an earlier layer was given holds for the rest of the call";
  draft.notes.push_back({event.cause, "this call sets the mode"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule training_literal_leaks_to_next_layer;
const Rule training_literal_leaks_to_next_layer{
    .id = "training-literal-leaks-to-next-layer",
    .family = "modes",
    .summary = "Keras 3 keeps the mode that one layer was given for the layers after it",
    .severity = Severity::Warning,
    .fix_class = FixClass::B,
    .events = {EventKind::ModeLeak, EventKind::ModeLeak, EventKind::ModeLeak},
    .check = check,
};

}  // namespace graphfence
