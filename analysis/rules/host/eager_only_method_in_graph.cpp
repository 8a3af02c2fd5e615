#include "analysis/rules/host/host_fixes.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const std::string api(context.run().text(event.name));
  const bool method = api.starts_with('.');
  if (!method && api.find('.') != std::string::npos) return;  // a library function: numpy-on-graph-tensor
  report_host_conversion(
      context, event, "eager-only-method-in-graph",
      "`" + api + "()` of " + (event.object != 0 ? "a variable" : "a tensor") +
          " of a graph: there is no number while the function is traced, so this raises (eager calls pass)");
}

}  // namespace

extern const Rule eager_only_method_in_graph;
const Rule eager_only_method_in_graph{
    .id = "eager-only-method-in-graph",
    .family = "host",
    .summary = "a method or conversion that only eager tensors have, used in a graph",
    .severity = Severity::Error,
    .fix_class = FixClass::B,
    .events = {EventKind::HostConvert, EventKind::HostConvert, EventKind::HostConvert},
    .check = check,
};

}  // namespace graphfence
