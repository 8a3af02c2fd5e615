#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

/// The user's override of a Keras method on the class, 0 when Keras' own is used.
SiteId override_of(Interp& run, ObjId class_object, sym::Known method) {
  ObjId definer = 0;
  const Value member = run.lookup_class(class_object, known(method), 0, &definer);
  if (member == v_unbound || definer == 0 || run.class_info(definer).library) return 0;
  return run.definition_site(member);
}

void check(RuleContext& context, const Event& event) {
  Interp& run = context.run();
  if (event.kind == EventKind::UnexpectedArgument) {
    if (run.lookup_class(event.object, known(sym::compile)) != Value{event.other}) return;
    Draft draft{.rule = "compile-override-drops-arguments",
                .severity = context.level(event, Severity::Error),
                .site = event.site};
    const std::string keyword(run.text(event.name));
    draft.message = "`compile` of `" + context.class_name(event.object) + "` does not accept `" + keyword +
                    "`, so this call raises TypeError";
    draft.notes.push_back({make_site(site_chunk(event.cause), definition_pc), "the override is here"});
    draft.fixes.push_back({.kind = FixPlan::Kind::ForwardArguments,
                           .title = "Accept and forward what Keras passes",
                           .fix_class = FixClass::B,
                           .target = make_site(site_chunk(event.cause), definition_pc),
                           .names = {keyword}});
    context.report(std::move(draft));
    return;
  }
  if (event.object == 0 || run.heap()[event.object].kind != Kind::Instance) return;
  const ObjId cls = run.heap()[event.object].a;
  const SiteId compile_override = override_of(run, cls, sym::compile);
  if (compile_override == 0 || override_of(run, cls, sym::train_step) != 0) return;
  Draft draft{.rule = "compile-override-drops-arguments",
              .severity = context.level(event, Severity::Error),
              .site = compile_override};
  draft.message = "this `compile` passes no loss on and `" + context.class_name(event.object) +
                  "` has no `train_step`, so `fit` raises ValueError: there is no loss to compute";
  if (event.site != 0) draft.notes.push_back({event.site, "`fit` is called here"});
  draft.fixes.push_back({.kind = FixPlan::Kind::ForwardArguments,
                         .title = "Forward the arguments to `super().compile(…)`",
                         .fix_class = FixClass::B,
                         .target = compile_override});
  context.report(std::move(draft));
}

}  // namespace

extern const Rule compile_override_drops_arguments;
const Rule compile_override_drops_arguments{
    .id = "compile-override-drops-arguments",
    .family = "keras",
    .summary = "a compile override that rejects arguments or hides the loss from Keras",
    .severity = Severity::Error,
    .fix_class = FixClass::B,
    .events = {EventKind::UnexpectedArgument, EventKind::HiddenLoss, EventKind::UnexpectedArgument},
    .check = check,
};

}  // namespace graphfence
