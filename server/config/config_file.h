#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/config/rule_names.h"

namespace graphfence {

/// Something wrong with a configuration. Line and column count from 1, the column in bytes; 0 where there is no place.
struct ConfigProblem {
  std::string file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string message;
};

/// A folder that `src` names, and where.
struct SourceFolder {
  std::string path;  ///< absolute
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

struct PerFileIgnore {
  std::string pattern;             ///< as in `.gitignore`, relative to the configuration's folder
  std::vector<std::string> rules;  ///< ids
};

/// What one `graphfence.toml`, or the table `[tool.graphfence]` of one `pyproject.toml`, says. Rules are ids already.
struct ConfigFile {
  std::string path;
  std::string folder;
  std::optional<std::vector<std::string>> select;
  std::vector<std::string> ignore;
  std::vector<PerFileIgnore> per_file_ignores;
  std::vector<std::pair<std::string, std::string>> severity;
  std::vector<std::string> exclude;
  std::optional<std::string> tf_version;
  std::vector<SourceFolder> src;
};

struct ConfigReading {
  std::optional<ConfigFile> file;  ///< nothing when no file applies, or when it cannot be used
  std::vector<ConfigProblem> problems;
};

/// Reads the text of the configuration at `path`; its name decides which of the two forms it has.
[[nodiscard]] ConfigReading parse_config(std::string_view text, const std::string& path, const RuleNames& names);

/// The nearest configuration in `folder` or above it. `graphfence.toml` wins over `pyproject.toml` in one folder; a
/// `pyproject.toml` without our table is passed over.
[[nodiscard]] ConfigReading find_config(const std::string& folder, const RuleNames& names);

/// Does `folder` itself hold such a configuration, a broken one included?
[[nodiscard]] bool has_config(const std::string& folder, const RuleNames& names);

/// "file:line:column: message", without the numbers where there are none.
[[nodiscard]] std::string to_string(const ConfigProblem& problem);

}  // namespace graphfence
