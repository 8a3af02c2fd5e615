#include "server/lsp/workspace.h"

#include <algorithm>
#include <array>
#include <utility>

#include "server/lsp/positions.h"
#include "server/lsp/problem_reporter.h"
#include "server/lsp/uri.h"

namespace graphfence {
namespace {

/// Texts without a place on disk must never lead to one, whatever is computed from their path.
class PlacedFiles final : public FileSystem {
 public:
  explicit PlacedFiles(std::shared_ptr<const FileSystem> files) : files_(std::move(files)) {}
  [[nodiscard]] std::optional<std::string> read(const std::string& path) const override {
    return is_disk_path(path) ? files_->read(path) : std::nullopt;
  }
  [[nodiscard]] bool is_file(const std::string& path) const override {
    return is_disk_path(path) && files_->is_file(path);
  }
  [[nodiscard]] bool is_directory(const std::string& path) const override {
    return is_disk_path(path) && files_->is_directory(path);
  }

 private:
  std::shared_ptr<const FileSystem> files_;
};

constexpr std::size_t MaxIdleEngines = 4;
constexpr std::size_t LongestPath = 4096;  // no system opens a longer one; looking for its project would take long

bool ends_with(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

/// Editors name the language as they like ("", "python3", "jupyter"), so that only another plain name rules a text out.
bool looks_like_python(const std::string& language, const std::string& path) {
  for (const std::string_view end : {".py", ".pyi", ".pyw", ".ipynb"}) {
    if (ends_with(path, end)) return true;
  }
  constexpr std::array<std::string_view, 3> Names{"python", "jupyter", "ipython"};
  return language.empty() || std::any_of(Names.begin(), Names.end(), [&](std::string_view name) {
           return language.find(name) != std::string::npos;
         });
}

std::string without_slash(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  return path;
}

bool same_rules(const RuleSettings& a, const RuleSettings& b) {
  return a.select == b.select && a.ignore == b.ignore && a.severity == b.severity;
}

bool same_options(const EngineOptions& a, const EngineOptions& b) {
  return a.target.known == b.target.known && a.target.tf_keras == b.target.tf_keras &&
         a.target.keras == b.target.keras && a.target.tf_minor == b.target.tf_minor &&
         a.target.origin == b.target.origin && a.roots == b.roots && same_rules(a.rules, b.rules);
}

}  // namespace

std::string DocumentView::uri_of(const std::string& file) const {
  const auto found = open->find(file);
  return found == open->end() ? document_uri(file) : found->second.uri;
}

Workspace::Workspace(LoadOptions load_options, std::shared_ptr<const FileSystem> files, ProblemReporter& problems)
    : load_options_(std::move(load_options)),
      files_(std::make_shared<PlacedFiles>(std::move(files))),
      problems_(problems) {}

/// The engine and the settings may fail on something nobody foresaw; the session goes on with what it has.
template <class Action>
void Workspace::guarded(const std::string& what, Action action) {
  try {
    action();
  } catch (const std::exception& problem) {
    problems_.report(what + " failed: " + problem.what());
  }
}

void Workspace::set_folders(const std::vector<std::string>& uris) {
  folders_.clear();
  for (const std::string& uri : uris) {
    std::string path = without_slash(document_path(uri));
    if (is_disk_path(path)) folders_.push_back(std::move(path));
  }
  assign_engines();
}

void Workspace::change_folders(const protocol::WorkspaceFoldersChange& change) {
  for (const protocol::WorkspaceFolder& folder : change.removed) {
    std::erase(folders_, without_slash(document_path(folder.uri)));
  }
  for (const protocol::WorkspaceFolder& folder : change.added) {
    std::string path = without_slash(document_path(folder.uri));
    if (is_disk_path(path)) folders_.push_back(std::move(path));
  }
  assign_engines();
  for (const protocol::WorkspaceFolder& folder : change.removed) {
    retire_engine(without_slash(document_path(folder.uri)));
  }
}

/// The innermost folder of the client that holds the path, else the folder the file stands in.
std::string Workspace::root_for(const std::string& path) const {
  if (!is_disk_path(path) || path.size() > LongestPath) return {};
  const std::string* best = nullptr;
  for (const std::string& folder : folders_) {
    const bool inside = folder == "/" || (path.size() > folder.size() && path.compare(0, folder.size(), folder) == 0 &&
                                          path[folder.size()] == '/');
    if (inside && (best == nullptr || folder.size() > best->size())) best = &folder;
  }
  if (best != nullptr) return *best;
  return without_slash(path.substr(0, path.rfind('/') + 1));
}

std::shared_ptr<Engine> Workspace::engine_for(const std::string& root) {
  Slot& slot = engines_[root];
  if (!slot.engine) {
    guarded("reading the settings of " + root, [&] {
      if (load_options_) slot.options = load_options_(root);
    });
    slot.engine = std::make_shared<Engine>(slot.options, files_);
  }
  return slot.engine;
}

void Workspace::assign_engines() {
  write_pending();
  for (auto& [path, document] : documents_) {
    std::string root = root_for(path);
    if (root == document.root) continue;
    const auto text = document.engine->text(*document.engine->snapshot(), path);
    document.engine->close(path);
    const std::string old_root = std::exchange(document.root, std::move(root));
    document.engine = engine_for(document.root);
    document.engine->open(path, text ? std::string(text->bytes()) : std::string());
    document.revision = ++last_revision_;
    retire_engine(old_root);
  }
}

bool Workspace::in_use(const std::string& root) const {
  return std::find(folders_.begin(), folders_.end(), root) != folders_.end() ||
         std::any_of(documents_.begin(), documents_.end(),
                     [&](const auto& document) { return document.second.root == root; });
}

/// A client that walks through a large disk must not leave an engine behind in every folder; but a document that is
/// closed and opened again should find its engine warm.
void Workspace::retire_engine(const std::string& root) {
  if (in_use(root)) return;
  std::erase(retired_, root);
  retired_.push_back(root);
  if (retired_.size() <= MaxIdleEngines) return;
  const std::string oldest = std::move(retired_.front());
  retired_.pop_front();
  if (!in_use(oldest)) engines_.erase(oldest);
}

Document& Workspace::open(protocol::DidOpenParams params) {
  std::string path = document_path(params.uri);
  const auto [entry, fresh] = documents_.try_emplace(path);
  Document& document = entry->second;
  if (fresh) {
    document.root = root_for(path);
    document.engine = engine_for(document.root);
    document.path = std::move(path);
    guarded("opening " + params.uri, [&] { document.engine->open(document.path, std::move(params.text)); });
  } else {
    pending_[document.path].whole = SourceText(std::move(params.text));
  }
  document.uri = std::move(params.uri);
  document.version = params.version;
  document.analysed = looks_like_python(params.languageId, document.path);
  document.revision = ++last_revision_;
  open_.reset();
  return document;
}

bool Workspace::change(const protocol::DidChangeParams& params) {
  const auto found = documents_.find(document_path(params.uri));
  if (found == documents_.end()) return false;
  Document& document = found->second;
  for (const protocol::ContentChange& change : params.contentChanges) edit(document, change);
  if (params.version) document.version = params.version;
  document.revision = ++last_revision_;
  open_.reset();
  return true;
}

void Workspace::edit(Document& document, const protocol::ContentChange& change) {
  const auto [entry, first] = pending_.try_emplace(document.path);
  PendingText& pending = entry->second;
  if (!change.range) {
    pending.whole = SourceText(change.text);
    return;
  }
  if (!pending.whole) {
    const auto text = document.engine->text(*document.engine->snapshot(), document.path);
    if (!text) {
      pending_.erase(entry);
      return;
    }
    if (first) {
      pending.span = to_span(*text, *change.range, client_->unit);
      pending.replacement = change.text;
      return;
    }
    pending.whole = text->edited(pending.span, pending.replacement);
  }
  pending.whole = pending.whole->edited(to_span(*pending.whole, *change.range, client_->unit), change.text);
}

void Workspace::write_pending() {
  const auto pending_texts = std::exchange(pending_, {});
  for (const auto& [path, pending] : pending_texts) {
    Engine& engine = *documents_.at(path).engine;
    guarded("a change of " + path, [&] {
      if (pending.whole) {
        engine.replace(path, std::string(pending.whole->bytes()));
      } else {
        engine.change(path, pending.span, pending.replacement);
      }
    });
  }
}

std::optional<Document> Workspace::close(const std::string& uri) {
  const auto found = documents_.find(document_path(uri));
  if (found == documents_.end()) return std::nullopt;
  Document document = std::move(found->second);
  pending_.erase(document.path);
  document.engine->close(document.path);
  documents_.erase(found);
  open_.reset();
  retire_engine(document.root);
  return document;
}

const Document* Workspace::find(const std::string& uri) const {
  return find_path(document_path(uri));
}

const Document* Workspace::find_path(const std::string& path) const {
  const auto found = documents_.find(path);
  return found == documents_.end() ? nullptr : &found->second;
}

DocumentView Workspace::view(const Document& document) {
  write_pending();
  if (!open_) {
    auto open = std::make_shared<OpenDocuments>();
    for (const auto& [path, other] : documents_) open->emplace(path, OpenDocument{other.uri, other.version});
    open_ = std::move(open);
  }
  DocumentView view;
  view.engine = document.engine;
  view.snapshot = document.engine->snapshot();
  view.open = open_;
  view.client = client_;
  view.path = document.path;
  view.analysed = document.analysed;
  view.problems = &problems_;
  return view;
}

std::map<std::string, EngineOptions> Workspace::settings() const {
  std::map<std::string, EngineOptions> result;
  for (const auto& [root, slot] : engines_) result.emplace(root, slot.options);
  return result;
}

void Workspace::invalidate(const std::string& uri) {
  const std::string path = document_path(uri);
  for (auto& [root, slot] : engines_) slot.engine->invalidate(path);
}

bool Workspace::reload_options() {
  if (!load_options_) return false;
  bool changed = false;
  for (auto& [root, slot] : engines_) {
    EngineOptions options = slot.options;
    guarded("reading the settings of " + root, [&, &folder = root] { options = load_options_(folder); });
    if (same_options(options, slot.options)) continue;
    slot.options = options;
    slot.engine->set_options(std::move(options));
    changed = true;
  }
  return changed;
}

}  // namespace graphfence
