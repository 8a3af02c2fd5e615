#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const Region& region = context.region(event.region);
  const bool shown = event.detail == effect_of::shown;
  Draft draft{.rule = "python-side-effect-in-graph",
              .severity = context.level(event, shown && !event.undecided ? Severity::Warning : Severity::Information),
              .site = event.site};
  const std::string name(context.run().text(event.name));
  const std::string once = "only while " + context.graph_name(region) + " is traced, not each time it runs";
  switch (event.detail) {
    case effect_of::shown:
      draft.message = "`" + name.substr(name.starts_with("builtins.") ? 9 : 0) + "` runs " + once +
                      ", and shows a symbolic tensor without a value";
      break;
    case effect_of::count:
      draft.message = (name.empty() ? "this number" : "`" + name + "`") + " is counted on " + once;
      break;
    case effect_of::append:
      draft.message = "the list gets this element " + once;
      break;
    default:
      draft.message = "`" + name.substr(name.starts_with("builtins.") ? 9 : 0) + "` runs " + once;
      break;
  }
  context.tell_opener(region, event.site, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule python_side_effect_in_graph;
const Rule python_side_effect_in_graph{
    .id = "python-side-effect-in-graph",
    .family = "once",
    .summary = "printing, writing, counting or collecting in Python that happens once for each trace",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::HostEffect, EventKind::HostEffect, EventKind::HostEffect},
    .check = check,
};

}  // namespace graphfence
