#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "model-call-lacks-training-argument",
              .severity = context.level(event, Severity::Warning),
              .site = event.site};
  const std::string layer = context.class_name(event.other);
  draft.message = "`call` of `" + context.class_name(event.object) +
                  "` takes no `training`, so `fit` of Keras 3 runs it in inference mode and `" + layer +
                  "` does not work as in training; add `training=None` to its parameters";
  draft.notes.push_back({event.cause, "`" + layer + "` gets no mode here"});
  draft.notes.push_back({event.call, "the model is trained here"});
  draft.fixes.push_back({.kind = FixPlan::Kind::AddParameter,
                         .title = "Add `training=None` to the parameters",
                         .fix_class = FixClass::B,
                         .target = event.site,
                         .text = "training=None"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule model_call_lacks_training_argument;
const Rule model_call_lacks_training_argument{
    .id = "model-call-lacks-training-argument",
    .family = "modes",
    .summary = "a model that fit trains takes no training mode, so Keras 3 trains it in inference mode",
    .severity = Severity::Warning,
    .fix_class = FixClass::B,
    .events = {EventKind::ModeLacking, EventKind::ModeLacking, EventKind::ModeLacking},
    .check = check,
};

}  // namespace graphfence
