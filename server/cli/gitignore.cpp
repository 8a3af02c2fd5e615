#include "server/cli/gitignore.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "server/config/disk_file_system.h"

namespace graphfence {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t MaxIgnoreFile = std::size_t{1024} * 1024;

std::vector<IgnorePattern> read_patterns(const std::string& path) {
  std::vector<IgnorePattern> patterns;
  const FileContent content = read_regular_file(path, MaxIgnoreFile);
  if (content.outcome != ReadOutcome::Ok) return patterns;
  std::string_view text = content.text;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (const auto pattern = parse_ignore_pattern(text.substr(0, end))) patterns.push_back(*pattern);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return patterns;
}

}  // namespace

std::shared_ptr<const IgnoreLevel> IgnoreLevel::add(std::shared_ptr<const IgnoreLevel> parent,
                                                    const std::string& folder, const std::string& ignore_file) {
  std::vector<IgnorePattern> patterns = read_patterns(ignore_file);
  if (patterns.empty()) return parent;
  auto level = std::make_shared<IgnoreLevel>();
  level->parent_ = std::move(parent);
  level->folder_ = folder.ends_with('/') ? folder : folder + "/";
  level->patterns_ = std::move(patterns);
  return level;
}

std::shared_ptr<const IgnoreLevel> IgnoreLevel::enter(std::shared_ptr<const IgnoreLevel> parent,
                                                      const std::string& folder) {
  return add(std::move(parent), folder, (fs::path(folder) / ".gitignore").string());
}

std::shared_ptr<const IgnoreLevel> IgnoreLevel::above(const std::string& folder) {
  std::vector<fs::path> chain;
  for (fs::path current(folder);; current = current.parent_path()) {
    chain.push_back(current);
    std::error_code error;
    if (fs::exists(current / ".git", error)) break;
    if (current == current.parent_path()) return nullptr;
  }
  const fs::path top = chain.back();
  auto level = add(nullptr, top.string(), (top / ".git" / "info" / "exclude").string());
  for (std::size_t i = chain.size(); i-- > 1;) level = enter(std::move(level), chain[i].string());
  return level;
}

bool IgnoreLevel::ignores(const std::string& path, bool is_directory) const {
  for (const IgnoreLevel* level = this; level != nullptr; level = level->parent_.get()) {
    if (!path.starts_with(level->folder_)) continue;
    const std::string_view relative = std::string_view(path).substr(level->folder_.size());
    for (auto pattern = level->patterns_.rbegin(); pattern != level->patterns_.rend(); ++pattern) {
      if (names_path(*pattern, relative, is_directory)) return !pattern->negated;
    }
  }
  return false;
}

}  // namespace graphfence
