#include "server/config/pipfile_lock.h"

#include <nlohmann/json.hpp>

namespace graphfence {

std::vector<std::pair<std::string, std::string>> pipfile_lock_packages(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> packages;
  const nlohmann::json root = nlohmann::json::parse(text, nullptr, false);
  if (!root.is_object()) return packages;
  for (const char* section : {"default", "develop"}) {
    const auto found = root.find(section);
    if (found == root.end() || !found->is_object()) continue;
    for (const auto& [name, entry] : found->items()) {
      if (!entry.is_object()) continue;
      const auto version = entry.find("version");
      if (version != entry.end() && version->is_string()) packages.emplace_back(name, version->get<std::string>());
    }
  }
  return packages;
}

}  // namespace graphfence
