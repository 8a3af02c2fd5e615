#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  if (event.detail != 1 || event.undecided || event.caught || event.guarded) return;
  const Region& region = context.region(event.region);
  const std::string owner = context.class_name(event.object);
  Draft draft{
      .rule = "shared-tf-function-many-owners", .severity = context.level(event, Severity::Error), .site = event.site};
  draft.message =
      context.graph_name(region) + " has been traced before, and now " +
      (owner.empty() ? std::string("code") : "`" + owner + "`") +
      " makes its variables in it: a tf.function may make variables in its first call only, so this raises " +
      "ValueError";
  if (const SiteId made = event.object == 0 ? 0 : context.run().heap()[event.object].site;
      made != 0 && made != event.site && context.run().user_file(made))
    draft.notes.push_back({made, "it is made here"});
  context.tell_opener(region, event.site, draft);
  context.report(std::move(draft));
}

}  // namespace

extern const Rule shared_tf_function_many_owners;
const Rule shared_tf_function_many_owners{
    .id = "shared-tf-function-many-owners",
    .family = "state",
    .summary = "one tf.function makes variables for a second optimizer or model",
    .severity = Severity::Error,
    .fix_class = FixClass::D,
    .events = {EventKind::StateCreated, EventKind::StateCreated, EventKind::StateCreated},
    .check = check,
};

}  // namespace graphfence
