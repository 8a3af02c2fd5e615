#include "analysis/engine.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/features/call_graph.h"
#include "analysis/features/findings.h"
#include "analysis/features/fixes.h"
#include "analysis/features/hover.h"
#include "analysis/features/suppressions.h"
#include "analysis/features/unparsed.h"

namespace graphfence {

namespace {

/// An open document. While its text does not parse, the last version that did answers for it, with its places moved
/// along.
struct OpenFile {
  ParsedDocument document;
  std::shared_ptr<const LoadedFile> good;  ///< what is analysed
  ParsedDocument good_document;            ///< its text and tree
  std::vector<TextChange> since;           ///< edits from there to `document`
};

/// Where a span of an older text is after some edits; nothing when an edit swallowed it.
std::optional<Span> moved(Span span, const std::vector<TextChange>& edits) {
  for (const TextChange& edit : edits) {
    const auto delta = static_cast<std::int64_t>(edit.new_size) - edit.old_span.size();
    const auto shift = [&](std::uint32_t at) { return static_cast<std::uint32_t>(at + delta); };
    if (span.start >= edit.old_span.end) {
      span = {shift(span.start), shift(span.end)};
    } else if (span.end <= edit.old_span.start) {
      continue;
    } else if (span.start <= edit.old_span.start && edit.old_span.end <= span.end) {
      span.end = shift(span.end);
    } else {
      return std::nullopt;
    }
  }
  if (span.end <= span.start) return std::nullopt;
  return span;
}

bool parses(const ParsedDocument& document) {
  const TSNode root = document.tree->root();
  return document.complete && !ts_node_is_null(root) && !ts_node_has_error(root);
}

/// Nobody reads the tree of a text with errors while an older one without answers for it.
ParseLimits limits_after(const LoadedFile& good) {
  ParseLimits limits = edit_limits;
  limits.stop_at_error = !good.has_errors;
  return limits;
}

/// Functions that are opaque because something in them does not parse.
std::size_t unparsed_units(const LoadedFile& file) {
  const auto& units = file.source.code->units;
  return static_cast<std::size_t>(std::count_if(
      units.begin(), units.end(), [](const ir::PlacedUnit& unit) { return unit.unit->chunks.front().has_error; }));
}

/// Whether a text with errors may answer instead of the one before: one that is being typed has more of them, but a
/// function that never parsed must not keep the rest of its file from being read.
bool no_worse(const LoadedFile& file, const LoadedFile& before) {
  return before.has_errors && !file.broken && unparsed_units(file) <= unparsed_units(before);
}

struct DiskReader : FileReader {
  explicit DiskReader(std::shared_ptr<const FileSystem> files_) : files(std::move(files_)) {}
  [[nodiscard]] std::optional<std::string> read_file(const std::string& path) const override {
    return files->read(path);
  }
  [[nodiscard]] bool has_file(const std::string& path) const override { return files->is_file(path); }
  std::shared_ptr<const FileSystem> files;
};

library::Generation generation(KerasGeneration g) {
  return g == KerasGeneration::Keras2 ? library::Generation::Keras2 : library::Generation::Keras3;
}

}  // namespace

class Snapshot {
 public:
  std::map<std::string, std::shared_ptr<const OpenFile>> documents;
  OpenFiles open;  ///< what is analysed of them
  EngineOptions options;
};

struct Engine::State {
  std::shared_ptr<const FileSystem> files;
  FileStore store;
  mutable RootCache cache;
  Parser parser;
  std::shared_ptr<Snapshot> current = std::make_shared<Snapshot>();

  explicit State(std::shared_ptr<const FileSystem> files_)
      : files(files_), store(std::make_shared<Interner>(), std::make_shared<DiskReader>(std::move(files_))) {}

  void publish(const std::string& path, ParsedDocument document, const std::vector<TextChange>& edits,
               const OpenFile* before) {
    auto next = std::make_shared<Snapshot>(*current);
    auto file = std::make_shared<OpenFile>();
    const bool usable = before != nullptr && !before->good->broken;
    std::shared_ptr<const LoadedFile> lowered;
    if (!usable || before->good->has_errors || parses(document)) {
      lowered = store.lower(path, document, before != nullptr ? before->good.get() : nullptr);
    }
    if (!usable || (lowered && (!lowered->has_errors || no_worse(*lowered, *before->good)))) {
      file->good = std::move(lowered);
      document.difference = {document.text, std::nullopt};
      file->good_document = document;
    } else {
      file->good = before->good;
      file->good_document = before->good_document;
      file->since = before->since;
      file->since.insert(file->since.end(), edits.begin(), edits.end());
    }
    file->document = std::move(document);
    next->open[path] = file->good;
    next->documents[path] = std::move(file);
    current = std::move(next);
  }

