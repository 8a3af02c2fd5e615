#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "analysis/features/fixes/page.h"

namespace graphfence::fixes {

/// The canonical path (`tf.…`, `np.…`, `keras.…`, `math.…` as in library/api.h) of a name or dotted name at its place,
/// when imports alone say what it is; a bare builtin is its own path. Nothing for anything that the file may have bound
/// otherwise.
[[nodiscard]] std::optional<std::string> library_path(const Page& page, TSNode expression);

/// What TensorFlow is called at a place: `tf`. Nothing when it is not imported there.
[[nodiscard]] std::optional<std::string> tensorflow_name(const Page& page, std::uint32_t offset);

/// The same, after adding `import tensorflow as tf` to the page when it is missing. Nothing when `tf` means something
/// else.
[[nodiscard]] std::optional<std::string> require_tensorflow(Page& page, std::uint32_t offset);

/// Is the name free at this place: neither bound in the scopes around it nor in the module?
[[nodiscard]] bool is_free(const Page& page, std::uint32_t offset, std::string_view name);

}  // namespace graphfence::fixes
