#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/finding.h"
#include "analysis/rules/rule.h"
#include "analysis/workspace/program.h"
#include "analysis/workspace/roots.h"

namespace graphfence {

/// A place that survives edits elsewhere: it is turned into a span when a finding is rendered.
struct Place {
  std::string path;
  std::uint32_t unit = 0;
  std::uint32_t chunk = 0;
  std::uint32_t pc = definition_pc;
  friend auto operator<=>(const Place&, const Place&) = default;
};

/// Where a site of the run is; an empty path when it is nowhere.
[[nodiscard]] Place place_of(const Interp& run, SiteId site);

struct PlacedNote {
  Place place;
  std::string message;
};

struct PlacedFix {
  FixPlan plan;  ///< its sites are meaningless outside the run: the places stand beside it
  Place target;
  Place other;  ///< path empty: none
};

struct PlacedDraft {
  std::string_view rule;
  Severity severity = Severity::Hint;
  Place place;
  std::string message;
  std::vector<PlacedNote> notes;
  std::vector<PlacedFix> fixes;
};

/// What a root found, and what that depends on.
struct RootResult {
  struct Unit {
    std::uint32_t index = 0;
    std::uint64_t hash = 0;
  };
  struct FileUnits {
    std::string path;
    std::vector<Unit> units;
  };
  std::vector<PlacedDraft> drafts;
  std::vector<FileUnits> files;      ///< units whose code had a say
  std::vector<std::string> missing;  ///< files that were looked for in vain
  bool asked_generation = false;
  std::uint8_t switches = 0;  ///< what the module switches for all that runs after it
  std::uint32_t steps = 0;
};

/// What all roots of a file found, with the versions of the files that were read.
struct FileResult {
  std::vector<PlacedDraft> drafts;
  std::vector<std::pair<std::string, std::shared_ptr<const LoadedFile>>> inputs;
  std::vector<std::string> missing;  ///< files that were looked for in vain
};

/// Results of roots, kept as long as the code they read stays the same, and of files, kept as long as the files are the
/// very same versions. Safe for several threads; a result never depends on who computed it.
class RootCache {
 public:
  [[nodiscard]] std::shared_ptr<const RootResult> find(const std::string& key, Program& program,
                                                       FileStore& store) const;
  void put(const std::string& key, std::shared_ptr<const RootResult> result);
  [[nodiscard]] std::shared_ptr<const FileResult> find_file(const std::string& key, Program& program,
                                                            FileStore& store) const;
  void put_file(const std::string& key, std::shared_ptr<const FileResult> result);
  void clear();

 private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<const RootResult>> results_;
  std::unordered_map<std::string, std::shared_ptr<const FileResult>> files_;
};

struct RunOptions {
  World world;
  bool assumed = false;
};
/// Findings of all roots of one file as drafts: both worlds merged when the target is only assumed. Never null; empty
/// when cancelled. `program` must be fresh: what it opened by the end counts as what the result depends on.
[[nodiscard]] std::shared_ptr<const FileResult> file_drafts(FileStore& store, Program& program, RootCache& cache,
                                                            const std::string& path, const RunOptions& options,
                                                            const CancelToken& cancel);

/// Runs one root and its rules.
[[nodiscard]] std::shared_ptr<const RootResult> run_root(FileStore& store, Program& program, const LoadedFile& file,
                                                         const Root& root, const World& world, std::uint8_t switches,
                                                         const CancelToken& cancel);

/// Where a place is in a version of its file; nothing when that version has no such unit.
[[nodiscard]] std::optional<Span> span_of(const LoadedFile& file, const Place& place);

}  // namespace graphfence
