#pragma once

#include <string>
#include <string_view>

namespace graphfence {

/// Unified diff with three lines of context, byte for byte what `patch -p0` needs; empty when the texts are equal.
[[nodiscard]] std::string unified_diff(std::string_view name, std::string_view before, std::string_view after);

}  // namespace graphfence
