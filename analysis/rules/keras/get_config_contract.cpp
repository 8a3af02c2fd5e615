#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  if (event.kind == EventKind::ConfigGap) {
    const auto gap = static_cast<GapOf>(event.detail);
    Draft draft{.rule = "get-config-contract", .severity = context.level(event, Severity::Error), .site = event.site};
    const std::string name = context.class_name(event.object);
    const std::string key(context.run().text(event.name));
    if (gap == GapOf::value) {
      draft.message = "`" + name +
                      "` has no `get_config` and was made with a value that no config can hold, so this "
                      "raises NotImplementedError; write a `get_config`";
      draft.notes.push_back({event.cause, "it is made here"});
    } else {
      draft.message = gap == GapOf::missing ? "the config of `" + name + "` lacks `" + key +
                                                  "`, which its constructor needs, so this "
                                                  "raises TypeError; add it in `get_config`"
                                            : "the constructor of `" + name + "` does not take `" + key +
                                                  "` of its config, so this "
                                                  "raises TypeError; give it `**kwargs` and pass them on";
      if (event.cause != 0) draft.notes.push_back({event.cause, "the config is made here"});
    }
    context.report(std::move(draft));
    return;
  }
  Draft draft{.rule = "get-config-contract", .severity = context.level(event, Severity::Warning), .site = event.site};
  draft.message = "`get_config` of `" + context.class_name(event.object) + "` returns a tensor under \"" +
                  std::string(context.run().text(event.name)) +
                  "\", which cannot be written as JSON: saving or loading the model fails; return a Python number";
  if (context.run().user_file(event.call)) draft.notes.push_back({event.call, "the config is made here"});
  if (event.cause != 0 && context.run().user_file(event.cause))
    draft.notes.push_back({event.cause, "the tensor is made here"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule get_config_contract;
const Rule get_config_contract{
    .id = "get-config-contract",
    .family = "keras",
    .summary = "a config that cannot be saved, or that the layer cannot be made from",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::ConfigTensor, EventKind::ConfigGap, EventKind::ConfigGap},
    .check = check,
};

}  // namespace graphfence
