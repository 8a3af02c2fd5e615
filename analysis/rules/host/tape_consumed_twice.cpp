#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "tape-consumed-twice", .severity = context.level(event, Severity::Error), .site = event.site};
  draft.message =
      "the tape gave a gradient before and is not persistent, so this raises RuntimeError; ask once for a list of "
      "sources, or make the tape with `persistent=True`";
  if (event.object != 0) draft.notes.push_back({context.run().heap()[event.object].site, "the tape is made here"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule tape_consumed_twice;
const Rule tape_consumed_twice{
    .id = "tape-consumed-twice",
    .family = "host",
    .summary = "a gradient tape that is not persistent is asked twice",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::TapeSpent, EventKind::TapeSpent, EventKind::TapeSpent},
    .check = check,
};

}  // namespace graphfence
