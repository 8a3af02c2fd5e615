#include "server/config/glob.h"

#include <cstddef>
#include <vector>

namespace graphfence {

namespace {

std::vector<std::string_view> components(std::string_view path) {
  std::vector<std::string_view> parts;
  std::size_t start = 0;
  while (start <= path.size()) {
    std::size_t end = path.find('/', start);
    if (end == std::string_view::npos) end = path.size();
    if (end > start) parts.push_back(path.substr(start, end - start));
    start = end + 1;
  }
  return parts;
}

/// Reads the set that begins at `glob[at] == '['`. Returns the offset behind it, or 0 when the bracket is never closed
/// and so stands for itself.
std::size_t match_set(std::string_view glob, std::size_t at, unsigned char c, bool& matched) {
  std::size_t i = at + 1;
  const bool negated = i < glob.size() && (glob[i] == '!' || glob[i] == '^');
  if (negated) ++i;
  bool found = false;
  bool first = true;
  while (i < glob.size()) {
    if (glob[i] == ']' && !first) {
      matched = found != negated;
      return i + 1;
    }
    first = false;
    if (glob[i] == '\\' && i + 1 < glob.size()) ++i;
    const auto low = static_cast<unsigned char>(glob[i++]);
    auto high = low;
    if (i + 1 < glob.size() && glob[i] == '-' && glob[i + 1] != ']') {
      ++i;
      if (glob[i] == '\\' && i + 1 < glob.size()) ++i;
      high = static_cast<unsigned char>(glob[i++]);
    }
    if (low <= c && c <= high) found = true;
  }
  return 0;
}

/// Matches one character of `name` against the pattern element at `at`; returns the offset behind the element, 0 for
/// no.
std::size_t match_one(std::string_view glob, std::size_t at, char c) {
  switch (glob[at]) {
    case '?':
      return at + 1;
    case '[': {
      bool matched = false;
      const std::size_t next = match_set(glob, at, static_cast<unsigned char>(c), matched);
      if (next == 0) return c == '[' ? at + 1 : 0;
      return matched ? next : 0;
    }
    case '\\':
      if (at + 1 < glob.size()) return glob[at + 1] == c ? at + 2 : 0;
      return c == '\\' ? at + 1 : 0;
    default:
      return glob[at] == c ? at + 1 : 0;
  }
}

/// Only the last `*` ever needs a second try: what an earlier one could give up, a later one can take.
bool match_component(std::string_view glob, std::string_view name) {
  constexpr std::size_t None = std::string_view::npos;
  std::size_t g = 0;
  std::size_t n = 0;
  std::size_t star = None;
  std::size_t resume = 0;
  while (n < name.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = ++g;
      resume = n;
      continue;
    }
    const std::size_t next = g < glob.size() ? match_one(glob, g, name[n]) : 0;
    if (next != 0) {
      g = next;
      ++n;
    } else if (star != None) {
      g = star;
      n = ++resume;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

}  // namespace

bool glob_match(std::string_view glob, std::string_view path) {
  const auto pattern = components(glob);
  const auto names = components(path);
  constexpr std::size_t None = std::string_view::npos;
  std::size_t p = 0;
  std::size_t n = 0;
  std::size_t star = None;
  std::size_t resume = 0;
  while (n < names.size()) {
    if (p < pattern.size() && pattern[p] == "**") {
      if (p + 1 == pattern.size()) return true;
      star = ++p;
      resume = n;
    } else if (p < pattern.size() && match_component(pattern[p], names[n])) {
      ++p;
      ++n;
    } else if (star != None) {
      p = star;
      n = ++resume;
    } else {
      return false;
    }
  }
  return p == pattern.size();
}

std::optional<IgnorePattern> parse_ignore_pattern(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  // Spaces at the end count only when quoted with a backslash.
  while (!line.empty() && line.back() == ' ' && !(line.size() > 1 && line[line.size() - 2] == '\\'))
    line.remove_suffix(1);
  if (line.empty() || line.front() == '#') return std::nullopt;
  IgnorePattern pattern;
  if (line.front() == '!') {
    pattern.negated = true;
    line.remove_prefix(1);
  }
  if (!line.empty() && line.back() == '/') {
    pattern.directory_only = true;
    while (!line.empty() && line.back() == '/') line.remove_suffix(1);
  }
  pattern.anchored = line.find('/') != std::string_view::npos;
  while (!line.empty() && line.front() == '/') line.remove_prefix(1);
  if (line.empty()) return std::nullopt;
  pattern.glob = std::string(line);
  return pattern;
}

bool names_path(const IgnorePattern& pattern, std::string_view path, bool is_directory) {
  if (pattern.directory_only && !is_directory) return false;
  if (pattern.anchored) return glob_match(pattern.glob, path);
  const std::size_t slash = path.rfind('/');
  return glob_match(pattern.glob, slash == std::string_view::npos ? path : path.substr(slash + 1));
}

bool covers_file(const IgnorePattern& pattern, std::string_view path) {
  if (names_path(pattern, path, false)) return true;
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos; slash = path.find('/', slash + 1)) {
    if (names_path(pattern, path.substr(0, slash), true)) return true;
  }
  return false;
}

}  // namespace graphfence
