#pragma once

#include <string>
#include <vector>

#include "analysis/summary/interp.h"
#include "analysis/workspace/program.h"

namespace graphfence {

/// Something that can be run from the start: what a rule proves, it proves on the path of a root.
struct Root {
  enum class Kind : std::uint8_t {
    Module,    ///< the file run as a script
    Class,     ///< a synthetic driver that uses a class the way people do (engine.md 2.8)
    Function,  ///< a top-level function, called by somebody unknown
    Test,      ///< a `test_…` function, run eagerly
  };
  Kind kind = Kind::Module;
  Symbol name;
};

/// The roots of a file, in the order of the text.
[[nodiscard]] std::vector<Root> find_roots(const LoadedFile& file, const Interner& names);

/// Runs one root on a fresh interpreter.
void drive(Interp& run, const LoadedFile& file, const Root& root);

}  // namespace graphfence
