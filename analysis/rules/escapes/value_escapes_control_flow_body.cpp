#include "analysis/rules/escapes/leak.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  if (event.escape.kind == EscapeKind::AddLoss || event.escape.kind == EscapeKind::None || !staged_body(context, event))
    return;
  report_leak(context, event, "value-escapes-control-flow-body", "state outside the loop or branch");
}

}  // namespace

extern const Rule value_escapes_control_flow_body;
const Rule value_escapes_control_flow_body{
    .id = "value-escapes-control-flow-body",
    .family = "escapes",
    .summary = "a value made in a staged loop or branch is stored and used after it",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::LeakUse, EventKind::LeakUse, EventKind::LeakUse},
    .check = check,
};

}  // namespace graphfence
