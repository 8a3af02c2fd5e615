#include "protocol/workspace.h"

namespace graphfence::protocol {

ExecuteCommandParams decode_execute_command(const Node& params) {
  return {params["command"].string()};
}

}  // namespace graphfence::protocol
