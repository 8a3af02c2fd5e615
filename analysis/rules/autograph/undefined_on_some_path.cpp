#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const std::string name(context.run().text(event.name));
  Draft draft{.rule = "undefined-on-some-path", .severity = context.level(event, Severity::Error), .site = event.site};
  switch (event.detail) {
    case one_branch::none:
      draft.message =
          "`" + name + "` is a value at the end of one branch of this `if` and None at the end of the other";
      break;
    case one_branch::unbound:
      draft.message = "`" + name + "` is bound in one branch of this `if` only";
      break;
    default:
      draft.message = "one branch of this `if` returns a value, and without it the function ends without one";
      break;
  }
  draft.message +=
      ": the condition is a tensor, so both branches become part of the graph and must agree; this raises ValueError";
  if (event.cause != 0) draft.notes.push_back({event.cause, "the value of one branch"});
  context.tell_opener(context.region(event.region), event.site, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule undefined_on_some_path;
const Rule undefined_on_some_path{
    .id = "undefined-on-some-path",
    .family = "autograph",
    .summary = "a name that has a value on one side of a staged `if` only",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::OneBranch, EventKind::OneBranch, EventKind::OneBranch},
    .check = check,
};

}  // namespace graphfence
