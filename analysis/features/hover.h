#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/base/cancel.h"
#include "analysis/features/findings.h"

namespace graphfence {

/// Runs the roots of the file again, watching the expression at `offset`: where it runs, who opens that graph, what it
/// is.
[[nodiscard]] std::optional<Hover> hover_at(FileStore& store, Program& program, const LoadedFile& file,
                                            std::uint32_t offset, const RunOptions& options, const CancelToken& cancel);

}  // namespace graphfence
