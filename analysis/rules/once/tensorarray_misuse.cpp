#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "tensorarray-misuse", .severity = context.level(event, Severity::Warning), .site = event.site};
  const std::string method(context.run().text(event.name));
  draft.message =
      "in a graph `" + method +
      "` gives a new TensorArray and leaves this one as it was, so what it writes is lost; assign the result, "
      "as in `array = array." +
      method + "(…)`";
  context.tell_opener(context.region(event.region), event.site, draft);
  draft.fixes.push_back({.kind = FixPlan::Kind::KeepResult,
                         .title = "Keep the array that `" + method + "` gives",
                         .fix_class = FixClass::A,
                         .target = event.site});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule tensorarray_misuse;
const Rule tensorarray_misuse{
    .id = "tensorarray-misuse",
    .family = "once",
    .summary = "the array that TensorArray.write gives is dropped in a graph",
    .severity = Severity::Warning,
    .fix_class = FixClass::A,
    .events = {EventKind::LostWrite, EventKind::LostWrite, EventKind::LostWrite},
    .check = check,
};

}  // namespace graphfence
