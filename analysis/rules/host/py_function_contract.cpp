#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  if (event.kind == EventKind::UnknownRank) {
    Draft draft{.rule = "py-function-contract", .severity = context.level(event, Severity::Error), .site = event.cause};
    draft.message = "nobody knows the rank of what Python gives, and `" + context.class_name(event.object) +
                    "` needs it: this raises ValueError; name it with `set_shape` or `tf.ensure_shape`";
    draft.notes.push_back({event.site, "the layer is used here"});
    context.report(std::move(draft));
    return;
  }
  Draft draft{.rule = "py-function-contract", .severity = context.level(event, Severity::Error), .site = event.site};
  draft.message = "`" + std::string(context.run().text(event.name)) +
                  "` calls Python, which XLA cannot compile, so the function raises InvalidArgumentError when it runs; "
                  "use TensorFlow operations, or leave out `jit_compile`";
  if (event.cause != 0) draft.notes.push_back({event.cause, "this asks for XLA"});
  if (event.call != 0) draft.notes.push_back({event.call, "it runs here"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule py_function_contract;
const Rule py_function_contract{
    .id = "py-function-contract",
    .family = "host",
    .summary = "a function that XLA compiles calls back into Python",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::HostFunction, EventKind::UnknownRank, EventKind::UnknownRank},
    .check = check,
};

}  // namespace graphfence
