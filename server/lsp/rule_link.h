#pragma once

#include <string>

namespace graphfence {

/// Address of the page that explains a rule.
[[nodiscard]] inline std::string rule_link(const std::string& rule) {
  return "https://graphfence.dev/rules/" + rule;
}

}  // namespace graphfence
