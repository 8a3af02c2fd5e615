#include "analysis/rules/escapes/leak.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  if (event.escape.kind != EscapeKind::Memo) return;
  report_leak(context, event, "trace-cached-tensor",
              "the cache of `" + std::string(context.run().text(event.escape.name)) + "`");
}

}  // namespace

extern const Rule trace_cached_tensor;
const Rule trace_cached_tensor{
    .id = "trace-cached-tensor",
    .family = "escapes",
    .summary = "a function that remembers its results keeps a tensor of a graph",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::LeakUse, EventKind::LeakUse, EventKind::LeakUse},
    .check = check,
};

}  // namespace graphfence
