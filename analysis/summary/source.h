#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/ir/ir.h"
#include "analysis/library/generation.h"

namespace graphfence {

/// Which ranges of a module's code bind which name; the empty name stands for star imports.
using ModuleNames = std::unordered_map<Symbol, std::vector<std::pair<std::uint32_t, std::uint32_t>>>;
[[nodiscard]] ModuleNames find_module_names(const ir::Chunk& module);

/// One file as the interpreter sees it. Embedded library files have a name like `<keras3>` and no findings.
struct SourceModule {
  std::string path;
  std::shared_ptr<const ir::FileIr> code;
  std::shared_ptr<const ModuleNames> names;
  bool library = false;
  library::Generation generation = library::Generation::Keras3;
};

enum class LibraryModule : std::uint8_t { TensorFlow, Keras2, Keras3, Builtins };

/// Where a run gets the code of other files from. Every call is a recorded read: a run is valid as long as the answers
/// are.
class SummarySource {
 public:
  virtual ~SummarySource() = default;
  /// The workspace file a module name means in `importer`; null when it is not in the workspace.
  virtual const SourceModule* resolve(const SourceModule& importer, std::string_view module, unsigned level) = 0;
  virtual const SourceModule& library(LibraryModule module) = 0;
};

/// What a run assumes about the installed Keras (engine.md 2.9).
struct World {
  library::Generation tf_keras = library::Generation::Keras3;
  library::Generation keras = library::Generation::Keras3;
};

}  // namespace graphfence
