#include <algorithm>

#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

/// The attribute under which the traced object, or a layer below it, holds the owner of a variable.
std::string attribute_path(Interp& run, ObjId root, ObjId owner, int depth = 0) {
  for (const Symbol name : std::vector<Symbol>(run.heap().names(root))) {
    if (name.id >= cell::length.id) continue;
    const Value v = run.heap().get(root, name);
    if (v == Value{owner}) return std::string(run.text(name));
  }
  if (depth > 2) return {};
  for (const ObjId child : run.children(root)) {
    const std::string below = attribute_path(run, child, owner, depth + 1);
    if (below.empty()) continue;
    for (const Symbol name : std::vector<Symbol>(run.heap().names(root))) {
      if (name.id < cell::length.id && run.heap().get(root, name) == Value{child})
        return std::string(run.text(name)) + "." + below;
    }
  }
  return {};
}

/// Is the layer, or one of the layers around it, kept out of training on purpose?
bool frozen(Interp& run, ObjId root, ObjId owner) {
  const Symbol trainable = run.names().intern("trainable");
  if (run.heap().get(owner, trainable) == v_false) return true;
  if (root == 0 || run.heap()[root].kind != Kind::Instance) return false;
  for (const ObjId layer : run.tree(root)) {
    if (run.heap().get(layer, trainable) != v_false) continue;
    const std::vector<ObjId> below = run.tree(layer);
    if (std::find(below.begin(), below.end(), owner) != below.end()) return true;
  }
  return false;
}

void check(RuleContext& context, const Event& event) {
  Interp& run = context.run();
  const Region& trace = context.region(event.owner_region);
  const ObjId opener = event.object;
  if (opener == 0 || run.heap()[opener].kind != Kind::TFFunction) return;
  const Value function{run.heap()[opener].a};
  const std::string name = context.opener_name(trace);
  ObjId self = 0;
  if (function.single() && run.heap()[function.obj()].kind == Kind::Bound) self = run.heap()[function.obj()].b;
  std::vector<std::string> children;
  std::vector<std::string> attributes;
  bool trained = false;
  for (const ObjId variable : event.objects) {
    const Value owner = run.heap().get(variable, cell::owner);
    if (!owner.single() || run.heap()[owner.obj()].kind != Kind::Instance) {
      trained = true;
      continue;
    }
    if (frozen(run, self, owner.obj())) continue;
    trained = true;
    const std::string path = self == 0             ? std::string()
                             : owner.obj() == self ? std::string("self")
                                                   : attribute_path(run, self, owner.obj());
    const std::string spelled = path.empty()     ? context.class_name(owner.obj())
                                : path == "self" ? "its own weights"
                                                 : "`" + path + "`";
    if (std::find(children.begin(), children.end(), spelled) == children.end()) children.push_back(spelled);
    if (!path.empty() && path != "self" && path.find('.') == std::string::npos &&
        std::find(attributes.begin(), attributes.end(), path) == attributes.end()) {
      attributes.push_back(path);
    }
  }
  // Weights that nobody trains keep their initial values anyway.
  if (!trained) return;
  std::string list;
  for (std::size_t i = 0; i < children.size() && i < 4; ++i)
    list += (i == 0 ? "" : i + 1 == children.size() ? " and " : ", ") + children[i];
  if (children.size() > 4) list += " and others";

  Draft draft{.rule = "frozen-first-trace", .severity = context.level(event, Severity::Warning)};
  draft.site = trace.definition != 0 ? trace.definition : run.definition_site(Value{opener});
  draft.message = "Keras 3 traces `" + name + "` before the variables of " + (list.empty() ? "its layers" : list) +
                  " exist, and the cached trace keeps their initial values for ever: training fails with \"No "
                  "gradients provided\" or silently stalls";
  if (trace.call_site != 0)
    draft.notes.push_back({trace.call_site, "the first call traces it in a symbolic pass, before anything is built"});
  if (event.site != 0 && event.site != trace.call_site)
    draft.notes.push_back({event.site, "this call uses the frozen trace"});

  const SiteId definition = run.definition_site(function);
  if (definition != 0 && run.user_file(definition)) {
    SiteId step = 0;
    if (event.site != 0) {
      const ChunkRef& chunk = run.chunks()[site_chunk(event.site)];
      // A `call` around it is no training step: it would be traced too early as well.
      const bool call = run.text(chunk.code->name) == "call" || run.text(chunk.code->name) == "__call__";
      if (chunk.code->kind == ir::ChunkKind::Function && !call && site_chunk(event.site) != site_chunk(definition))
        step = make_site(site_chunk(event.site), definition_pc);
    }
    if (step != 0) {
      const std::string step_name(run.text(run.chunks()[site_chunk(step)].code->name));
      draft.fixes.push_back({.kind = FixPlan::Kind::MoveDecorator,
                             .title = "Decorate the training step `" + step_name + "` instead of `" + name + "`",
                             .fix_class = FixClass::B,
                             .target = definition,
                             .other = step});
    }
    if (self != 0 && run.heap()[self].kind == Kind::Instance && !attributes.empty()) {
      draft.fixes.push_back({.kind = FixPlan::Kind::AddBuild,
                             .title = "Add a `build` that builds every sublayer",
                             .fix_class = FixClass::B,
                             .target = make_site(run.class_info(run.heap()[self].a).chunk, definition_pc),
                             .other = definition,
                             .names = attributes});
    }
    draft.fixes.push_back({.kind = FixPlan::Kind::RemoveDecorator,
                           .title = "Remove the tf.function from `" + name + "`",
                           .fix_class = FixClass::B,
                           .target = definition,
                           .other = trace.definition});
  }
  context.report(std::move(draft));
}

}  // namespace

extern const Rule frozen_first_trace;
const Rule frozen_first_trace{
    .id = "frozen-first-trace",
    .family = "decorated_call",
    .summary = "Keras 3 traces a tf.function before its variables exist: the cached trace keeps their initial values",
    .severity = Severity::Warning,
    .fix_class = FixClass::B,
    .events = {EventKind::StaleTrace, EventKind::StaleTrace, EventKind::StaleTrace},
    .check = check,
};

}  // namespace graphfence
