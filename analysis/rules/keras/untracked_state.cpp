#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "untracked-state", .severity = context.level(event, Severity::Warning), .site = event.site};
  if (event.detail != 0) {
    draft.message = "tf.Module does not know layers of Keras 3: the variables of `" + context.class_name(event.other) +
                    "` are missing here, so they are neither trained nor saved";
    if (context.run().user_file(context.run().heap()[event.other].site))
      draft.notes.push_back({context.run().heap()[event.other].site, "the layer is made here"});
  } else {
    draft.message = "Keras 3 does not know the tf.Variable in `" + std::string(context.run().text(event.name)) +
                    "` of `" + context.class_name(event.object) +
                    "`: it is neither trained nor saved; use `add_weight` or `keras.Variable`";
    if (event.call != 0) draft.notes.push_back({event.call, "the weights are asked for here"});
  }
  context.report(std::move(draft));
}

}  // namespace

extern const Rule untracked_state;
const Rule untracked_state{
    .id = "untracked-state",
    .family = "keras",
    .summary = "a variable or layer that Keras 3 does not know: neither trained nor saved",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::Untracked, EventKind::Untracked, EventKind::Untracked},
    .check = check,
};

}  // namespace graphfence
