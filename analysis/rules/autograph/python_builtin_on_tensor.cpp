#include "analysis/rules/autograph/truth_story.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const std::string function(context.run().text(event.name));
  std::string message;
  if (event.value.single() && context.run().heap()[event.value.obj()].kind == Kind::KerasTensor) {
    if (function.empty() && event.detail != truth_of::unpacking) return;
    message = (function.empty() ? std::string("unpacking") : "`" + function + "()`") +
              " needs the numbers of a KerasTensor, a placeholder that has none, so this raises";
    report_truth(context, event, "python-builtin-on-tensor", std::move(message));
    return;
  }
  if (event.detail == truth_of::unpacking) {
    message = "unpacking iterates over a tensor of a graph";
  } else if (function.empty()) {
    return;  // tensor-control-flow-in-unconverted-code
  } else if (event.detail == truth_of::iteration) {
    message = "`" + function + "()` iterates over a tensor of a graph";
  } else if (function == "any" || function == "all") {
    message = "`" + function + "()` needs the truth of a tensor of a graph";
  } else {
    message = "`" + function + "()` compares tensors of a graph and needs to know which is larger";
  }
  message +=
      ": there are no numbers while the function is traced, also where AutoGraph converts the code, so this raises";
  report_truth(context, event, "python-builtin-on-tensor", std::move(message));
}

}  // namespace

extern const Rule python_builtin_on_tensor;
const Rule python_builtin_on_tensor{
    .id = "python-builtin-on-tensor",
    .family = "autograph",
    .summary = "a built-in function or unpacking that iterates over, or compares, tensors of a graph",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::TensorTruth, EventKind::TensorTruth, EventKind::TensorTruth},
    .check = check,
};

}  // namespace graphfence
