#include "analysis/rules/losses/loss_story.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const auto story = loss_story(context, event);
  if (!story || story->hidden || story->source != LossSource::DecoratedCall) return;
  const std::string name = context.class_name(event.escape.object);
  Draft draft{.rule = "add-loss-in-decorated-call", .site = event.escape.site};
  if (event.kind == EventKind::LeakUse) {
    draft.severity = context.level(event, Severity::Error);
    draft.message =
        "`add_loss` runs in the trace of `" + name + ".call`, so the loss belongs to that FuncGraph; " +
        outside_use(event,
                    "and after the next call with the same signature the list is empty and the penalty silently gone");
  } else {
    draft.severity = missing_level(context, event);
    const bool step = context.region(event.region).kind == RegionKind::Step;
    // A driver of our own: the program that uses the class is not known.
    const std::string where = event.client ? "of a later call"
                              : step       ? "that is used in training"
                                           : "that is used here";
    draft.message = "`add_loss` runs only while `" + name + ".call` is traced; the cached trace " + where +
                    " adds no loss, " + std::string(missing_loss(event));
  }
  tell_story(context, event, *story, draft);
  offer_undecorated(context, event, *story, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule add_loss_in_decorated_call;
const Rule add_loss_in_decorated_call{
    .id = "add-loss-in-decorated-call",
    .family = "losses",
    .summary = "add_loss in a call method that is a tf.function: the loss cannot leave the trace",
    .severity = Severity::Error,
    .fix_class = FixClass::B,
    .events = {EventKind::LeakUse, EventKind::MissedLoss, EventKind::LeakUse},
    .check = check,
};

}  // namespace graphfence
