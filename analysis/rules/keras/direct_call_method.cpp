#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "direct-call-method", .severity = context.level(event, Severity::Error), .site = event.site};
  draft.message = "`.call` does not build the layer, so `" + context.class_name(event.object) + "` has no `" +
                  std::string(context.run().text(event.name)) +
                  "` yet and this raises; call the layer itself, which also passes masks and the training mode";
  draft.fixes.push_back({.kind = FixPlan::Kind::CallLayer,
                         .title = "Call the layer itself",
                         .fix_class = FixClass::B,
                         .target = event.site});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule direct_call_method;
const Rule direct_call_method{
    .id = "direct-call-method",
    .family = "keras",
    .summary = "the call method of a layer that is not built, without its __call__",
    .severity = Severity::Error,
    .fix_class = FixClass::B,
    .events = {EventKind::DirectCall, EventKind::DirectCall, EventKind::DirectCall},
    .check = check,
};

}  // namespace graphfence
