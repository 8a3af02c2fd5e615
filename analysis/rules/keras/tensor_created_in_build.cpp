#include "analysis/rules/escapes/leak.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  if (!made_in_build(context, event)) return;
  const Region& graph = context.region(context.escaped_region(event.owner_region, event.region));
  Draft draft{
      .rule = "tensor-created-in-build", .severity = context.level(event, Severity::Error), .site = event.escape.site};
  draft.message = std::string("Keras 3 runs this `build` in a throw-away graph, and the tensor in `") +
                  std::string(context.run().text(event.escape.name)) + "` belongs to that graph: using it raises " +
                  (event.verdict == Verdict::Inner ? "InaccessibleTensorError" : "TypeError (out of scope)") +
                  "; a NumPy array or `tf.init_scope()` is right";
  context.tell_graph(graph, event.site, draft);
  if (event.site != 0) draft.notes.push_back({event.site, "it is used here"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule tensor_created_in_build;
const Rule tensor_created_in_build{
    .id = "tensor-created-in-build",
    .family = "keras",
    .summary = "a tensor made in build belongs to the pass that builds the layer in Keras 3",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::LeakUse, EventKind::LeakUse, EventKind::LeakUse},
    .check = check,
};

}  // namespace graphfence
