#include "analysis/rules/autograph/truth_story.h"

namespace graphfence {

namespace {

/// A plain loop over a tensor is told like a statement.
ir::Why why(std::uint32_t construct) {
  return construct == truth_of::iteration ? ir::Why::Statement : static_cast<ir::Why>(construct);
}

std::string asks(std::uint32_t construct) {
  if (construct == truth_of::iteration || why(construct) == ir::Why::Comprehension) return "this loops over";
  std::string_view who = "`if`";
  switch (why(construct)) {
    case ir::Why::Ternary:
      who = "`… if … else …`";
      break;
    case ir::Why::And:
      who = "`and`";
      break;
    case ir::Why::Or:
      who = "`or`";
      break;
    case ir::Why::Assert:
      who = "`assert`";
      break;
    case ir::Why::ComprehensionFilter:
      who = "the condition of a comprehension";
      break;
    case ir::Why::MatchCase:
      who = "`match`";
      break;
    default:
      break;
  }
  return std::string(who) + " needs the truth of";
}

/// Why AutoGraph leaves this code as it is.
std::string reason(const RuleContext& context, const Event& event) {
  switch (why(event.detail)) {
    case ir::Why::Comprehension:
    case ir::Why::ComprehensionFilter:
      return "AutoGraph does not convert comprehensions";
    case ir::Why::Assert:
      return "AutoGraph does not convert `assert`";
    case ir::Why::MatchCase:
      return "AutoGraph does not convert `match`";
    default:
      break;
  }
  for (RegionId r = event.region; context.region(r).parent != r; r = context.region(r).parent) {
    const Region& region = context.region(r);
    if (region.opener == 0 || context.run().heap()[region.opener].kind != Kind::TFFunction) continue;
    if (!context.run().trace_options(region.opener).autograph)
      return "`" + context.opener_name(region) + "` is traced with `autograph=False`";
    break;
  }
  return "AutoGraph does not convert this code";
}

void check(RuleContext& context, const Event& event) {
  if (event.name || event.detail == truth_of::unpacking) return;  // python-builtin-on-tensor
  if (event.value.single() && context.run().heap()[event.value.obj()].kind == Kind::KerasTensor) {
    report_truth(context, event, "tensor-control-flow-in-unconverted-code",
                 asks(event.detail) + " a KerasTensor, a placeholder that has no value, so this raises");
    return;
  }
  report_truth(context, event, "tensor-control-flow-in-unconverted-code",
               asks(event.detail) + " a tensor of a graph, and " + reason(context, event) +
                   ": there is no number while the function is traced, so this raises OperatorNotAllowedInGraphError");
}

}  // namespace

extern const Rule tensor_control_flow_in_unconverted_code;
const Rule tensor_control_flow_in_unconverted_code{
    .id = "tensor-control-flow-in-unconverted-code",
    .family = "autograph",
    .summary = "Python control flow on a tensor of a graph where AutoGraph converts nothing",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::TensorTruth, EventKind::TensorTruth, EventKind::TensorTruth},
    .check = check,
};

}  // namespace graphfence
