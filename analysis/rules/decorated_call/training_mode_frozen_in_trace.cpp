#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Interp& run = context.run();
  const Region& trace = context.region(event.owner_region);
  const SiteId function = run.definition_site(Value{event.object});
  Draft draft{.rule = "training-mode-frozen-in-trace", .severity = context.level(event, Severity::Warning)};
  draft.site = trace.definition != 0 ? trace.definition : function;
  const std::string layer = context.class_name(event.other);
  const std::string opener = context.opener_name(trace);
  const std::string name = opener.empty() ? "this tf.function" : "`" + opener + "`";
  draft.message = "the training mode is no argument of " + name + ", so its trace keeps that of " +
                  (event.detail != 0 ? "the first call, inference: `" + layer + "` never works as in training"
                                     : "the first call, training: `" + layer +
                                           "` stays in training mode when the model "
                                           "predicts");
  if (event.cause != 0)
    draft.notes.push_back(
        {event.cause, event.detail != 0 ? "traced here, not for training" : "traced here for training"});
  if (event.site != 0 && event.site != event.cause)
    draft.notes.push_back({event.site, event.detail != 0 ? "this call trains and uses that trace"
                                                         : "this call does not train and uses that trace"});
  if (function != 0 && run.user_file(function)) {
    draft.fixes.push_back({.kind = FixPlan::Kind::RemoveDecorator,
                           .title = "Remove the tf.function from `" + opener + "`",
                           .fix_class = FixClass::B,
                           .target = function,
                           .other = trace.definition});
  }
  context.report(std::move(draft));
}

}  // namespace

extern const Rule training_mode_frozen_in_trace;
const Rule training_mode_frozen_in_trace{
    .id = "training-mode-frozen-in-trace",
    .family = "decorated_call",
    .summary = "a tf.function in a model keeps the training mode of its first call",
    .severity = Severity::Warning,
    .fix_class = FixClass::B,
    .events = {EventKind::StaleMode, EventKind::StaleMode, EventKind::StaleMode},
    .check = check,
};

}  // namespace graphfence
