#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  if (!event.value.single()) return;
  Interp& run = context.run();
  Draft draft{.rule = "weight-only-add-loss", .severity = Severity::Information, .site = event.site};
  // The one weight of the layer; several weights need a person.
  ObjId weight = 0;
  std::string attribute;
  bool several = false;
  for (const Symbol name : std::vector<Symbol>(run.heap().names(event.object))) {
    const Value v = run.heap().get(event.object, name);
    if (!v.single() || run.heap()[v.obj()].kind != Kind::Instance || (run.traits(v) & trait_variable) == 0) continue;
    several = weight != 0;
    weight = v.obj();
    attribute = run.text(name);
  }
  draft.message = weight != 0 ? "this loss depends on weights alone; `regularizer=` of `add_weight` does the same, is "
                                "counted once and survives any tf.function"
                              : "this layer only penalises weights it is given: it counts once per call, and not at "
                                "all in a cached trace; `regularizer=` where "
                                "the weight is made does the same";
  if (weight != 0 && !several && run.user_file(run.heap()[weight].site)) {
    draft.notes.push_back({run.heap()[weight].site, "the weight is made here"});
    draft.fixes.push_back({.kind = FixPlan::Kind::RegulariserForLoss,
                           .title = "Use `regularizer=` of `add_weight` instead of `add_loss`",
                           .fix_class = FixClass::B,
                           .target = event.site,
                           .other = run.heap()[weight].site,
                           .names = {attribute}});
  }
  context.report(std::move(draft));
}

}  // namespace

extern const Rule weight_only_add_loss;
const Rule weight_only_add_loss{
    .id = "weight-only-add-loss",
    .family = "losses",
    .summary = "a loss that depends on weights alone is a regulariser",
    .severity = Severity::Information,
    .fix_class = FixClass::B,
    .events = {EventKind::WeightLoss, EventKind::WeightLoss, EventKind::WeightLoss},
    .check = check,
};

}  // namespace graphfence
