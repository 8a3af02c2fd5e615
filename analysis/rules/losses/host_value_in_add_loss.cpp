#include "analysis/rules/host/host_fixes.h"

namespace graphfence {

namespace {

bool graph_kind(RegionKind kind) {
  return kind != RegionKind::Eager && kind != RegionKind::Caller;
}

void check(RuleContext& context, const Event& event) {
  const bool graph = graph_kind(context.region(event.region).kind);
  Draft draft{.rule = "host-value-in-add-loss", .site = event.cause != 0 ? event.cause : event.site};
  draft.severity = context.level(event, graph ? Severity::Error : Severity::Warning);
  draft.message = graph ? "the argument of `add_loss` goes through NumPy or a Python number, which a graph does not "
                          "have: this raises while `" +
                              context.class_name(event.object) + "` is traced"
                        : "the argument of `add_loss` goes through NumPy or a Python number: the penalty is a "
                          "constant, has no gradient and never trains "
                          "(inside a graph it raises)";
  if (draft.site != event.site) draft.notes.push_back({event.site, "the value is added as a loss here"});
  add_host_fixes(std::string(context.run().text(event.name)), draft.site, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule host_value_in_add_loss;
const Rule host_value_in_add_loss{
    .id = "host-value-in-add-loss",
    .family = "losses",
    .summary = "the argument of add_loss is a host value: no gradient, or an error in a graph",
    .severity = Severity::Error,
    .fix_class = FixClass::B,
    .events = {EventKind::HostLoss, EventKind::HostLoss, EventKind::HostLoss},
    .check = check,
};

}  // namespace graphfence
