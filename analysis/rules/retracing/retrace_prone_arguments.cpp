#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const std::string name = context.run().function_name(Value{event.object});
  Draft draft{.rule = "retrace-prone-arguments", .severity = context.level(event, Severity::Hint), .site = event.site};
  draft.message = (name.empty() ? std::string("the tf.function") : "`" + name + "`") +
                  " is traced again by each of these calls, because " +
                  (event.detail == 1 ? "every Python number that it gets" : "every shape that it gets") +
                  " makes a new graph";
  if (const SiteId made = context.run().definition_site(Value{event.object}); made != 0)
    draft.notes.push_back({made, event.detail == 1
                                     ? "a tensor instead of a number would share one graph"
                                     : "`reduce_retracing=True` or an `input_signature` would share one graph"});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule retrace_prone_arguments;
const Rule retrace_prone_arguments{
    .id = "retrace-prone-arguments",
    .family = "retracing",
    .summary = "calls that never repeat a shape or Python number, so that each makes a graph of its own",
    .severity = Severity::Hint,
    .fix_class = FixClass::D,
    .events = {EventKind::Retrace, EventKind::Retrace, EventKind::Retrace},
    .check = check,
};

}  // namespace graphfence
