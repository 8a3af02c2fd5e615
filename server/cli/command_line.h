#pragma once

#include "server/cli/console.h"

namespace graphfence {

/// Reads the command line and runs the command it asks for. Returns the exit status of the process.
int run_command_line(int argc, const char* const* argv, Console& console);

}  // namespace graphfence
