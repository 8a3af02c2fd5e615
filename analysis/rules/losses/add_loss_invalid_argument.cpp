#include <algorithm>

#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Interp& run = context.run();
  const std::string what(run.text(event.name));
  const std::string error(run.text(Symbol{run.heap()[event.value.obj()].a}));
  Draft draft{
      .rule = "add-loss-invalid-argument", .severity = context.level(event, Severity::Error), .site = event.site};
  // The condition may ask which Keras it is.
  if (event.guarded) draft.severity = std::max(draft.severity, Severity::Information);
  draft.message = what.empty() ? "a functional model takes no `add_loss` in Keras 3 and raises " + error +
                                     "; add the loss in the `call` of a layer"
                               : "`add_loss` of Keras 3 takes tensors; with " + what + " it raises " + error;
  context.report(std::move(draft));
}

}  // namespace

extern const Rule add_loss_invalid_argument;
const Rule add_loss_invalid_argument{
    .id = "add-loss-invalid-argument",
    .family = "losses",
    .summary = "Keras 3 refuses what add_loss is given",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::InvalidLoss, EventKind::InvalidLoss, EventKind::InvalidLoss},
    .check = check,
};

}  // namespace graphfence
