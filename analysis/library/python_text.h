#pragma once

#include <string_view>

namespace graphfence::library {

/// Python text that models TensorFlow and Keras (library/python/*.py), embedded at build time.
[[nodiscard]] std::string_view tensorflow_text();
[[nodiscard]] std::string_view keras2_text();
[[nodiscard]] std::string_view keras3_text();

}  // namespace graphfence::library
