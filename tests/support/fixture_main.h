#pragma once

#include <string>

namespace graphfence::tests {

/// Runs the annotated program at `path` (markers.h) and prints what is wrong with it. Exit status: 0, or 1 when it
/// fails.
int run_fixture(const std::string& path);

}  // namespace graphfence::tests
