#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{
      .rule = "mixed-keras-namespaces", .severity = context.level(event, Severity::Warning), .site = event.site};
  draft.message = "`" + context.class_name(event.object) + "` is of " +
                  (context.keras3(event.object) ? "Keras 3" : "Keras 2") + " and holds a `" +
                  context.class_name(event.other) + "` of " + (context.keras3(event.other) ? "Keras 3" : "Keras 2") +
                  ": its weights may be neither trained nor saved; import both from one package";
  context.report(std::move(draft));
}

}  // namespace

extern const Rule mixed_keras_namespaces;
const Rule mixed_keras_namespaces{
    .id = "mixed-keras-namespaces",
    .family = "keras",
    .summary = "objects of two Keras implementations meet",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::MixedKeras, EventKind::MixedKeras, EventKind::MixedKeras},
    .check = check,
};

}  // namespace graphfence
