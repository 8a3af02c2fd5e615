#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Draft draft{.rule = "missing-super-init", .severity = context.level(event, Severity::Error), .site = event.site};
  const std::string name = context.class_name(event.object);
  if (event.detail != 0) {
    draft.message =
        "layers and variables of a model are stored before `super().__init__()`, which Keras 2 refuses with "
        "RuntimeError; call it first in `__init__` of `" +
        name + "`";
  } else {
    draft.message = "`__init__` of `" + name +
                    "` never calls `super().__init__()`, so calling the layer raises RuntimeError; make it the first "
                    "statement";
    draft.notes.push_back({event.call, "called here"});
    draft.fixes.push_back({.kind = FixPlan::Kind::SuperInit,
                           .title = "Call `super().__init__()` first",
                           .fix_class = FixClass::A,
                           .target = event.site});
  }
  context.report(std::move(draft));
}

}  // namespace

extern const Rule missing_super_init;
const Rule missing_super_init{
    .id = "missing-super-init",
    .family = "keras",
    .summary = "a layer or model whose __init__ does not run Keras' own",
    .severity = Severity::Error,
    .fix_class = FixClass::A,
    .events = {EventKind::NoSuperInit, EventKind::NoSuperInit, EventKind::NoSuperInit},
    .check = check,
};

}  // namespace graphfence
