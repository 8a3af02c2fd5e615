#include "analysis/rules/state/created.h"

namespace graphfence {

bool of_a_layer(const RuleContext& context, const Event& event) {
  return event.object != 0 && (context.run().traits(Value{event.object}) & trait_layer) != 0;
}

void report_created(RuleContext& context, const Event& event, std::string_view rule, const std::string& what) {
  if (event.undecided || event.caught) return;
  const Region& region = context.region(event.region);
  const SiteId made = event.cause != 0 && context.run().user_file(event.cause) ? event.cause : event.site;
  Draft draft{.rule = rule, .severity = context.level(event, Severity::Error), .site = made};
  draft.message =
      what + " every time " + context.graph_name(region) +
      " is traced. TensorFlow traces a function twice when the first trace makes variables, and the second " +
      "must not make any: this raises ValueError";
  if (made != event.site) draft.notes.push_back({event.site, "its variables come into being here"});
  context.tell_opener(region, made, draft);
  context.report(std::move(draft));
}

}  // namespace graphfence
