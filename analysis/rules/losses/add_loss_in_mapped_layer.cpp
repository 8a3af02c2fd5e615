#include "analysis/rules/losses/loss_story.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "add-loss-in-mapped-layer"};
  const std::string name = context.class_name(event.object != 0 ? event.object : event.escape.object);
  if (event.kind == EventKind::RowLoss) {
    draft.severity = context.level(event, Severity::Warning);
    draft.site = event.cause;
    draft.message = "`tf.vectorized_map` runs `" + name +
                    "` once for all rows, and in a graph the collected loss is silently that of the first row alone";
    draft.notes.push_back({event.site, "the losses are read here"});
    context.report(std::move(draft));
    return;
  }
  const auto story = loss_story(context, event);
  if (!story || story->hidden || story->source != LossSource::Mapped) return;
  draft.severity = context.level(event, Severity::Error);
  draft.site = event.escape.site;
  draft.message = "`" + context.class_name(event.escape.object) +
                  "` adds a loss and is mapped over rows: the loss belongs to the graph of one row, so using it " +
                  (event.verdict == Verdict::Inner ? "raises InaccessibleTensorError (eager code runs fine)"
                                                   : "outside raises TypeError (out of scope)");
  tell_story(context, event, *story, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule add_loss_in_mapped_layer;
const Rule add_loss_in_mapped_layer{
    .id = "add-loss-in-mapped-layer",
    .family = "losses",
    .summary = "a layer that adds a loss, called by tf.map_fn or tf.vectorized_map",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::LeakUse, EventKind::RowLoss, EventKind::LeakUse},
    .check = check,
};

}  // namespace graphfence
