#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "custom-loop-missing-training-flag",
              .severity = context.level(event, Severity::Warning),
              .site = event.site};
  draft.message = "this step trains `" + context.class_name(event.object) + "` in inference mode, the default: `" +
                  context.class_name(event.other) + "` does not work as in training";
  draft.notes.push_back({event.call, "the gradient of this call is taken here"});
  draft.fixes.push_back({.kind = FixPlan::Kind::SetKeyword,
                         .title = "Pass `training=True`",
                         .fix_class = FixClass::B,
                         .target = event.site,
                         .names = {"training"},
                         .text = "True"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule custom_loop_missing_training_flag;
const Rule custom_loop_missing_training_flag{
    .id = "custom-loop-missing-training-flag",
    .family = "modes",
    .summary = "a hand-written training step calls the model without training=True",
    .severity = Severity::Warning,
    .fix_class = FixClass::B,
    .events = {EventKind::ModeOpen, EventKind::ModeOpen, EventKind::ModeOpen},
    .check = check,
};

}  // namespace graphfence
