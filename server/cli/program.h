#pragma once

namespace graphfence {

/// All of `main`: prepares the streams, runs the command, and makes sure that what was printed has arrived.
int run_program(int argc, const char* const* argv);

}  // namespace graphfence
