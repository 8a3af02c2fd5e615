#pragma once

#include <cstddef>
#include <string>

namespace graphfence {

/// The text that the build packed with zlib. `size`: its length; a packed text that does not give it ends the program,
/// since the executable itself is broken then. Any thread.
[[nodiscard]] std::string inflate(const unsigned char* packed, std::size_t packed_size, std::size_t size);

}  // namespace graphfence
