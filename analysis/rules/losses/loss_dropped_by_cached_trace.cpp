#include <algorithm>

#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{
      .rule = "loss-dropped-by-cached-trace", .severity = context.level(event, Severity::Warning), .site = event.site};
  // Somebody we do not see may reset what the condition reads.
  if (event.client) draft.severity = std::max(draft.severity, Severity::Information);
  draft.message = "`" + context.class_name(event.object) + "` adds this loss in its first call only: Keras empties " +
                  "`losses` at every call, so the penalty is silently missing from the second call or trace on";
  draft.notes.push_back({event.cause, "the loss that is added once"});
  draft.notes.push_back({event.call, "the code itself changes `" + std::string(context.run().text(event.name)) +
                                         "`, and the value survives the call"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule loss_dropped_by_cached_trace;
const Rule loss_dropped_by_cached_trace{
    .id = "loss-dropped-by-cached-trace",
    .family = "losses",
    .summary = "add_loss behind a flag that the first call sets: later calls and traces have no loss",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::OnceLoss, EventKind::OnceLoss, EventKind::OnceLoss},
    .check = check,
};

}  // namespace graphfence
