#include "analysis/rules/losses/loss_story.h"

namespace graphfence {

namespace {

void offer(RuleContext& context, ObjId rnn, SiteId call, Draft& draft) {
  const SiteId construction = context.run().heap()[rnn].site;
  if (context.run().user_file(construction)) {
    draft.fixes.push_back(
        {.kind = FixPlan::Kind::SetKeyword,
         .title = "Unroll the RNN: `unroll=True` (short sequences of known length)",
         .fix_class = context.keras3(rnn) ? FixClass::B : FixClass::C,  // Keras 2 refuses an unknown number of steps
         .target = construction,
         .names = {"unroll"},
         .text = "True"});
  }
  draft.fixes.push_back({.kind = FixPlan::Kind::CarryLossInState,
                         .title = "Carry the penalty as a running sum in the cell's state",
                         .fix_class = FixClass::C,
                         .target = draft.site,
                         .other = construction});
  draft.fixes.push_back({.kind = FixPlan::Kind::PenaltyInModelCall,
                         .title = "Compute the penalty where the RNN is called",
                         .fix_class = FixClass::C,
                         .target = draft.site,
                         .other = call});
}

void check(RuleContext& context, const Event& event) {
  if (event.kind == EventKind::RepeatedLoss) {
    Draft draft{
        .rule = "add-loss-in-rnn-cell", .severity = context.level(event, Severity::Warning), .site = event.site};
    draft.message = "`add_loss` in `" + context.class_name(event.object) +
                    "` is collected twice for the first step: eager code calls the cell once more "
                    "than there are steps, and in a graph (`fit`) reading the loss raises InaccessibleTensorError";
    draft.notes.push_back({context.run().heap()[event.other].site, "this RNN is not unrolled"});
    if (event.call != 0) draft.notes.push_back({event.call, "it runs in eager code here"});
    offer(context, event.other, event.call, draft);
    context.report(std::move(draft));
    return;
  }
  const auto story = loss_story(context, event);
  if (!story || story->hidden || story->source != LossSource::Cell) return;
  const Region& loop = context.region(story->graph);
  Draft draft{
      .rule = "add-loss-in-rnn-cell", .severity = context.level(event, Severity::Error), .site = event.escape.site};
  draft.message = "`add_loss` in `" + context.class_name(event.escape.object) +
                  "` runs in the while loop of its RNN, so the loss cannot leave the loop: "
                  "training raises InaccessibleTensorError, and eager code counts the first step twice";
  tell_story(context, event, *story, draft);
  offer(context, loop.opener, loop.call_site, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule add_loss_in_rnn_cell;
const Rule add_loss_in_rnn_cell{
    .id = "add-loss-in-rnn-cell",
    .family = "losses",
    .summary = "add_loss in the cell of an RNN that is not unrolled",
    .severity = Severity::Error,
    .fix_class = FixClass::B,
    .events = {EventKind::LeakUse, EventKind::RepeatedLoss, EventKind::LeakUse},
    .check = check,
};

}  // namespace graphfence
