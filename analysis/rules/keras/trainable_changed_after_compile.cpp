#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "trainable-changed-after-compile",
              .severity = context.level(event, Severity::Warning),
              .site = event.site};
  draft.message = "`trainable` of this `" + context.class_name(event.object) +
                  "` changes after the training step was made, and the step keeps the old set of weights; call "
                  "`compile` again before you train";
  if (event.call != 0) draft.notes.push_back({event.call, "this trains with the old set"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule trainable_changed_after_compile;
const Rule trainable_changed_after_compile{
    .id = "trainable-changed-after-compile",
    .family = "keras",
    .summary = "trainable changes after the training step was made, which keeps the old set of weights",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::LateTrainable, EventKind::LateTrainable, EventKind::LateTrainable},
    .check = check,
};

}  // namespace graphfence
