#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{
      .rule = "gradient-variable-mismatch", .severity = context.level(event, Severity::Warning), .site = event.site};
  draft.message =
      event.detail == pairs::swapped
          ? "the pairs are the wrong way round, so this raises AttributeError; `apply_gradients` takes gradient "
            "and variable, as in `zip(gradients, variables)`"
          : "these gradients belong to other variables: where the shapes agree the wrong weights are trained "
            "without a word, else this raises; zip them with the list that `gradient` was given";
  context.report(std::move(draft));
}

}  // namespace

extern const Rule gradient_variable_mismatch;
const Rule gradient_variable_mismatch{
    .id = "gradient-variable-mismatch",
    .family = "host",
    .summary = "gradients are applied to other variables than their own",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::GradientPairs, EventKind::GradientPairs, EventKind::GradientPairs},
    .check = check,
};

}  // namespace graphfence
