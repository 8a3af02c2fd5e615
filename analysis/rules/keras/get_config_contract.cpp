#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "get-config-contract", .severity = context.level(event, Severity::Warning), .site = event.site};
  draft.message = "`get_config` of `" + context.class_name(event.object) + "` returns a tensor under \"" +
                  std::string(context.run().text(event.name)) +
                  "\", which cannot be written as JSON: saving or loading the model fails; return a Python number";
  if (event.cause != 0 && context.run().user_file(event.cause))
    draft.notes.push_back({event.cause, "the tensor is made here"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule get_config_contract;
const Rule get_config_contract{
    .id = "get-config-contract",
    .family = "keras",
    .summary = "get_config returns values that cannot be saved",
    .severity = Severity::Warning,
    .fix_class = FixClass::D,
    .events = {EventKind::ConfigTensor, EventKind::ConfigTensor, EventKind::ConfigTensor},
    .check = check,
};

}  // namespace graphfence
