#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  if (event.detail != static_cast<std::uint32_t>(CutBy::host)) return;
  const std::string name(context.run().text(event.name));
  const std::string api = name.find(' ') == std::string::npos ? "`" + name + "`" : name;
  Draft draft{.rule = "numpy-breaks-gradient",
              .severity = context.level(event, event.raises ? Severity::Error : Severity::Warning),
              .site = event.cause};
  draft.message =
      api + " takes the value out of what the tape records, and nothing else connects the result with the variables, " +
      (event.raises ? "so `fit` raises ValueError: no gradients provided" : "so the gradient is None");
  draft.notes.push_back({event.site, event.raises ? "the model is trained here" : "the gradient is asked for here"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule numpy_breaks_gradient;
const Rule numpy_breaks_gradient{
    .id = "numpy-breaks-gradient",
    .family = "host",
    .summary = "what is differentiated went through NumPy, which has no gradient",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::NoGradient, EventKind::NoGradient, EventKind::NoGradient},
    .check = check,
};

}  // namespace graphfence
