#include "analysis/rules/losses/loss_story.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const auto story = loss_story(context, event);
  if (!story || story->source != LossSource::Cell) return;
  const Region& loop = context.region(story->graph);
  const std::string cell = context.class_name(event.escape.object);
  Draft draft{.rule = "add-loss-in-rnn-cell", .severity = context.level(event, Severity::Error), .site = event.escape.site};
  draft.message = "`add_loss` in `" + cell + "` runs in the while loop of its RNN, so the loss cannot leave the loop: training raises "
                  "InaccessibleTensorError, and eager code counts the first step twice";
  tell_story(context, event, *story, draft);
  const SiteId construction = context.run().heap()[loop.opener].site;
  if (context.run().user_file(construction)) {
    draft.fixes.push_back({.kind = FixPlan::Kind::SetKeyword,
                           .title = "Unroll the RNN: `unroll=True` (short sequences of known length)",
                           .fix_class = FixClass::B,
                           .target = construction,
                           .names = {"unroll"},
                           .text = "True"});
  }
  draft.fixes.push_back({.kind = FixPlan::Kind::CarryLossInState,
                         .title = "Carry the penalty as a running sum in the cell's state",
                         .fix_class = FixClass::C,
                         .target = event.escape.site,
                         .other = construction});
  draft.fixes.push_back({.kind = FixPlan::Kind::PenaltyInModelCall,
                         .title = "Compute the penalty where the RNN is called",
                         .fix_class = FixClass::C,
                         .target = event.escape.site,
                         .other = loop.call_site});
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
    .events = {EventKind::LeakUse, EventKind::LeakUse, EventKind::LeakUse},
    .check = check,
};

}  // namespace graphfence
