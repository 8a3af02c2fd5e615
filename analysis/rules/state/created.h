#pragma once

#include "analysis/rules/rule.h"

namespace graphfence {

/// Is what makes the variables a layer or model, or a weight asked of one?
[[nodiscard]] bool of_a_layer(const RuleContext& context, const Event& event);
/// Finding at the place where the state is made, once more in each trace.
void report_created(RuleContext& context, const Event& event, std::string_view rule, const std::string& what);

}  // namespace graphfence
