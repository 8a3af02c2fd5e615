#include "analysis/rules/escapes/leak.h"

namespace graphfence {

bool staged_body(const RuleContext& context, const Event& event) {
  const RegionKind kind = context.region(context.escaped_region(event.owner_region, event.region)).kind;
  return kind == RegionKind::Loop || kind == RegionKind::Branch;
}

void report_leak(RuleContext& context, const Event& event, std::string_view rule, const std::string& where) {
  if (event.escape.site == 0 || !context.run().user_file(event.escape.site)) return;
  const Region& graph = context.region(context.escaped_region(event.owner_region, event.region));
  const std::string name = context.opener_name(graph);
  Draft draft{.rule = rule, .severity = context.level(event, Severity::Error), .site = event.escape.site};
  const std::string owner = graph.kind == RegionKind::Step      ? "Keras' training function"
                            : graph.kind == RegionKind::Dataset ? "a dataset callback"
                            : graph.kind == RegionKind::Scratch ? "Keras' scratch graph"
                            : !name.empty()                     ? "the trace of `" + name + "`"
                                                                : "a graph";
  draft.message = "a tensor of " + owner + " is stored in " + where + " and used " +
                  (event.verdict == Verdict::EagerRead ? "in eager code, which raises TypeError (out of scope)"
                   : event.verdict == Verdict::Inner
                       ? "in the graph around it, which raises InaccessibleTensorError"
                       : "in another graph, which raises TypeError (out of scope) when that function is called");
  if (graph.definition != 0) draft.notes.push_back({graph.definition, "this opens the graph"});
  if (graph.call_site != 0 && graph.call_site != event.site)
    draft.notes.push_back({graph.call_site, "this call traces it"});
  if (event.cause != 0 && event.cause != event.escape.site && context.run().user_file(event.cause)) {
    draft.notes.push_back({event.cause, "the tensor is made here"});
  }
  if (event.site != 0 && event.site != event.escape.site) draft.notes.push_back({event.site, "it is used here"});
  context.report(std::move(draft));
}

}  // namespace graphfence
