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
  return run_.function_name(Value{region.opener});
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
  if (event.client || event.guarded || event.assumed_shape) cap(Severity::Warning);
  if (event.may) cap(Severity::Information);
  if (event.caught) cap(Severity::Hint);
  return proven;
}

}  // namespace graphfence
