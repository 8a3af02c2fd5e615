#pragma once

#include <string>

namespace graphfence::library {

/// Python text that models TensorFlow and Keras (library/python/*.py), embedded at build time. Unpacked anew by each
/// call.
[[nodiscard]] std::string tensorflow_text();
[[nodiscard]] std::string keras2_text();
[[nodiscard]] std::string keras3_text();

}  // namespace graphfence::library
