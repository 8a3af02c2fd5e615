#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const Region& region = context.region(event.region);
  Draft draft{.rule = "python-iterator-in-graph",
              .severity = context.level(event, event.undecided ? Severity::Information : Severity::Warning),
              .site = event.site};
  draft.message = "the iterator is read once, while " + context.graph_name(region) +
                  " is traced: later calls get the same items, and another trace goes on where this one stopped";
  context.tell_opener(region, event.site, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule python_iterator_in_graph;
const Rule python_iterator_in_graph{
    .id = "python-iterator-in-graph",
    .family = "once",
    .summary = "an iterator of Python is read while a graph is traced",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::PythonIterator, EventKind::PythonIterator, EventKind::PythonIterator},
    .check = check,
};

}  // namespace graphfence
