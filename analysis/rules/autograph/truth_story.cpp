#include "analysis/rules/autograph/truth_story.h"

#include <utility>

namespace graphfence {

void report_truth(RuleContext& context, const Event& event, std::string_view rule, std::string message) {
  Draft draft{.rule = rule, .severity = context.level(event, Severity::Error), .site = event.site};
  draft.message = std::move(message);
  if (const SiteId opener = context.region(event.region).call_site; opener != 0 && opener != event.site)
    draft.notes.push_back({opener, "this call opens the graph"});
  context.report(std::move(draft));
}

}  // namespace graphfence
