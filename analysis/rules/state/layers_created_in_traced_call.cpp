#include "analysis/rules/state/created.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  if (event.detail != 0 || !of_a_layer(context, event)) return;
  const std::string name = context.class_name(event.object);
  report_created(context, event, "layers-created-in-traced-call",
                 event.cause != 0 ? "the layer `" + name + "` is made anew, with its weights,"
                                  : "`" + name + "` gets a new weight");
}

}  // namespace

extern const Rule layers_created_in_traced_call;
const Rule layers_created_in_traced_call{
    .id = "layers-created-in-traced-call",
    .family = "state",
    .summary = "a layer, model or weight is made by the code of a graph, again in every trace",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::StateCreated, EventKind::StateCreated, EventKind::StateCreated},
    .check = check,
};

}  // namespace graphfence
