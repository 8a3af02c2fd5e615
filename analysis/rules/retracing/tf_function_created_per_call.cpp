#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "tf-function-created-per-call",
              .severity = context.level(event, Severity::Hint),
              .site = event.cause != 0 && context.run().user_file(event.cause) ? event.cause : event.site};
  const std::string name = context.run().function_name(Value{event.object});
  draft.message = "each time this code runs it makes a new tf.function" + (name.empty() ? "" : " `" + name + "`") +
                  ", which is traced and called once: no graph is ever used again";
  if (event.site != draft.site) draft.notes.push_back({event.site, "this call traces it"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule tf_function_created_per_call;
const Rule tf_function_created_per_call{
    .id = "tf-function-created-per-call",
    .family = "retracing",
    .summary = "a tf.function is made anew for each call, and traced each time",
    .severity = Severity::Hint,
    .fix_class = FixClass::D,
    .events = {EventKind::MadePerCall, EventKind::MadePerCall, EventKind::MadePerCall},
    .check = check,
};

}  // namespace graphfence
