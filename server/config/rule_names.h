#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/engine.h"

namespace graphfence {

/// The names that `select`, `ignore` and the like accept: every rule id, every family (its rules), and `all`.
class RuleNames {
 public:
  explicit RuleNames(const std::vector<RuleSummary>& catalogue);

  [[nodiscard]] bool knows(std::string_view name) const;
  /// "unknown rule `x`; did you mean `y`?", or where to find the right ones.
  [[nodiscard]] std::string unknown_message(std::string_view name) const;
  /// Ids for the given names, families unfolded; unknown names are left out. Sorted, without doubles.
  [[nodiscard]] std::vector<std::string> expand(const std::vector<std::string>& names) const;

 private:
  struct Entry {
    std::string id;
    std::string family;
  };
  std::vector<Entry> entries_;
};

/// "; did you mean `y`?", empty when no candidate is near.
[[nodiscard]] std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace graphfence
