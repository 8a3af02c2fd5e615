#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{
      .rule = "tape-misses-computation", .severity = context.level(event, Severity::Warning), .site = event.site};
  switch (event.detail) {
    case untaped::before:
      draft.message =
          "what is differentiated was computed from weights before the tape began, so the gradient is None and "
          "nothing is trained; call the model inside the `with` block";
      draft.notes.push_back({event.cause, "computed here, where no tape records"});
      draft.notes.push_back({event.call, "the gradient is taken here"});
      break;
    case untaped::after:
      draft.message =
          "this is computed after the block of the tape, which does not record it, so the gradient is None; move "
          "it into the `with` block";
      draft.notes.push_back({event.call, "the gradient is taken here"});
      break;
    case untaped::integer:
      draft.message =
          "the gradient is None: this variable holds integers, and only numbers with a fraction have gradients; "
          "make it with `1.0` instead of `1`, or with a dtype";
      draft.notes.push_back({event.cause, "the variable is made here"});
      break;
    default:
      draft.message =
          "the gradient is None: a tape watches variables by itself, but a tensor only after `tape.watch(…)`; "
          "watch it first in the `with` block";
      if (context.run().user_file(event.cause)) draft.notes.push_back({event.cause, "this tensor is made here"});
  }
  context.report(std::move(draft));
}

}  // namespace

extern const Rule tape_misses_computation;
const Rule tape_misses_computation{
    .id = "tape-misses-computation",
    .family = "host",
    .summary = "a gradient of something that no tape recorded",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::UntapedForward, EventKind::UntapedForward, EventKind::UntapedForward},
    .check = check,
};

}  // namespace graphfence
