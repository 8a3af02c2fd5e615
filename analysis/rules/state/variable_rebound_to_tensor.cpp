#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const std::string name(context.run().text(event.name));
  Draft draft{.rule = "variable-rebound-to-tensor", .site = event.site};
  if (event.detail == rebound::stored) {
    draft.severity = context.level(event, event.undecided ? Severity::Information : Severity::Warning);
    draft.message = "`" + name + "` was a variable of `" + context.class_name(event.object) +
                    "` and is a plain tensor from here on: it is " +
                    (context.keras3(event.object) ? "no longer what the layer trains and saves"
                                                  : "no longer a weight of the layer") +
                    ". `assign` changes the variable itself";
  } else if (event.detail == rebound::in_place) {
    draft.severity = context.level(event, Severity::Error);
    draft.message =
        "a variable cannot be changed by an augmented assignment: this raises RuntimeError. `assign_add`, "
        "`assign_sub` and `assign` change it";
  } else {
    draft.severity = context.level(event, Severity::Error);
    draft.message =
        "`" + name + "` is a method of variables, and this is a plain tensor of the graph: it raises AttributeError";
    if (event.cause != 0 && event.cause != event.site && context.run().user_file(event.cause))
      draft.notes.push_back({event.cause, "here the name becomes a tensor's"});
  }
  context.report(std::move(draft));
}

}  // namespace

extern const Rule variable_rebound_to_tensor;
const Rule variable_rebound_to_tensor{
    .id = "variable-rebound-to-tensor",
    .family = "state",
    .summary = "the name of a variable is bound to a tensor",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::Rebound, EventKind::Rebound, EventKind::Rebound},
    .check = check,
};

}  // namespace graphfence
