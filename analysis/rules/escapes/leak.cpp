#include "analysis/rules/escapes/leak.h"

namespace graphfence {

bool staged_body(const RuleContext& context, const Event& event) {
  const RegionKind kind = context.region(context.escaped_region(event.owner_region, event.region)).kind;
  return kind == RegionKind::Loop || kind == RegionKind::Branch;
}

bool made_in_build(const RuleContext& context, const Event& event) {
  if (event.escape.kind != EscapeKind::Attribute || event.escape.site == 0) return false;
  return context.region(context.escaped_region(event.owner_region, event.region)).stateless &&
         context.run().chunks()[site_chunk(event.escape.site)].code->name == sym::build;
}

void report_leak(RuleContext& context, const Event& event, std::string_view rule, const std::string& where) {
  if (event.escape.site == 0 || !context.run().user_file(event.escape.site)) return;
  const Region& graph = context.region(context.escaped_region(event.owner_region, event.region));
  Draft draft{.rule = rule, .severity = context.level(event, Severity::Error), .site = event.escape.site};
  const bool body = graph.kind == RegionKind::Loop || graph.kind == RegionKind::Branch;
  const std::string place = event.verdict == Verdict::EagerRead ? "in eager code"
                            : event.verdict == Verdict::Inner   ? "in the graph around it"
                                                                : "in another graph";
  const std::string conversion = context.conversion_at(event.site);
  std::string raises = event.verdict == Verdict::Inner ? "InaccessibleTensorError" : "TypeError (out of scope)";
  if (event.verdict == Verdict::Foreign) raises += " when that function is called";
  if (conversion.starts_with('.')) {
    raises = "AttributeError: a tensor of a graph has no `" + conversion.substr(1) + "`";
  } else if (!conversion.empty()) {
    raises = "TypeError: a tensor of a graph is no number";
  }
  draft.message =
      "a tensor of " + context.graph_name(graph) + " is stored in " + where + " and used " +
      (body && event.verdict == Verdict::Inner ? "outside it" : place) +
      (event.silent ? ", where a metric or loss of Keras 2 ignores it without a word" : ", which raises " + raises);
  context.tell_graph(graph, event.site, draft);
  if (event.cause != 0 && event.cause != event.escape.site && context.run().user_file(event.cause)) {
    draft.notes.push_back({event.cause, "the tensor is made here"});
  }
  if (event.site != 0 && event.site != event.escape.site) draft.notes.push_back({event.site, "it is used here"});
  context.report(std::move(draft));
}

}  // namespace graphfence
