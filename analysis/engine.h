#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/base/cancel.h"
#include "analysis/finding.h"
#include "analysis/text/source_text.h"

namespace graphfence {

/// How the engine sees the disk. Implementations must be safe to call from several threads.
class FileSystem {
 public:
  virtual ~FileSystem() = default;
  /// The file's bytes; nothing when it is no readable regular file. Never blocks on devices or pipes.
  [[nodiscard]] virtual std::optional<std::string> read(const std::string& path) const = 0;
  [[nodiscard]] virtual bool is_file(const std::string& path) const = 0;
  [[nodiscard]] virtual bool is_directory(const std::string& path) const = 0;
};

enum class KerasGeneration : std::uint8_t { Keras2, Keras3 };

/// What the program will run on. `known` is false when nothing in the environment said so: then both generations are
/// tried and the findings merged.
struct TargetVersion {
  bool known = false;
  KerasGeneration tf_keras = KerasGeneration::Keras3;  ///< what `tf.keras` is
  KerasGeneration keras = KerasGeneration::Keras3;     ///< what `import keras` is
  int tf_minor = 21;                                   ///< TensorFlow 2.x
  std::string origin = "assumed";                      ///< where the answer came from, for hovers and `--verbose`
};

/// Settings of one file after configuration files and command line were merged.
struct RuleSettings {
  std::vector<std::string> select;  ///< empty: all rules
  std::vector<std::string> ignore;
  std::vector<std::pair<std::string, std::string>> severity;  ///< rule id -> error|warning|information|hint|off
};

struct EngineOptions {
  TargetVersion target;
  std::vector<std::string> roots;  ///< folders from which absolute imports are resolved, in order
  RuleSettings rules;
};

class Snapshot;  // immutable state of all open documents

/// The façade of `analysis/`. `open`, `change`, `replace`, `close` and `snapshot` are called from one thread (the
/// session's); everything const may run on any thread at the same time, on a snapshot.
class Engine {
 public:
  Engine(EngineOptions options, std::shared_ptr<const FileSystem> files);
  ~Engine();
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  /// The editor owns an open document: its file on disk is not read until `close`.
  void open(const std::string& path, std::string text);
  /// Replaces `span` (byte offsets into the current text, clamped) of an open document.
  void change(const std::string& path, Span span, std::string_view replacement);
  /// New text for an open document; becomes one edit by common prefix and suffix.
  void replace(const std::string& path, std::string text);
  void close(const std::string& path);
  /// A file on disk changed or may have: its cached facts are checked again at the next use.
  void invalidate(const std::string& path);
  void set_options(EngineOptions options);

  [[nodiscard]] std::shared_ptr<const Snapshot> snapshot() const;

  /// Writing the edits of fixes costs more than finding what they fix.
  enum class Fixes : std::uint8_t { Written, Omitted };
  /// Findings whose place is in `path`: from its own roots and from open documents that import it, sorted by place then
  /// rule. Empty when cancelled.
  [[nodiscard]] std::vector<Finding> diagnostics(const Snapshot& snapshot, const std::string& path,
                                                 const CancelToken& cancel, Fixes fixes = Fixes::Written) const;
  /// All findings of the roots of `path`, wherever their place is; `check` unites them over all files.
  [[nodiscard]] std::vector<Finding> root_findings(const Snapshot& snapshot, const std::string& path,
                                                   const CancelToken& cancel) const;
  [[nodiscard]] std::optional<Hover> hover(const Snapshot& snapshot, const std::string& path, std::uint32_t offset,
                                           const CancelToken& cancel) const;
  /// Who calls whom, of the functions of a file and of the modules it imports (`features/call_graph.h`). Nothing when
  /// the file cannot be read as Python.
  [[nodiscard]] std::optional<std::map<std::string, std::set<std::string>>> call_graph(const Snapshot& snapshot,
                                                                                       const std::string& path,
                                                                                       const CancelToken& cancel) const;
  /// What of the file cannot be read as Python and is left out by the functions above.
  [[nodiscard]] std::vector<UnparsedPart> unparsed(const Snapshot& snapshot, const std::string& path) const;
  /// Text of an open document, else of the file on disk; nothing when unreadable.
  [[nodiscard]] std::shared_ptr<const SourceText> text(const Snapshot& snapshot, const std::string& path) const;

 private:
  struct State;
  struct Request;
  [[nodiscard]] std::vector<Finding> findings(const Snapshot& snapshot, const Request& request,
                                              const CancelToken& cancel) const;
  std::unique_ptr<State> state_;
};

/// Sorts by place then rule and unites findings of the same rule at the same place (the highest level wins).
void unite(std::vector<Finding>& findings);

struct RuleSummary {
  std::string id;
  std::string family;
  std::string summary;
  Severity severity;
  FixClass fix_class;
  std::string page;  ///< Markdown of the rule's page
};
[[nodiscard]] const std::vector<RuleSummary>& rule_catalogue();

}  // namespace graphfence
