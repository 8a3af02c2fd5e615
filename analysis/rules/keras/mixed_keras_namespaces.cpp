#include <algorithm>

#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

/// Is there anything in the layer that could be trained or saved? A frozen one is kept out of training on purpose.
bool has_weights(Interp& run, ObjId layer) {
  if (run.heap().get(layer, run.names().intern("trainable")) == v_false) return false;
  const std::vector<ObjId> all = run.tree(layer);
  const Symbol weightless = run.names().intern("_Weightless");
  for (const ObjId part : all) {
    const ClassInfo& info = run.class_info(run.heap()[part].a);
    if ((info.traits & trait_functional) != 0 && info.library && all.size() > 1) continue;
    const bool none = info.library && std::any_of(info.mro.begin(), info.mro.end(),
                                                  [&](ObjId cls) { return run.class_info(cls).name == weightless; });
    if (!none) return true;
  }
  return false;
}

void check(RuleContext& context, const Event& event) {
  const bool refused = event.detail != 0;
  if (!refused && !has_weights(context.run(), event.other)) return;
  Draft draft{.rule = "mixed-keras-namespaces",
              .severity = context.level(event, refused ? Severity::Error : Severity::Warning),
              .site = event.site};
  draft.message = "`" + context.class_name(event.object) + "` is of " +
                  (context.keras3(event.object) ? "Keras 3" : "Keras 2") + " and holds a `" +
                  context.class_name(event.other) + "` of " + (context.keras3(event.other) ? "Keras 3" : "Keras 2") +
                  ": " + (refused ? "this raises" : "its weights may be neither trained nor saved") +
                  "; import both from one package";
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
