#include "analysis/rules/rule.h"

#include <algorithm>

namespace graphfence {

#define GRAPHFENCE_RULE(symbol) extern const Rule symbol;
#include "analysis/rules/rules.def"
#undef GRAPHFENCE_RULE

const std::vector<const Rule*>& all_rules() {
  static const std::vector<const Rule*> rules = {
#define GRAPHFENCE_RULE(symbol) &symbol,
#include "analysis/rules/rules.def"
#undef GRAPHFENCE_RULE
  };
  return rules;
}

std::vector<Draft> run_rules(Interp& run) {
  std::vector<Draft> drafts;
  RuleContext context(run, drafts);
  for (std::size_t i = 0; i < run.events().size(); ++i) {
    const Event event = run.events()[i];
    for (const Rule* rule : all_rules()) {
      if (std::find(std::begin(rule->events), std::end(rule->events), event.kind) != std::end(rule->events))
        rule->check(context, event);
    }
  }
  return drafts;
}

RegionId RuleContext::escaped_region(RegionId owner, RegionId consumer) const {
  RegionId outermost = owner;
  for (RegionId r = owner; !run_.is_ancestor(r, consumer); r = run_.regions()[r].parent) {
    outermost = r;
    if (run_.regions()[r].parent == r) break;
  }
  return outermost;
}

std::string RuleContext::opener_name(const Region& region) const {
  if (region.opener == 0) return {};
  std::string name = run_.function_name(Value{region.opener});
  // A bound method of a tf.function, or a tf.function of a bound method.
  Value at{region.opener};
  for (int steps = 0; steps < 4 && at.single(); ++steps) {
    const Obj& o = run_.heap()[at.obj()];
    if (o.kind == Kind::Bound) {
      const std::string owner = o.b != 0 && run_.heap()[o.b].kind == Kind::Instance ? class_name(o.b) : std::string();
      if (!owner.empty()) return owner + "." + name;
    } else if (o.kind != Kind::TFFunction) {
      break;
    }
    at = Value{o.a};
  }
  return name;
}

std::string RuleContext::graph_name(const Region& region) const {
  const std::string name = opener_name(region);
  switch (region.kind) {
    case RegionKind::Step:
      return "Keras' training function";
    case RegionKind::Scratch:
      return "a throw-away graph (Keras runs layers in one to learn their shapes)";
    case RegionKind::Dataset:
      return "the graph of a dataset's function";
    case RegionKind::Loop:
      return "the body of a loop in the graph";
    case RegionKind::Branch:
      return "a branch of the graph";
    case RegionKind::Vectorized:
      return "the body of `tf.vectorized_map`";
    case RegionKind::Function:
    case RegionKind::Eager:
    case RegionKind::Caller:
      break;
  }
  return name.empty() ? "a graph" : "the tf.function `" + name + "`";
}

void RuleContext::tell_graph(const Region& region, SiteId used, Draft& draft) const {
  const auto tell = [&](SiteId site, std::string text) {
    if (site != 0 && run_.user_file(site)) draft.notes.push_back({site, std::move(text)});
  };
  const SiteId call = region.call_site == used || region.call_site == region.definition ? 0 : region.call_site;
  switch (region.kind) {
    case RegionKind::Loop:
      // The opener of a loop is the RNN whose cell is the body.
      if (region.opener != 0) tell(run_.heap()[region.opener].site, "runs the cell in the body of a while loop");
      tell(region.definition, "this loop's body is a graph of its own");
      tell(call, region.opener == 0 ? "the body of this loop is a graph of its own" : "the loop runs in this call");
      return;
    case RegionKind::Branch:
      tell(region.definition, "each branch of this condition is a graph of its own");
      tell(call, "the branches of this call are graphs of their own");
      return;
    case RegionKind::Vectorized:
    case RegionKind::Dataset:
      tell(region.definition, "this function runs in a graph of its own");
      tell(call, "the function runs in a graph of its own in this call");
      return;
    case RegionKind::Scratch:
      tell(call, "in this call Keras runs the layer in a throw-away graph first, to learn its shapes");
      return;
    case RegionKind::Step:
      tell(call, "this call runs the step in a graph, Keras' training function");
      return;
    case RegionKind::Function:
    case RegionKind::Eager:
    case RegionKind::Caller:
      tell(region.definition, "this makes it a tf.function");
      tell(call, "this call traces it");
      return;
  }
}

void RuleContext::tell_opener(const Region& region, SiteId used, Draft& draft) const {
  if (region.kind != RegionKind::Function) {
    tell_graph(region, used, draft);
  } else if (region.call_site != 0 && region.call_site != used) {
    draft.notes.push_back({region.call_site, "this call opens the graph"});
  }
}

std::string RuleContext::conversion_at(SiteId site) const {
  if (site == 0 || site_pc(site) == definition_pc) return {};
  const ir::Chunk& chunk = *run_.chunks()[site_chunk(site)].code;
  std::uint32_t pc = site_pc(site);
  if (pc >= chunk.code.size() || chunk.code[pc].op != ir::Op::Call) return {};
  const auto callee = chunk.code[pc].b;
  while (pc-- > 0) {
    const ir::Instr& in = chunk.code[pc];
    if ((in.op != ir::Op::Attr && in.op != ir::Op::LoadGlobal) || in.a != callee) continue;
    const std::string_view name = run_.text(Symbol{in.op == ir::Op::Attr ? in.c : in.b});
    static constexpr std::string_view methods[] = {"numpy", "item", "tolist", "eval"};
    static constexpr std::string_view builtins[] = {"float", "int", "bool"};
    if (in.op == ir::Op::Attr)
      return std::find(std::begin(methods), std::end(methods), name) == std::end(methods) ? std::string()
                                                                                          : "." + std::string(name);
    return std::find(std::begin(builtins), std::end(builtins), name) == std::end(builtins) ? std::string()
                                                                                           : std::string(name);
  }
  return {};
}

bool RuleContext::traces_call_of(const Region& region, ObjId layer) const {
  if (region.kind != RegionKind::Function || run_.heap()[layer].kind != Kind::Instance) return false;
  const Value call = run_.attribute(Value{layer}, known(sym::call), 0);
  return call.single() && call.obj() == region.opener;
}

bool RuleContext::keras3(ObjId instance) const {
  if (instance == 0 || run_.heap()[instance].kind != Kind::Instance) return false;
  return run_.class_info(run_.heap()[instance].a).generation == library::Generation::Keras3;
}

std::string RuleContext::class_name(ObjId instance) const {
  if (instance == 0) return {};
  const Obj& o = run_.heap()[instance];
  const ObjId cls = o.kind == Kind::Instance ? o.a : o.kind == Kind::Class ? instance : 0;
  if (cls == 0) return {};
  std::string name(run_.text(run_.class_info(cls).name));
  // Library classes are spelled with their path.
  if (const std::size_t at = name.rfind("__"); run_.class_info(cls).library && at != std::string::npos)
    name = name.substr(at + 2);
  return name;
}

Severity RuleContext::level(const Event& event, Severity proven) const {
  const auto cap = [&](Severity limit) { proven = std::max(proven, limit); };
  if (event.client || event.guarded || event.assumed_shape || event.silent) cap(Severity::Warning);
  if (event.may) cap(Severity::Information);
  // A condition inside the graph may be what keeps host code away from its tensors.
  if (event.undecided && (event.kind == EventKind::HostConvert || event.kind == EventKind::HostLoss))
    cap(Severity::Hint);
  if (event.caught) cap(Severity::Hint);
  return proven;
}

}  // namespace graphfence
