#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{
      .rule = "eager-debug-left-on", .severity = context.level(event, Severity::Information), .site = event.site};
  draft.message =
      "`" + std::string(context.run().text(event.name)) +
      "` runs graphs as Python, for debugging: everything is slower, and mistakes that graphs would show stay hidden";
  context.report(std::move(draft));
}

}  // namespace

extern const Rule eager_debug_left_on;
const Rule eager_debug_left_on{
    .id = "eager-debug-left-on",
    .family = "habits",
    .summary = "a switch for debugging runs every graph as Python",
    .severity = Severity::Information,
    .fix_class = FixClass::D,
    .events = {EventKind::EagerDebug, EventKind::EagerDebug, EventKind::EagerDebug},
    .check = check,
};

}  // namespace graphfence
