#pragma once

#include <functional>
#include <optional>
#include <string>

namespace graphfence {

/// Looks one environment variable up. Passed in, so that tests and the server decide what the program sees.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// The environment of this process.
[[nodiscard]] Environment process_environment();

}  // namespace graphfence
