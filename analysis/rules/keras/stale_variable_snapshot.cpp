#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const bool raises = event.detail != 0 || context.keras3(event.object);
  Draft draft{.rule = "stale-variable-snapshot",
              .severity = context.level(event, raises ? Severity::Error : Severity::Warning),
              .site = event.site};
  const std::string name = context.class_name(event.object);
  if (event.detail != 0) {
    draft.message =
        "this `" + name +
        "` has no weights before its first call, and asking for them raises ValueError in Keras 2; ask after "
        "the model was called or built";
  } else {
    draft.message = "`" + name + "` has no weights before its first call, so this list stays empty and " +
                    (raises ? "applying its gradients raises ValueError" : "nothing is ever trained") +
                    "; ask after the model was called or built";
    draft.notes.push_back({event.call, "the empty list arrives here"});
  }
  context.report(std::move(draft));
}

}  // namespace

extern const Rule stale_variable_snapshot;
const Rule stale_variable_snapshot{
    .id = "stale-variable-snapshot",
    .family = "keras",
    .summary = "the variables of a model are asked for before it has any",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::EarlyVariables, EventKind::EarlyVariables, EventKind::EarlyVariables},
    .check = check,
};

}  // namespace graphfence
