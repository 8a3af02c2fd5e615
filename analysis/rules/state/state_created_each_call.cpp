#include "analysis/rules/state/created.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  if (event.detail != 0 || of_a_layer(context, event)) return;
  const std::string name = context.class_name(event.object);
  report_created(context, event, "state-created-each-call",
                 event.object == 0 ? "a variable is made anew" : "`" + name + "` is made anew, with its variables,");
}

}  // namespace

extern const Rule state_created_each_call;
const Rule state_created_each_call{
    .id = "state-created-each-call",
    .family = "state",
    .summary = "a variable, optimizer or metric is made by the code of a graph, again in every trace",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::StateCreated, EventKind::StateCreated, EventKind::StateCreated},
    .check = check,
};

}  // namespace graphfence
