#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{
      .rule = "static-shape-as-python-int", .severity = context.level(event, Severity::Error), .site = event.site};
  draft.message =
      "a dimension is None here, as the number of rows of a batch is while a function is traced, and " +
      (event.name ? "`" + std::string(context.run().text(event.name)) + "` needs a number: this raises TypeError"
                  : std::string("None is no number to calculate with: this raises ValueError")) +
      "; ask `tf.shape(x)[0]` instead of `x.shape[0]`";
  context.report(std::move(draft));
}

}  // namespace

extern const Rule static_shape_as_python_int;
const Rule static_shape_as_python_int{
    .id = "static-shape-as-python-int",
    .family = "autograph",
    .summary = "a dimension that is not known while tracing is used as a number",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::OpenDimension, EventKind::OpenDimension, EventKind::OpenDimension},
    .check = check,
};

}  // namespace graphfence
