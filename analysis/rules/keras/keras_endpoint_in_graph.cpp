#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const std::string name(context.run().text(event.name));
  Draft draft{.rule = "keras-endpoint-in-graph", .severity = context.level(event, Severity::Error), .site = event.site};
  draft.message = "`" + name + "` makes a graph and a loop of its own and raises in " +
                  context.graph_name(context.region(event.region)) + "; call the model: `model(x, training=False)`";
  context.tell_opener(context.region(event.region), event.site, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule keras_endpoint_in_graph;
const Rule keras_endpoint_in_graph{
    .id = "keras-endpoint-in-graph",
    .family = "keras",
    .summary = "fit, evaluate or predict of a model is called in a graph",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::EndpointInGraph, EventKind::EndpointInGraph, EventKind::EndpointInGraph},
    .check = check,
};

}  // namespace graphfence
