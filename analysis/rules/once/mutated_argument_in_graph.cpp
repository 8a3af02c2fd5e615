#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const Region& region = context.region(event.region);
  Draft draft{.rule = "mutated-argument-in-graph",
              .severity = context.level(event, event.undecided ? Severity::Information : Severity::Error),
              .site = event.site};
  draft.message = "this changes an argument of " + context.graph_name(region) +
                  ", which a traced function must leave as it is: this raises ValueError; change a copy";
  context.tell_opener(region, event.site, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule mutated_argument_in_graph;
const Rule mutated_argument_in_graph{
    .id = "mutated-argument-in-graph",
    .family = "once",
    .summary = "a list or dict that a traced function was given is changed in it",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::MutatedArgument, EventKind::MutatedArgument, EventKind::MutatedArgument},
    .check = check,
};

}  // namespace graphfence
