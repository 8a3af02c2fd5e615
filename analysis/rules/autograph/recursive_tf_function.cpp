#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "recursive-tf-function", .severity = context.level(event, Severity::Error), .site = event.site};
  draft.message =
      "`" + context.run().function_name(Value{event.object}) +
      "` calls itself with the same kinds of arguments while it is traced, and the trace never ends: this raises; "
      "write a loop, or leave the recursion to a function that is not traced";
  context.report(std::move(draft));
}

}  // namespace

extern const Rule recursive_tf_function;
const Rule recursive_tf_function{
    .id = "recursive-tf-function",
    .family = "autograph",
    .summary = "a tf.function that calls itself while it is traced",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::Recursive, EventKind::Recursive, EventKind::Recursive},
    .check = check,
};

}  // namespace graphfence
