#pragma once

#include <string>
#include <string_view>

namespace graphfence {

/// Replaces the content of a file in one step: readers see the old text or the new one, never a part, whenever the
/// program or the machine stops. Keeps mode and owner; a link stays a link and its target changes. Returns an empty
/// string, or what went wrong; then the file is as it was.
[[nodiscard]] std::string replace_file(const std::string& path, std::string_view text);

}  // namespace graphfence
