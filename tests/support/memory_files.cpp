#include "tests/support/memory_files.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "server/config/disk_file_system.h"

namespace graphfence::tests {

std::optional<std::string> MemoryFiles::read(const std::string& path) const {
  if (const auto found = texts_.find(path); found != texts_.end()) return found->second;
  const std::string there = on_disk(path);
  return there.empty() ? std::nullopt : DiskFileSystem().read(there);
}

bool MemoryFiles::is_file(const std::string& path) const {
  if (texts_.contains(path)) return true;
  const std::string there = on_disk(path);
  std::error_code error;
  return !there.empty() && std::filesystem::is_regular_file(there, error);
}

bool MemoryFiles::is_directory(const std::string& path) const {
  const std::string prefix = path.ends_with('/') ? path : path + "/";
  if (prefix == FixtureRoot) return true;
  if (std::any_of(texts_.begin(), texts_.end(), [&](const auto& entry) { return entry.first.starts_with(prefix); }))
    return true;
  const std::string there = on_disk(path);
  std::error_code error;
  return !there.empty() && std::filesystem::is_directory(there, error);
}

std::string MemoryFiles::on_disk(const std::string& path) const {
  constexpr std::string_view root = FixtureRoot;
  if (neighbours_.empty() || !path.starts_with(root)) return {};
  return neighbours_ + "/" + path.substr(root.size());
}

}  // namespace graphfence::tests
