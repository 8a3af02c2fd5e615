#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graphfence {

/// Package and specifier ("==2.15.0") of the `default` and `develop` sections of a Pipfile.lock.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> pipfile_lock_packages(std::string_view text);

}  // namespace graphfence
