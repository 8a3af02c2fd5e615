#include "analysis/rules/escapes/leak.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  if (event.escape.kind != EscapeKind::Attribute) return;
  if (staged_body(context, event) || made_in_build(context, event)) return;
  report_leak(context, event, "tensor-leak-to-attribute",
              "`" + std::string(context.run().text(event.escape.name)) + "`");
}

}  // namespace

extern const Rule tensor_leak_to_attribute;
const Rule tensor_leak_to_attribute{
    .id = "tensor-leak-to-attribute",
    .family = "escapes",
    .summary = "a tensor of a graph is stored on an object and used outside that graph",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::LeakUse, EventKind::LeakUse, EventKind::LeakUse},
    .check = check,
};

}  // namespace graphfence
