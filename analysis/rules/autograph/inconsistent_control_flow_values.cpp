#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const std::string name(context.run().text(event.name));
  Draft draft{.rule = "inconsistent-control-flow-values",
              .severity = context.level(event, Severity::Error),
              .site = event.site};
  if (event.detail == inconsistent::grows) {
    draft.message =
        "`" + name +
        "` gets longer in each turn of a loop that is part of the graph, where it must keep its shape: this raises "
        "ValueError; collect in a `tf.TensorArray`, or set `shape_invariants` for the loop";
    draft.notes.push_back({event.call, "AutoGraph makes this loop a part of the graph"});
  } else {
    draft.message =
        "`" + name +
        "` is of one kind at the end of one branch of this `if` and of another at the end of the other: the condition "
        "is a tensor, so both become part of the graph and must agree; this raises TypeError";
    if (event.cause != 0) draft.notes.push_back({event.cause, "one kind"});
    if (event.call != 0) draft.notes.push_back({event.call, "another kind"});
  }
  context.report(std::move(draft));
}

}  // namespace

extern const Rule inconsistent_control_flow_values;
const Rule inconsistent_control_flow_values{
    .id = "inconsistent-control-flow-values",
    .family = "autograph",
    .summary = "a name has another kind or shape after a staged statement",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::Inconsistent, EventKind::Inconsistent, EventKind::Inconsistent},
    .check = check,
};

}  // namespace graphfence