  [[nodiscard]] RunOptions run_options(const EngineOptions& options) const {
    RunOptions run;
    run.world.tf_keras = generation(options.target.tf_keras);
    run.world.keras = generation(options.target.keras);
    run.assumed = !options.target.known;
    return run;
  }
};

namespace {

/// Texts and trees for rendering; files of the disk are parsed when a fix asks for them.
class Documents {
 public:
  Documents(const Snapshot& snapshot, FileStore& store) : snapshot_(snapshot), store_(store) {}

  const ParsedDocument* find(const std::string& path) {
    if (const auto it = snapshot_.documents.find(path); it != snapshot_.documents.end())
      return &it->second->good_document;
    if (const auto it = parsed_.find(path); it != parsed_.end()) return &it->second;
    const auto file = store_.load(path);
    if (!file) return nullptr;
    thread_local Parser parser;
    return &parsed_.emplace(path, ParsedDocument::open(parser, file->text)).first->second;
  }
  [[nodiscard]] bool may_suppress_in(const std::string& path) {
    if (const auto it = snapshot_.documents.find(path); it != snapshot_.documents.end())
      return may_suppress(it->second->good_document.text->bytes());
    const auto file = store_.load(path);
    return file && may_suppress(file->text->bytes());
  }
  [[nodiscard]] const std::vector<TextChange>& edits(const std::string& path) const {
    static const std::vector<TextChange> none;
    const auto it = snapshot_.documents.find(path);
    return it == snapshot_.documents.end() ? none : it->second->since;
  }

