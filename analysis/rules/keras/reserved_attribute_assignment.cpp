#include "analysis/library/reserved_attributes.h"
#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

void check(RuleContext& context, const Event& event) {
  const std::string name(context.run().text(event.name));
  const std::string owner = context.class_name(event.object);
  Draft draft{.rule = "reserved-attribute-assignment", .site = event.site};
  switch (static_cast<library::Reserved>(event.detail)) {
    case library::Reserved::Free:
      return;
    case library::Reserved::ReadOnly:
      draft.severity = context.level(event, Severity::Error);
      // Constructing the object is enough: no driver can avoid it.
      if (event.client && !event.guarded && !event.caught) draft.severity = Severity::Error;
      draft.message = "`" + name + "` is a read-only property of Keras layers and models: assigning it in `" + owner +
                      "` raises AttributeError";
      break;
    case library::Reserved::Typed:
      draft.severity = Severity::Hint;
      draft.message = "`" + name + "` of a Keras layer accepts only values of its own type; others raise";
      break;
    case library::Reserved::Overwritten:
      draft.severity = context.level(event, Severity::Information);
      draft.message = "`" + name + "` of `" + owner + "` is silently replaced by `compile` or `fit`";
      break;
    case library::Reserved::Shadowed:
      draft.severity = context.level(event, Severity::Warning);
      draft.message = "`" + name + "` hides the method of the same name that Keras calls on `" + owner + "`";
      break;
  }
  if (event.name == sym::name) {
    draft.fixes.push_back({.kind = FixPlan::Kind::NameToSuperInit,
                           .title = "Pass the name to `super().__init__(name=…)`",
                           .fix_class = FixClass::B,
                           .target = event.site,
                           .names = {name}});
  } else {
    draft.fixes.push_back({.kind = FixPlan::Kind::RenameAttribute,
                           .title = "Rename the attribute to `" + name + "_`",
                           .fix_class = FixClass::B,
                           .target = event.site,
                           .names = {name},
                           .text = name + "_"});
  }
  context.report(std::move(draft));
}

}  // namespace

extern const Rule reserved_attribute_assignment;
const Rule reserved_attribute_assignment{
    .id = "reserved-attribute-assignment",
    .family = "keras",
    .summary = "an attribute name that Keras keeps for itself",
    .severity = Severity::Error,
    .fix_class = FixClass::B,
    .events = {EventKind::ReservedStore, EventKind::ReservedStore, EventKind::ReservedStore},
    .check = check,
};

}  // namespace graphfence
