#pragma once

#include <cstdint>

namespace graphfence::library {

/// Keras 2 (also `tf_keras`) or Keras 3. A class object belongs to one of them for ever; a program may hold both.
enum class Generation : std::uint8_t { Keras2, Keras3 };

}  // namespace graphfence::library
