#include <algorithm>

#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  Interp& run = context.run();
  const std::string name(run.text(event.name));
  const std::string words(run.text(Symbol{run.heap()[event.value.obj()].a}));
  const bool silent = words.starts_with("it is") || words.starts_with("the store");
  Draft draft{.rule = "keras-removed-api",
              .severity = context.level(event, silent ? Severity::Warning : Severity::Error),
              .site = event.site};
  // The condition may ask which Keras it is.
  if (event.guarded) draft.severity = std::max(draft.severity, Severity::Information);
  draft.message = (name.find(' ') == std::string::npos ? "`" + name + "`" : name) + " is gone in Keras 3: " + words;
  context.report(std::move(draft));
}

}  // namespace

extern const Rule keras_removed_api;
const Rule keras_removed_api{
    .id = "keras-removed-api",
    .family = "keras",
    .summary = "a name, keyword or way to call that Keras 3 does not have",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::RemovedApi, EventKind::RemovedApi, EventKind::RemovedApi},
    .check = check,
};

}  // namespace graphfence
