#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const bool refused = event.detail == outside_loss::refused;
  Draft draft{.rule = "add-loss-outside-call",
              .severity = context.level(event, refused ? Severity::Error : Severity::Warning),
              .site = event.site};
  const std::string name = context.class_name(event.object);
  if (refused) {
    draft.message =
        "`add_loss` runs while no layer is called: Keras 2 raises ValueError (\"Expected a symbolic Tensors or a "
        "callable\")";
  } else if (event.detail == outside_loss::wiped) {
    draft.message = "this loss is added while `" + name +
                    "` is not called, and Keras empties `losses` at the next call: it is silently never counted";
    draft.notes.push_back({event.call, "this call empties the list before anybody has read it"});
  } else {
    draft.message =
        "this loss is added after the step has computed its objective, and the next step empties the list: "
        "it is silently never counted";
    draft.notes.push_back({event.call, "the step runs here"});
  }
  context.report(std::move(draft));
}

}  // namespace

extern const Rule add_loss_outside_call;
const Rule add_loss_outside_call{
    .id = "add-loss-outside-call",
    .family = "losses",
    .summary = "add_loss on a layer that is not being called",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::OutsideLoss, EventKind::OutsideLoss, EventKind::OutsideLoss},
    .check = check,
};

}  // namespace graphfence
