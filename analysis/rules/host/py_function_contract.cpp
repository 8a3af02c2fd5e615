#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
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
    .events = {EventKind::HostFunction, EventKind::HostFunction, EventKind::HostFunction},
    .check = check,
};

}  // namespace graphfence
