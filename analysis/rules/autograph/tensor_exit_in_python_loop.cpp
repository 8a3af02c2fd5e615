#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{
      .rule = "tensor-exit-in-python-loop", .severity = context.level(event, Severity::Error), .site = event.site};
  if (event.detail == loop_exit::staged_returns) {
    draft.message =
        "this `return` stands in a loop over tensors, which AutoGraph refuses with NotImplementedError; keep the "
        "value in a variable, `break`, and return it after the loop";
  } else if (event.detail == loop_exit::returns) {
    draft.message =
        "this `return` depends on a tensor, but the loop around it is one of Python, so tracing raises ValueError; "
        "use a loop over `tf.range`, keep the value in a variable and return it after the loop";
  } else {
    draft.message =
        "this `break` depends on a tensor, but the loop around it is one of Python, so tracing raises "
        "NotImplementedError; loop over `tf.range`, or put the condition on tensors into the `while`";
  }
  draft.notes.push_back({event.call, event.detail == loop_exit::staged_returns
                                         ? "AutoGraph makes this loop a part of the graph"
                                         : "this loop runs while the function is traced"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule tensor_exit_in_python_loop;
const Rule tensor_exit_in_python_loop{
    .id = "tensor-exit-in-python-loop",
    .family = "autograph",
    .summary = "a loop of Python is left under a condition on a tensor",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::LoopExit, EventKind::LoopExit, EventKind::LoopExit},
    .check = check,
};

}  // namespace graphfence
