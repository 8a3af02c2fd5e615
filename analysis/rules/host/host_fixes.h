#pragma once

#include "analysis/rules/rule.h"

namespace graphfence {

/// What a host conversion can become: `x.numpy()` the tensor itself, `np.mean(x)` its TensorFlow counterpart.
void add_host_fixes(const std::string& api, SiteId site, Draft& draft);

}  // namespace graphfence
