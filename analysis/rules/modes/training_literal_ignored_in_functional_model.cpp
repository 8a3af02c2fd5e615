#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "training-literal-ignored-in-functional-model",
              .severity = context.level(event, Severity::Warning),
              .site = event.site};
  draft.message =
      std::string("a functional model of Keras 3 replaces this `training=") +
      (event.detail != 0 ? "True` by its own mode: `" : "False` by its own mode: `") +
      context.class_name(event.object) +
      (event.detail != 0 ? "` does nothing when the model predicts" : "` works as in training during `fit`");
  if (event.call != 0) draft.notes.push_back({event.call, "the model runs in its own mode here"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule training_literal_ignored_in_functional_model;
const Rule training_literal_ignored_in_functional_model{
    .id = "training-literal-ignored-in-functional-model",
    .family = "modes",
    .summary = "a functional model of Keras 3 overrides training= of its layers",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::ModeIgnored, EventKind::ModeIgnored, EventKind::ModeIgnored},
    .check = check,
};

}  // namespace graphfence
