#include "analysis/rules/autograph/truth_story.h"

#include <utility>

namespace graphfence {

void report_truth(RuleContext& context, const Event& event, std::string_view rule, std::string message) {
  Draft draft{.rule = rule, .severity = context.level(event, Severity::Error), .site = event.site};
  draft.message = std::move(message);
  context.tell_opener(context.region(event.region), event.site, draft);
  context.report(std::move(draft));
}

}  // namespace graphfence
