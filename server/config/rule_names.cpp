#include "server/config/rule_names.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace graphfence {

namespace {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  // Beyond this length nobody mistyped a rule; comparing it would only cost time.
  name = name.substr(0, 100);
  const std::string* best = nullptr;
  std::size_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(name, candidate);
    if (best == nullptr || distance < best_distance) {
      best = &candidate;
      best_distance = distance;
    }
  }
  return best == nullptr ? std::string() : *best;
}

RuleNames::RuleNames(const std::vector<RuleSummary>& catalogue) {
  for (const RuleSummary& rule : catalogue) entries_.push_back({rule.id, rule.family});
}

bool RuleNames::knows(std::string_view name) const {
  return name == "all" || std::any_of(entries_.begin(), entries_.end(),
                                      [&](const Entry& entry) { return entry.id == name || entry.family == name; });
}

std::string RuleNames::unknown_message(std::string_view name) const {
  std::vector<std::string> candidates;
  for (const Entry& entry : entries_) candidates.push_back(entry.id);
  for (const Entry& entry : entries_) candidates.push_back(entry.family);
  std::string message = "unknown rule `" + std::string(name) + "`";
  const std::string nearest = nearest_name(name, candidates);
  if (!nearest.empty()) message += "; did you mean `" + nearest + "`?";
  return message;
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
