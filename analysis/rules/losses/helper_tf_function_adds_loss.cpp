#include "analysis/rules/losses/loss_story.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const auto story = loss_story(context, event);
  if (!story || story->hidden || story->source != LossSource::Helper) return;
  const std::string helper = context.opener_name(context.region(story->graph));
  Draft draft{.rule = "helper-tf-function-adds-loss", .site = event.escape.site};
  if (event.kind == EventKind::LeakUse) {
    draft.severity = context.level(event, Severity::Error);
    draft.message = "`add_loss` runs in the trace of the tf.function `" + helper +
                    "`, so the loss belongs to that FuncGraph; " +
                    outside_use(event, "and cached calls add no loss at all");
  } else {
    draft.severity = missing_level(context, event);
    draft.message = "`add_loss` runs only while the tf.function `" + helper +
                    "` is traced; the cached trace adds no loss, " + std::string(missing_loss(event));
  }
  tell_story(context, event, *story, draft);
  offer_undecorated(context, event, *story, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule helper_tf_function_adds_loss;
const Rule helper_tf_function_adds_loss{
    .id = "helper-tf-function-adds-loss",
    .family = "losses",
    .summary = "add_loss in a tf.function that an undecorated call uses",
    .severity = Severity::Error,
    .fix_class = FixClass::B,
    .events = {EventKind::LeakUse, EventKind::MissedLoss, EventKind::LeakUse},
    .check = check,
};

}  // namespace graphfence
