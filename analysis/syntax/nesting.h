#pragma once

#include <string_view>

namespace graphfence {

/// Whether the text may have more open blocks at once than the grammar's scanner can write down. Its state has 1,024
/// bytes; with an odd number of open strings it writes one more, into its parser's memory. Python itself stops at 100
/// blocks. Never false for a text that would do that; true for others only when they have hundreds of different
/// indentations.
[[nodiscard]] bool may_nest_too_deeply(std::string_view text);

}  // namespace graphfence
