#include "analysis/rules/losses/loss_story.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const auto story = loss_story(context, event);
  if (!story || story->hidden || story->source != LossSource::ControlFlow) return;
  Draft draft{
      .rule = "add-loss-in-control-flow", .severity = context.level(event, Severity::Error), .site = event.escape.site};
  draft.message =
      "`add_loss` runs in the body of a loop or branch that becomes part of the graph, so the loss cannot leave it: "
      "using it raises "
      "InaccessibleTensorError (eager code runs fine)";
  tell_story(context, event, *story, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule add_loss_in_control_flow;
const Rule add_loss_in_control_flow{
    .id = "add-loss-in-control-flow",
    .family = "losses",
    .summary = "add_loss in a staged loop or branch",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::LeakUse, EventKind::LeakUse, EventKind::LeakUse},
    .check = check,
};

}  // namespace graphfence
