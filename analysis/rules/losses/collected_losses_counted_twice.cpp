#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "collected-losses-counted-twice",
              .severity = context.level(event, Severity::Warning),
              .site = event.site};
  draft.message =
      std::string("the collected losses count twice: ") +
      (context.keras3(event.object) ? "`compute_loss` (and `compiled_loss` of Keras 3)" : "`compute_loss`") +
      " has added `" + context.class_name(event.object) + ".losses` already";
  context.report(std::move(draft));
}

}  // namespace

extern const Rule collected_losses_counted_twice;
const Rule collected_losses_counted_twice{
    .id = "collected-losses-counted-twice",
    .family = "losses",
    .summary = "losses of the model added to an objective that has them already",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::LossesTwice, EventKind::LossesTwice, EventKind::LossesTwice},
    .check = check,
};

}  // namespace graphfence
