#pragma once

#include <cstdint>
#include <string_view>

namespace graphfence {

/// Bytes of the well-formed UTF-8 character that starts at `at` (below `text.size()`); 1 for a byte that starts none,
/// so that every byte string can be walked. Overlong forms, surrogates and values past U+10FFFF are not well-formed.
[[nodiscard]] std::uint32_t utf8_length(std::string_view text, std::uint32_t at);

/// `at`, or the start of the character that `at` is inside of. Never goes below `floor`.
[[nodiscard]] std::uint32_t utf8_round_down(std::string_view text, std::uint32_t at, std::uint32_t floor = 0);

}  // namespace graphfence
