#pragma once

#include <cstdint>
#include <string_view>

namespace graphfence {

/// Fast 64-bit hash of bytes (XXH3). Equal on every run and machine; not meant to withstand an attacker.
[[nodiscard]] std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed = 0);

}  // namespace graphfence
