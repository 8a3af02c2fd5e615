#pragma once

#include <string_view>

#include "analysis/features/fixes/page.h"

namespace graphfence::fixes {

/// Makes a tensor of the host value at `seed` (a `x.numpy()` call, a call of a host function) and of everything it goes
/// into: host calls around it become their counterparts, also those that a local variable carries it to. False when one
/// has none; the page is useless then. `counterpart` replaces the callee of `seed` when imports do not tell what it is.
[[nodiscard]] bool make_tensors(Page& page, TSNode seed, std::string_view counterpart);

}  // namespace graphfence::fixes
