#include "analysis/rules/escapes/leak.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const EscapeKind kind = event.escape.kind;
  if (kind != EscapeKind::Container && kind != EscapeKind::Global && kind != EscapeKind::Closure) return;
  if (staged_body(context, event)) return;
  const std::string name(context.run().text(event.escape.name));
  report_leak(context, event, "tensor-leak-to-outer-state",
              kind == EscapeKind::Container ? std::string("a container that outlives the trace")
                                            : "the outer variable `" + name + "`");
}

}  // namespace

extern const Rule tensor_leak_to_outer_state;
const Rule tensor_leak_to_outer_state{
    .id = "tensor-leak-to-outer-state",
    .family = "escapes",
    .summary = "a tensor of a graph is put into a global, closure or container and used outside that graph",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::LeakUse, EventKind::LeakUse, EventKind::LeakUse},
    .check = check,
};

}  // namespace graphfence
