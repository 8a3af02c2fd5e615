#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "constant-tensor-attribute", .severity = Severity::Hint, .site = event.site};
  draft.message = "`" + std::string(context.run().text(event.name)) + "` of `" + context.class_name(event.object) +
                  "` is a constant tensor: under mixed precision it has the wrong dtype, and get_config cannot return it; a Python number works everywhere";
  context.report(std::move(draft));
}

}  // namespace

extern const Rule constant_tensor_attribute;
const Rule constant_tensor_attribute{
    .id = "constant-tensor-attribute",
    .family = "keras",
    .summary = "a layer keeps a hyper-parameter as a constant tensor",
    .severity = Severity::Hint,
    .fix_class = FixClass::D,
    .events = {EventKind::TensorAttribute, EventKind::TensorAttribute, EventKind::TensorAttribute},
    .check = check,
};

}  // namespace graphfence
