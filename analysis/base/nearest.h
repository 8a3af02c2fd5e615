#pragma once

#include <string_view>
#include <vector>

namespace graphfence {

/// The candidate that a person who wrote `name` is likely to have meant: at most a third of the letters are wrong,
/// where two swapped ones are one mistake. Empty when none is that near. The first of equals wins.
[[nodiscard]] std::string_view nearest(std::string_view name, const std::vector<std::string_view>& candidates);

}  // namespace graphfence
