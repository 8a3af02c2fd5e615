#include "analysis/rules/host/host_fixes.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const std::string api(context.run().text(event.name));
  if (api.starts_with('.') || api.find('.') == std::string::npos) return;  // eager-only-method-in-graph
  const library::Api* entry = library::find_api(api);
  const bool iterates =
      entry != nullptr && (entry->use == library::Use::Iterate || entry->use == library::Use::IterateAll);
  const std::string what = event.object != 0 ? "a variable" : "a tensor";
  const bool path = api.starts_with("os.");
  report_host_conversion(context, event, "numpy-on-graph-tensor",
                         path ? "`" + api + "` takes a text of Python, and " + what +
                                    " of a graph is none: this raises TypeError; use `tf.strings` and `tf.io` instead"
                         : iterates ? "`" + api + "` goes through " + what +
                                          " of a graph, which has no items while the function is traced: this raises "
                                          "(eager calls pass)"
                                    : "`" + api + "` needs the numbers of " + what +
                                          " of a graph, which do not exist while the function is traced: this raises "
                                          "(eager calls pass)");
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
