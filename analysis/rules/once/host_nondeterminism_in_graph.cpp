#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const Region& region = context.region(event.region);
  const bool clock = event.detail == 1;
  Draft draft{.rule = "host-nondeterminism-in-graph",
              .severity = context.level(event, clock || event.undecided ? Severity::Information : Severity::Warning),
              .site = event.site};
  const std::string api(context.run().text(event.name));
  draft.message = "`" + api + "` runs once, while " + context.graph_name(region) +
                  " is traced: " + (clock ? "the time of that moment is kept" : "what it gives then is kept") +
                  " for every later " + (region.kind == RegionKind::Dataset ? "element" : "call");
  context.tell_opener(region, event.site, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule host_nondeterminism_in_graph;
const Rule host_nondeterminism_in_graph{
    .id = "host-nondeterminism-in-graph",
    .family = "once",
    .summary = "a random number or the time is taken by Python while a graph is traced, and stays the same for ever",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::HostDraw, EventKind::HostDraw, EventKind::HostDraw},
    .check = check,
};

}  // namespace graphfence
