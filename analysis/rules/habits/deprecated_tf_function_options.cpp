#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "deprecated-tf-function-options",
              .severity = context.level(event, Severity::Information),
              .site = event.site};
  draft.message = "`" + std::string(context.run().text(event.name)) + "` of tf.function is deprecated; " +
                  (event.name == sym::experimental_compile ? "it is called `jit_compile` now"
                   : event.name == sym::relax_shapes       ? "it is called `reduce_retracing` since TensorFlow 2.9"
                                                           : "`input_signature` and `reduce_retracing` do its work");
  context.report(std::move(draft));
}

}  // namespace

extern const Rule deprecated_tf_function_options;
const Rule deprecated_tf_function_options{
    .id = "deprecated-tf-function-options",
    .family = "habits",
    .summary = "an old option of tf.function",
    .severity = Severity::Information,
    .fix_class = FixClass::D,
    .events = {EventKind::OldOption, EventKind::OldOption, EventKind::OldOption},
    .check = check,
};

}  // namespace graphfence
