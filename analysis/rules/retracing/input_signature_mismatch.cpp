#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{
      .rule = "input-signature-mismatch", .severity = context.level(event, Severity::Error), .site = event.site};
  draft.message = "`input_signature` has " + std::to_string(event.detail) +
                  (event.detail == 1 ? " entry" : " entries") + " too few for the parameters of `" +
                  context.run().function_name(Value{event.object}) +
                  "`, which raises; give one for each parameter without a default";
  context.report(std::move(draft));
}

}  // namespace

extern const Rule input_signature_mismatch;
const Rule input_signature_mismatch{
    .id = "input-signature-mismatch",
    .family = "retracing",
    .summary = "input_signature has fewer entries than the function has parameters",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::ShortSignature, EventKind::ShortSignature, EventKind::ShortSignature},
    .check = check,
};

}  // namespace graphfence
