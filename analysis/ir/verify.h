#pragma once

#include <string>

#include "analysis/ir/ir.h"

namespace graphfence::ir {

/// Checks what every chunk promises: ranges nest, registers and pool offsets are in range, spans lie inside the chunk's
/// own. Returns the first thing that is wrong, or an empty text. For tests.
std::string verify(const Chunk& chunk);

/// The same for all chunks of a unit, and what holds between them (parents, MakeFunc targets, levels of captured
/// variables).
std::string verify(const Unit& unit);

}  // namespace graphfence::ir
