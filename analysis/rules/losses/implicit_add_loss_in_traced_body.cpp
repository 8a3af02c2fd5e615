#include "analysis/rules/losses/loss_story.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const auto story = loss_story(context, event);
  if (!story || !story->hidden) return;
  Draft draft{.rule = "implicit-add-loss-in-traced-body"};
  const std::string layer = context.class_name(event.escape.object);
  const Region& graph = context.region(story->graph);
  const std::string where = story->source == LossSource::Cell ? "the while loop of an RNN" : context.graph_name(graph);
  draft.site = context.run().user_file(event.escape.layer_call) ? event.escape.layer_call : event.escape.site;
  const std::string source = event.escape.implicit ? "the `activity_regularizer` of this `" + layer + "` adds a loss"
                                                   : "`" + layer + "` adds a loss";
  if (event.kind == EventKind::LeakUse) {
    draft.severity = context.level(event, Severity::Error);
    draft.message = source + " inside " + where + ", which the loss cannot leave; " +
                    outside_use(event, "and cached calls add no loss at all");
  } else {
    draft.severity = missing_level(context, event);
    draft.message =
        source + " only while " + where + " is traced; the cached trace adds none, " + std::string(missing_loss(event));
  }
  if (!event.escape.implicit && draft.site != event.escape.site)
    draft.notes.push_back({event.escape.site, "the loss is added here"});
  tell_story(context, event, *story, draft);
  if (graph.kind == RegionKind::Function) offer_undecorated(context, event, *story, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule implicit_add_loss_in_traced_body;
const Rule implicit_add_loss_in_traced_body{
    .id = "implicit-add-loss-in-traced-body",
    .family = "losses",
    .summary = "a layer with an activity regulariser, or one that adds a loss, in a decorated call or RNN cell",
    .severity = Severity::Error,
    .fix_class = FixClass::B,
    .events = {EventKind::LeakUse, EventKind::MissedLoss, EventKind::LeakUse},
    .check = check,
};

}  // namespace graphfence
