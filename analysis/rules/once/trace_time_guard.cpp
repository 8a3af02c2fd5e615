#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "trace-time-guard", .severity = context.level(event, Severity::Warning), .site = event.site};
  const std::string name(context.run().text(event.name));
  draft.message = "`" + name + "` is asked only while the function is traced, so what stands under this condition " +
                  (event.detail != 0 ? "never runs" : "runs in every call, not once") + "; keep `" + name +
                  "` in a `tf.Variable` and use `tf.cond`";
  draft.notes.push_back({event.cause, "changed here, once for each trace"});
  context.tell_opener(context.region(event.region), event.site, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule trace_time_guard;
const Rule trace_time_guard{
    .id = "trace-time-guard",
    .family = "once",
    .summary = "code that should run once stands under a condition that the trace decides for ever",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::TraceGuard, EventKind::TraceGuard, EventKind::TraceGuard},
    .check = check,
};

}  // namespace graphfence
