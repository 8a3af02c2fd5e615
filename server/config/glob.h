#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace graphfence {

/// Does `path` match `glob` as a whole? Both use `/`. `*`, `?` and `[a-z]` stay within one component, a component `**`
/// stands for any number of them (at least one at the end), `\` takes the next character as it is.
/// Time is at most the product of the two lengths, whatever the pattern.
[[nodiscard]] bool glob_match(std::string_view glob, std::string_view path);

/// One line of a `.gitignore`; `exclude` and `per-file-ignores` of our configuration speak the same language.
struct IgnorePattern {
  std::string glob;
  bool negated = false;         ///< `!pattern`
  bool directory_only = false;  ///< `pattern/`
  bool anchored = false;        ///< has a `/` inside or in front: relative to the folder of its file
};

/// Nothing for empty lines and comments.
[[nodiscard]] std::optional<IgnorePattern> parse_ignore_pattern(std::string_view line);

/// `path` is relative to the folder the pattern belongs to. Says whether the pattern names it; `negated` is the
/// caller's.
[[nodiscard]] bool names_path(const IgnorePattern& pattern, std::string_view path, bool is_directory);

/// The same for a file or any folder above it.
[[nodiscard]] bool covers_file(const IgnorePattern& pattern, std::string_view path);

}  // namespace graphfence
