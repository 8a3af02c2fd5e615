#pragma once

#include "analysis/rules/rule.h"

namespace graphfence {

/// Is the graph that holds the tensor the body of a loop or branch (and not a function's trace)?
[[nodiscard]] bool staged_body(const RuleContext& context, const Event& event);
/// Was it stored by a `build` that Keras 3 runs in a symbolic pass?
[[nodiscard]] bool made_in_build(const RuleContext& context, const Event& event);
/// Finding at the store of a leaked tensor. `where` says what it was stored in.
void report_leak(RuleContext& context, const Event& event, std::string_view rule, const std::string& where);

}  // namespace graphfence
