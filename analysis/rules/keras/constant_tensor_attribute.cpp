#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "constant-tensor-attribute", .severity = Severity::Hint, .site = event.site};
  draft.message = "`" + std::string(context.run().text(event.name)) + "` of `" + context.class_name(event.object) +
                  "` is a constant tensor: under mixed precision it has the wrong dtype, and get_config cannot return "
                  "it; a Python number works everywhere";
  const SiteId made = event.value.single() ? context.run().heap()[event.value.obj()].site : 0;
  if (made != 0 && context.run().user_file(made)) {
    draft.fixes.push_back({.kind = FixPlan::Kind::PythonConstant,
                           .title = "Keep the Python number",
                           .fix_class = FixClass::B,
                           .target = made});
  }
  context.report(std::move(draft));
}

}  // namespace

extern const Rule constant_tensor_attribute;
const Rule constant_tensor_attribute{
    .id = "constant-tensor-attribute",
    .family = "keras",
    .summary = "a layer keeps a hyper-parameter as a constant tensor",
    .severity = Severity::Hint,
    .fix_class = FixClass::B,
    .events = {EventKind::TensorAttribute, EventKind::TensorAttribute, EventKind::TensorAttribute},
    .check = check,
};

}  // namespace graphfence
