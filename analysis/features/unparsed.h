#pragma once

#include <vector>

#include "analysis/finding.h"
#include "analysis/syntax/document.h"
#include "analysis/workspace/program.h"

namespace graphfence {

/// What of a file is not checked because it cannot be read as Python: the file as a whole when that holds for the
/// module's own statements, else the functions concerned, in order. `document` has the text of `file`.
[[nodiscard]] std::vector<UnparsedPart> unparsed_parts(const LoadedFile& file, const ParsedDocument& document,
                                                       const Interner& names);

}  // namespace graphfence
