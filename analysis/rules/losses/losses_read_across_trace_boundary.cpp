#include "analysis/rules/losses/loss_story.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const auto story = loss_story(context, event);
  if (!story || story->hidden || story->source != LossSource::Outside) return;
  const Region& graph = context.region(story->graph);
  Draft draft{.rule = "losses-read-across-trace-boundary", .site = event.site};
  const std::string where = context.graph_name(graph);
  if (event.kind == EventKind::LeakUse) {
    draft.severity = context.level(event, Severity::Error);
    draft.message =
        "the losses read here were collected inside " + where + "; " +
        (event.silent ? "a metric or loss of Keras 2 ignores them without a word"
                      : std::string("using them outside raises ") +
                            (event.verdict == Verdict::Inner ? "InaccessibleTensorError" : "TypeError (out of scope)"));
  } else {
    draft.severity = missing_level(context, event);
    draft.message = "the losses read here were collected only while " + where +
                    " was traced; after a cached call they are missing" +
                    (event.raises ? ", and `tf.add_n` of an empty list raises ValueError" : "");
  }
  draft.notes.push_back({event.escape.site, "the loss is added here"});
  context.tell_graph(graph, event.site, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule losses_read_across_trace_boundary;
const Rule losses_read_across_trace_boundary{
    .id = "losses-read-across-trace-boundary",
    .family = "losses",
    .summary = "losses are used in another scope than the one the layer ran in",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::LeakUse, EventKind::MissedLoss, EventKind::LeakUse},
    .check = check,
};

}  // namespace graphfence
