#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/finding.h"
#include "analysis/text/source_text.h"

namespace graphfence {

/// A file, or a function in one, that was asked for but not checked.
struct Skipped {
  std::string file;
  bool whole_file = true;
  std::optional<LineColumn> place;  ///< from 1, as shown
  std::string message;              ///< why; one line, not yet visible
};

/// What a run of `check` found, ready to be printed: sorted, and only in files that were asked for.
struct Report {
  std::vector<Finding> findings;
  std::vector<Skipped> skipped;
  std::size_t files = 0;  ///< checked
  std::size_t fixed = 0;  ///< problems that `--fix` removed
};

/// What the printers need to know about files. Paths are those of the findings.
struct Sources {
  std::function<std::shared_ptr<const SourceText>(const std::string& path)> text;  ///< null when unreadable
  std::function<std::string(const std::string& path)> name;  ///< as users wrote it, not yet visible
  /// Whether the file is one of those that are checked, so that `--fix` may change it. Empty: all are.
  std::function<bool(const std::string& path)> asked_for;
};

[[nodiscard]] const char* severity_name(Severity severity);

struct TextStyle {
  bool colour = false;
  std::uint32_t width = 120;  ///< of the terminal
};

/// For people: excerpts with carets, related places, help lines, and a summary at the end.
[[nodiscard]] std::string render_text(const Report& report, const Sources& sources, const TextStyle& style);

/// For programs: docs/json.md.
[[nodiscard]] std::string render_json(const Report& report, const Sources& sources);

/// Workflow commands of GitHub Actions, one line per finding.
[[nodiscard]] std::string render_github(const Report& report, const Sources& sources);

/// One line per rule, the most frequent first.
[[nodiscard]] std::string render_statistics(const Report& report, const Sources& sources);

}  // namespace graphfence
