#include <algorithm>

#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const RegionKind kind = context.region(event.region).kind;
  if (kind == RegionKind::Step || kind == RegionKind::Function) return;  // symbolic-in-closure
  Draft draft{.rule = "tf-op-on-keras-tensor", .severity = context.level(event, Severity::Error), .site = event.site};
  // The condition may ask which Keras it is.
  if (event.guarded && event.detail == static_cast<std::uint32_t>(PlaceholderOf::operation))
    draft.severity = std::max(draft.severity, Severity::Information);
  const std::string api(context.run().text(event.name));
  switch (static_cast<PlaceholderOf>(event.detail)) {
    case PlaceholderOf::operation:
      draft.message = "`" + api +
                      "` is given a KerasTensor, a placeholder without a value: Keras 3 raises ValueError; use the "
                      "function of `keras.ops`, or call it in a layer";
      break;
    case PlaceholderOf::traced:
      draft.message = (api.empty() ? std::string("a tf.function") : "`" + api + "`") +
                      " is given a KerasTensor, a placeholder that cannot enter a graph, so this raises; call it in a "
                      "layer";
      break;
    case PlaceholderOf::host:
      draft.message = "`" + api + "` needs the value of a KerasTensor, a placeholder that has none, so this raises";
      break;
  }
  if (event.cause != 0) draft.notes.push_back({event.cause, "the placeholder is made here"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule tf_op_on_keras_tensor;
const Rule tf_op_on_keras_tensor{
    .id = "tf-op-on-keras-tensor",
    .family = "keras",
    .summary = "a TensorFlow or NumPy function, or a tf.function, is given a placeholder of functional construction",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::PlaceholderUse, EventKind::PlaceholderUse, EventKind::PlaceholderUse},
    .check = check,
};

}  // namespace graphfence
