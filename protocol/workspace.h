#pragma once

#include <string>

#include "protocol/node.h"

namespace graphfence::protocol {

struct ExecuteCommandParams {
  std::string command;
};

[[nodiscard]] ExecuteCommandParams decode_execute_command(const Node& params);

}  // namespace graphfence::protocol