 private:
  const Snapshot& snapshot_;
  FileStore& store_;
  std::map<std::string, ParsedDocument> parsed_;
};

std::optional<Severity> parse_severity(std::string_view text) {
  if (text == "error") return Severity::Error;
  if (text == "warning") return Severity::Warning;
  if (text == "information" || text == "info") return Severity::Information;
  if (text == "hint") return Severity::Hint;
  return std::nullopt;
}

bool selected(const RuleSettings& rules, std::string_view id) {
  const auto in = [&](const std::vector<std::string>& list) {
    return std::find(list.begin(), list.end(), id) != list.end();
  };
  if (!rules.select.empty() && !in(rules.select)) return false;
  if (in(rules.ignore)) return false;
  for (const auto& [rule, level] : rules.severity) {
    if (rule == id && level == "off") return false;
  }
  return true;
}

/// The finding has its place in the text that was analysed, its related places are those of now.
std::optional<Finding> render(const PlacedDraft& draft, Program& program, Documents& documents, Engine::Fixes fixes) {
  const LoadedFile* file = program.open(draft.place.path);
  if (file == nullptr) return std::nullopt;
  const auto span = span_of(*file, draft.place);
  if (!span) return std::nullopt;
  Finding finding;
  finding.rule = draft.rule;
  finding.severity = draft.severity;
  finding.file = draft.place.path;
  finding.span = *span;
  finding.message = draft.message;
  for (const PlacedNote& note : draft.notes) {
    const LoadedFile* other = program.open(note.place.path);
    const auto where = other == nullptr ? std::nullopt : span_of(*other, note.place);
    const auto there = where ? moved(*where, documents.edits(note.place.path)) : std::nullopt;
    if (there) finding.related.push_back({note.place.path, *there, note.message});
  }
  if (fixes == Engine::Fixes::Omitted) return finding;
  for (const PlacedFix& fix : draft.fixes) {
    // Edits are written against the text that was analysed; while the document is broken none is offered.
    if (!documents.edits(fix.target.path).empty() || !documents.edits(fix.other.path).empty()) continue;
    const LoadedFile* target = program.open(fix.target.path);
    const auto target_span = target == nullptr ? std::nullopt : span_of(*target, fix.target);
    if (!target_span) continue;
    FixRequest request{fix.plan, fix.target.path, *target_span, {}, {}};
    if (!fix.other.path.empty()) {
      const LoadedFile* other = program.open(fix.other.path);
      const auto other_span = other == nullptr ? std::nullopt : span_of(*other, fix.other);
      if (other_span) {
        request.other_file = fix.other.path;
        request.other = *other_span;
      }
    }
    if (auto written = write_fix(request, [&](const std::string& path) { return documents.find(path); })) {
      finding.fixes.push_back(std::move(*written));
    }
  }
  return finding;
}

}  // namespace

Engine::Engine(EngineOptions options, std::shared_ptr<const FileSystem> files)
    : state_(std::make_unique<State>(std::move(files))) {
  state_->current->options = std::move(options);
}
Engine::~Engine() = default;

void Engine::open(const std::string& path, std::string text) {
  state_->publish(path, ParsedDocument::open(state_->parser, std::make_shared<const SourceText>(std::move(text))), {},
                  nullptr);
}

void Engine::change(const std::string& path, Span span, std::string_view replacement) {
  const auto it = state_->current->documents.find(path);
  if (it == state_->current->documents.end()) return;
  const auto before = it->second;
  const auto size = static_cast<std::uint32_t>(before->document.text->bytes().size());
  span.start = std::min(span.start, size);
  span.end = std::clamp(span.end, span.start, size);
  const TextChange edit{span, static_cast<std::uint32_t>(replacement.size())};
  state_->publish(path, before->document.edited(state_->parser, span, replacement, limits_after(*before->good)), {edit},
                  before.get());
}

void Engine::replace(const std::string& path, std::string text) {
  const auto it = state_->current->documents.find(path);
  if (it == state_->current->documents.end()) {
    open(path, std::move(text));
    return;
  }
  const auto before = it->second;
  const std::string_view old = before->document.text->bytes();
  const auto limit = std::min(old.size(), text.size());
  std::size_t head = 0;
  while (head < limit && old[head] == text[head]) ++head;
  std::size_t tail = 0;
  while (tail < limit - head && old[old.size() - 1 - tail] == text[text.size() - 1 - tail]) ++tail;
  const TextChange edit{{static_cast<std::uint32_t>(head), static_cast<std::uint32_t>(old.size() - tail)},
                        static_cast<std::uint32_t>(text.size() - tail - head)};
  state_->publish(path, before->document.replaced(state_->parser, text, limits_after(*before->good)), {edit},
                  before.get());
}

void Engine::close(const std::string& path) {
  auto next = std::make_shared<Snapshot>(*state_->current);
  next->documents.erase(path);
  next->open.erase(path);
  state_->current = std::move(next);
  state_->store.forget(path);
}

void Engine::invalidate(const std::string& path) {
  state_->store.forget(path);
}

void Engine::set_options(EngineOptions options) {
  auto next = std::make_shared<Snapshot>(*state_->current);
  next->options = std::move(options);
  state_->current = std::move(next);
  state_->cache.clear();
}

std::shared_ptr<const Snapshot> Engine::snapshot() const {
  return state_->current;
}

/// Whose roots are run, and what of their findings is wanted.
struct Engine::Request {
  const std::string& root;
  const std::string* only = nullptr;  ///< findings in this file; null: all
  Fixes fixes = Fixes::Written;
};

std::vector<Finding> Engine::root_findings(const Snapshot& snapshot, const std::string& path,
                                           const CancelToken& cancel) const {
  return findings(snapshot, {path}, cancel);
}

std::vector<Finding> Engine::findings(const Snapshot& snapshot, const Request& request,
                                      const CancelToken& cancel) const {
  Program program(state_->store, snapshot.options.roots, snapshot.open);
  Documents documents(snapshot, state_->store);
  const auto result =
      file_drafts(state_->store, program, state_->cache, request.root, state_->run_options(snapshot.options), cancel);
  std::vector<Finding> findings;
  for (const PlacedDraft& draft : result->drafts) {
    if (request.only != nullptr && draft.place.path != *request.only) continue;
    if (auto finding = render(draft, program, documents, request.fixes)) findings.push_back(std::move(*finding));
  }
  if (cancel.cancelled()) return {};
  // A finding is silenced by comments of the file it is in.
  const std::string& path = request.root;
  std::vector<std::string> paths{request.only != nullptr ? *request.only : path};
  for (const Finding& finding : findings) {
    if (std::find(paths.begin(), paths.end(), finding.file) == paths.end()) paths.push_back(finding.file);
  }
  std::vector<Finding> kept;
  for (const std::string& file : paths) {
    std::vector<Finding> here;
    for (Finding& finding : findings) {
      if (finding.file == file) here.push_back(std::move(finding));
    }
    if (documents.may_suppress_in(file)) {
      if (const ParsedDocument* document = documents.find(file)) {
        apply_suppressions(*document, file, here);
        // Only the file's own run knows whether a suppression in it is unused.
        if (file != path) std::erase_if(here, [](const Finding& f) { return f.rule == "unused-suppression"; });
      }
    }
    const std::vector<TextChange>& edits = documents.edits(file);
    for (Finding& finding : here) {
      const auto now = moved(finding.span, edits);
      if (!now) continue;
      finding.span = *now;
      if (!edits.empty()) finding.fixes.clear();
      kept.push_back(std::move(finding));
    }
  }
  // Settings come after the comments: a comment that silences a rule nobody selected is not unused.
  std::erase_if(kept, [&](const Finding& finding) { return !selected(snapshot.options.rules, finding.rule); });
  for (Finding& finding : kept) {
    for (const auto& [rule, level] : snapshot.options.rules.severity) {
      if (rule == finding.rule) finding.severity = parse_severity(level).value_or(finding.severity);
    }
  }
  unite(kept);
  return kept;
}

std::vector<Finding> Engine::diagnostics(const Snapshot& snapshot, const std::string& path, const CancelToken& cancel,
                                         Fixes fixes) const {
  std::vector<Finding> all = findings(snapshot, {path, &path, fixes}, cancel);
  for (const auto& [other, document] : snapshot.documents) {
    if (other == path || cancel.cancelled()) continue;
    auto more = findings(snapshot, {other, &path, fixes}, cancel);
    std::move(more.begin(), more.end(), std::back_inserter(all));
  }
  if (cancel.cancelled()) return {};
  unite(all);
  return all;
}

std::optional<Hover> Engine::hover(const Snapshot& snapshot, const std::string& path, std::uint32_t offset,
                                   const CancelToken& cancel) const {
  Program program(state_->store, snapshot.options.roots, snapshot.open);
  const LoadedFile* file = program.open(path);
  if (file == nullptr || file->broken) return std::nullopt;
  const auto document = snapshot.documents.find(path);
  if (document != snapshot.documents.end() && !document->second->since.empty()) return std::nullopt;
  return hover_at(state_->store, program, *file, offset, state_->run_options(snapshot.options), cancel);
}

std::optional<std::map<std::string, std::set<std::string>>> Engine::call_graph(const Snapshot& snapshot,
                                                                               const std::string& path,
                                                                               const CancelToken& cancel) const {
  Program program(state_->store, snapshot.options.roots, snapshot.open);
  const LoadedFile* file = program.open(path);
  if (file == nullptr || file->broken) return std::nullopt;
  return graphfence::call_graph(state_->store, program, *file, state_->run_options(snapshot.options), cancel);
}

std::vector<UnparsedPart> Engine::unparsed(const Snapshot& snapshot, const std::string& path) const {
  if (const auto it = snapshot.documents.find(path); it != snapshot.documents.end())
    return unparsed_parts(*it->second->good, it->second->good_document, state_->store.names());
  const auto file = state_->store.load(path);
  if (!file || !file->has_errors) return {};
  Parser parser;
  return unparsed_parts(*file, ParsedDocument::open(parser, file->text), state_->store.names());
}

std::shared_ptr<const SourceText> Engine::text(const Snapshot& snapshot, const std::string& path) const {
  if (const auto it = snapshot.documents.find(path); it != snapshot.documents.end()) return it->second->document.text;
  const auto file = state_->store.load(path);
  return file ? file->text : nullptr;
}

void unite(std::vector<Finding>& findings) {
  std::sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.file, a.span, a.severity, a.rule) < std::tie(b.file, b.span, b.severity, b.rule);
  });
  const auto same = [](const Finding& a, const Finding& b) {
    return a.file == b.file && a.span == b.span && a.rule != "unused-suppression";
  };
  findings.erase(std::unique(findings.begin(), findings.end(), same), findings.end());
}

const std::vector<RuleSummary>& rule_catalogue() {
  static const std::vector<RuleSummary> catalogue = [] {
    std::vector<RuleSummary> all;
    for (const Rule* rule : all_rules()) {
      all.push_back({std::string(rule->id), std::string(rule->family), std::string(rule->summary), rule->severity,
                     rule->fix_class, std::string(rule_page(rule->id))});
    }
    all.push_back({"unused-suppression", "suppressions", "a `# graphfence: ignore` comment that silences nothing",
                   Severity::Hint, FixClass::A, std::string(rule_page("unused-suppression"))});
    std::sort(all.begin(), all.end(), [](const RuleSummary& a, const RuleSummary& b) { return a.id < b.id; });
    return all;
  }();
  return catalogue;
}

}  // namespace graphfence
