#pragma once

#include "analysis/rules/rule.h"

namespace graphfence {

/// The finding of Python that needs a tensor's number, with the place that opens the graph.
void report_truth(RuleContext& context, const Event& event, std::string_view rule, std::string message);

}  // namespace graphfence
