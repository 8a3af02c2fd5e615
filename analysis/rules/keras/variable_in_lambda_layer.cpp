#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{
      .rule = "variable-in-lambda-layer", .severity = context.level(event, Severity::Warning), .site = event.site};
  draft.message = "the function of this Lambda layer uses the variable `" +
                  std::string(context.run().text(event.name)) +
                  "`, which the layer does not know: it is neither trained nor saved with the model";
  draft.notes.push_back({context.run().heap()[event.other].site, "the variable is made here"});
  if (event.call != 0) draft.notes.push_back({event.call, "the model is trained here"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule variable_in_lambda_layer;
const Rule variable_in_lambda_layer{
    .id = "variable-in-lambda-layer",
    .family = "keras",
    .summary = "a Lambda layer uses a variable from outside, which is not trained",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::LambdaState, EventKind::LambdaState, EventKind::LambdaState},
    .check = check,
};

}  // namespace graphfence
