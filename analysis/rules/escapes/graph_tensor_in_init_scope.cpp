#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  // One that was stored on the way is told at the store.
  if (event.detail == 0 || event.escape.kind != EscapeKind::None) return;
  Draft draft{
      .rule = "graph-tensor-in-init-scope", .severity = context.level(event, Severity::Error), .site = event.site};
  draft.message =
      "a tensor of " + context.graph_name(context.region(event.owner_region)) +
      " is used inside `tf.init_scope`, which runs outside of every graph: this raises TypeError (out of scope)";
  if (event.cause != 0 && event.cause != event.site && context.run().user_file(event.cause))
    draft.notes.push_back({event.cause, "the tensor is made here"});
  context.tell_opener(context.region(event.owner_region), event.site, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule graph_tensor_in_init_scope;
const Rule graph_tensor_in_init_scope{
    .id = "graph-tensor-in-init-scope",
    .family = "escapes",
    .summary = "a tensor of a graph is used inside tf.init_scope, which leaves the graph",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::LeakUse, EventKind::LeakUse, EventKind::LeakUse},
    .check = check,
};

}  // namespace graphfence
