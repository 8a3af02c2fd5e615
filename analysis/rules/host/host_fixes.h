#pragma once

#include "analysis/rules/rule.h"

namespace graphfence {

/// What a host conversion can become: `x.numpy()` the tensor itself, `np.mean(x)` its TensorFlow counterpart.
void add_host_fixes(const std::string& api, SiteId site, Draft& draft);

/// The finding of a host conversion in a graph, from its message on: who opens the graph, what it can become.
void report_host_conversion(RuleContext& context, const Event& event, std::string_view rule, std::string message);

}  // namespace graphfence
