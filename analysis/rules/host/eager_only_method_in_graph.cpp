#include "analysis/rules/host/host_fixes.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const std::string api(context.run().text(event.name));
  const bool method = api.starts_with('.');
  if (!method && api.find('.') != std::string::npos) return;  // a library function: numpy-on-graph-tensor
  Draft draft{
      .rule = "eager-only-method-in-graph", .severity = context.level(event, Severity::Error), .site = event.site};
  const std::string what = event.object != 0 ? "a variable" : "a tensor";
  const std::string written = method ? "`" + api + "()`" : "`" + api + "()`";
  draft.message = written + " of " + what +
                  " of a graph: there is no number while the function is traced, so this raises (eager calls pass)";
  if (const SiteId opener = context.region(event.region).call_site; opener != 0 && opener != event.site) {
    draft.notes.push_back({opener, "this call opens the graph"});
  }
  add_host_fixes(api, event.site, draft);
  context.report(std::move(draft));
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
