#pragma once

#include <string>

#include "protocol/positions.h"

namespace graphfence::protocol {

struct Hover {
  bool markdown = false;
  std::string value;
  Range range;
};

[[nodiscard]] std::string encode(const Hover& hover);

}  // namespace graphfence::protocol
