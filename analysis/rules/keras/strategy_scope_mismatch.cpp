#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "strategy-scope-mismatch", .severity = context.level(event, Severity::Error), .site = event.site};
  draft.message = "this compiles in the scope of a strategy, but `" + context.class_name(event.object) +
                  "` was made outside of it, and training raises; make models and optimizers in the block as well";
  draft.notes.push_back({event.cause, "made here, outside the scope"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule strategy_scope_mismatch;
const Rule strategy_scope_mismatch{
    .id = "strategy-scope-mismatch",
    .family = "keras",
    .summary = "a model or optimizer made outside the scope of the strategy it is compiled in",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::OtherScope, EventKind::OtherScope, EventKind::OtherScope},
    .check = check,
};

}  // namespace graphfence
