#pragma once

#include <map>
#include <set>
#include <string>

#include "analysis/base/cancel.h"
#include "analysis/features/findings.h"

namespace graphfence {

/// Who calls whom. A node is a dotted module path relative to the folder of the file that was asked for, and the scopes
/// in it: `main.A.f`, `main.outer.inner`, `main.f.<lambda1>` (lambdas of a scope are numbered in the order of the
/// text), `main` for a module's own code. Functions of the standard library are `<builtin>.print`, `functools.wraps`.
/// Calls that library code makes are edges from the user's code that brought them about; importing is no edge.
using CallGraph = std::map<std::string, std::set<std::string>>;

/// Runs the file as a script and everything in it, and in the modules it imports, that the script leaves out. Bodies of
/// generators and coroutines are taken to run where they are called.
[[nodiscard]] CallGraph call_graph(FileStore& store, Program& program, const LoadedFile& file,
                                   const RunOptions& options, const CancelToken& cancel);

}  // namespace graphfence
