#include "server/config/rule_names.h"

#include <algorithm>

#include "analysis/base/nearest.h"

namespace graphfence {

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string_view best = nearest(name, {candidates.begin(), candidates.end()});
  return best.empty() ? std::string() : "; did you mean `" + std::string(best) + "`?";
}

RuleNames::RuleNames(const std::vector<RuleSummary>& catalogue) {
  for (const RuleSummary& rule : catalogue) entries_.push_back({rule.id, rule.family});
}

bool RuleNames::knows(std::string_view name) const {
  return name == "all" || std::any_of(entries_.begin(), entries_.end(),
                                      [&](const Entry& entry) { return entry.id == name || entry.family == name; });
}

std::string RuleNames::unknown_message(std::string_view name) const {
  if (name.empty()) return "an empty name is no rule; leave it out";
  std::vector<std::string> candidates;
  for (const Entry& entry : entries_) candidates.push_back(entry.id);
  for (const Entry& entry : entries_) candidates.push_back(entry.family);
  const std::string near = did_you_mean(name, candidates);
  return "unknown rule `" + std::string(name) + "`" + (near.empty() ? "; `graphfence rules` lists them" : near);
}

std::vector<std::string> RuleNames::expand(const std::vector<std::string>& names) const {
  std::vector<std::string> ids;
  for (const std::string& name : names) {
    for (const Entry& entry : entries_) {
      if (name == "all" || name == entry.id || name == entry.family) ids.push_back(entry.id);
    }
  }
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

}  // namespace graphfence
