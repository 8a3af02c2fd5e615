#include "server/config/environment.h"

#include <cstdlib>

namespace graphfence {

Environment process_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    // Nothing in this program changes the environment. NOLINTNEXTLINE(concurrency-mt-unsafe)
    const char* value = std::getenv(name.c_str());
    if (value == nullptr) return std::nullopt;
    return std::string(value);
  };
}

}  // namespace graphfence
