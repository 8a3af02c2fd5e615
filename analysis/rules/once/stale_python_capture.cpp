#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const std::string name(context.run().text(event.name));
  const Region& region = context.region(event.owner_region);
  Draft draft{.rule = "stale-python-capture",
              .severity = context.level(event, event.undecided ? Severity::Information : Severity::Warning),
              .site = event.cause};
  draft.message = "`" + name + "` is read once, while " + context.graph_name(region) + " is traced: ";
  draft.message +=
      event.detail == 1
          ? "what the function stores there is never read, and later calls start from the first value again"
          : "it has another value by the time of a later call, which still uses the first one";
  if (event.call != 0 && event.call != event.cause && context.run().user_file(event.call))
    draft.notes.push_back(
        {event.call, event.detail == 1 ? "the new value is a tensor of the graph" : "the new value is made here"});
  if (event.site != 0 && event.site != event.cause)
    draft.notes.push_back({event.site, "this call runs the graph that is there already"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule stale_python_capture;
const Rule stale_python_capture{
    .id = "stale-python-capture",
    .family = "once",
    .summary = "a value that a graph took from Python when it was traced has changed since",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::StaleRead, EventKind::StaleRead, EventKind::StaleRead},
    .check = check,
};

}  // namespace graphfence
