#pragma once

#include <cstdint>
#include <string_view>

#include "analysis/library/generation.h"

namespace graphfence::library {

/// What happens to `self.name = value` in a subclass of keras.layers.Layer or keras.Model.
enum class Reserved : std::uint8_t {
  Free,         ///< the value is kept. Also `trainable` (Keras 3) and `stateful` (Keras 2), which turn it into a bool
  ReadOnly,     ///< AttributeError: a property without a setter
  Typed,        ///< the setter takes only certain values (input_spec an InputSpec, dtype_policy a dtype)
  Overwritten,  ///< accepted, then silently replaced by compile() or fit()
  Shadowed,     ///< accepted; the value hides a method, which Keras or the user calls later
};

/// A class that defines the name itself, for example as a property with a setter, is not asked about here.
[[nodiscard]] Reserved reserved_attribute(Generation generation, bool is_model, std::string_view name);

}  // namespace graphfence::library
