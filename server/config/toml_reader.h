#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace graphfence {

/// The dependencies a `pyproject.toml` states, as requirement lines ("tensorflow>=2.15"): `project.dependencies`,
/// optional dependencies, dependency groups and Poetry's tables. Empty when the file is no TOML.
[[nodiscard]] std::vector<std::string> pyproject_requirements(std::string_view text);

/// Name and version of every `[[package]]` of a poetry.lock, uv.lock or pdm.lock.
[[nodiscard]] std::vector<std::pair<std::string, std::string>> toml_lock_packages(std::string_view text);

}  // namespace graphfence
