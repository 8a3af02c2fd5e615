#pragma once

#include <string_view>

#include "analysis/features/fixes/host_calls.h"
#include "analysis/features/fixes/queries.h"

/// NumPy finds a common dtype for its operands, TensorFlow takes that of the first one and converts only constants to
/// it.
namespace graphfence::fixes {

/// A value without a tensor in it: `2`, `-1.5`, `[0, 1]`, `np.pi`, `np.zeros(3)`.
[[nodiscard]] bool is_constant(const Page& page, TSNode node);

/// Surely true and false, not numbers: a comparison, `np.isnan(x)`, a name that is assigned such a thing only.
[[nodiscard]] bool is_boolean(const Page& page, TSNode node);

/// Changes the arguments so that the call runs in TensorFlow; false when that is not known to be possible.
[[nodiscard]] bool fit_operands(const Page& page, std::string_view path, const Arguments& arguments,
                                HostRewrite& rewrite);

/// May the value stand where TensorFlow wants a dtype? `int`, which it does not take, is replaced.
[[nodiscard]] bool fit_dtype(const Page& page, TSNode value, HostRewrite& rewrite);

}  // namespace graphfence::fixes
