#include "analysis/rules/host/host_fixes.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const std::string api(context.run().text(event.name));
  if (api.starts_with('.') || api.find('.') == std::string::npos) return;  // eager-only-method-in-graph
  Draft draft{.rule = "numpy-on-graph-tensor", .severity = context.level(event, Severity::Error), .site = event.site};
  draft.message = "`" + api + "` needs the numbers of " + (event.object != 0 ? "a variable" : "a tensor") +
                  " of a graph, which do not exist while the function is traced: this raises (eager calls pass)";
  if (const SiteId opener = context.region(event.region).call_site; opener != 0 && opener != event.site) {
    draft.notes.push_back({opener, "this call opens the graph"});
  }
  add_host_fixes(api, event.site, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule numpy_on_graph_tensor;
const Rule numpy_on_graph_tensor{
    .id = "numpy-on-graph-tensor",
    .family = "host",
    .summary = "a NumPy or other host function applied to a tensor of a graph",
    .severity = Severity::Error,
    .fix_class = FixClass::B,
    .events = {EventKind::HostConvert, EventKind::HostConvert, EventKind::HostConvert},
    .check = check,
};

}  // namespace graphfence
