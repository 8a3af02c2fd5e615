#include "server/lsp/workspace.h"

#include <algorithm>
#include <array>
#include <utility>

#include "server/lsp/positions.h"
#include "server/lsp/problem_reporter.h"
#include "server/lsp/uri.h"

namespace graphfence {
namespace {

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

}  // namespace

std::string DocumentView::uri_of(const std::string& file) const {
  const auto found = open->find(file);
  return found == open->end() ? document_uri(file) : found->second.uri;
}

Workspace::Workspace(EnginePool::Load load, std::shared_ptr<const FileSystem> files, ProblemReporter& problems)
    : pool_(std::move(load), std::move(files), problems), problems_(problems) {}

/// The engine may fail on something nobody foresaw; the session goes on with what it has.
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
  pool_.set_folders(folders_);
  assign_projects();
}

void Workspace::change_folders(const protocol::WorkspaceFoldersChange& change) {
  for (const protocol::WorkspaceFolder& folder : change.removed) {
    std::erase(folders_, without_slash(document_path(folder.uri)));
  }
  for (const protocol::WorkspaceFolder& folder : change.added) {
    std::string path = without_slash(document_path(folder.uri));
    if (is_disk_path(path)) folders_.push_back(std::move(path));
  }
  pool_.set_folders(folders_);
  assign_projects();
}

bool Workspace::assign_projects() {
  write_pending();
  bool moved = false;
  for (auto& [path, document] : documents_) {
    auto project = pool_.project_of(path);
    if (project == document.project) continue;
    Engine& old_engine = *document.project->engine;
    const auto text = old_engine.text(*old_engine.snapshot(), path);
    const auto old_project = std::exchange(document.project, std::move(project));
    guarded("moving " + document.uri, [&, &document = document, &path = path] {
      old_engine.close(path);
      document.project->engine->open(path, text ? std::string(text->bytes()) : std::string());
    });
    document.revision = ++last_revision_;
    retire(old_project);
    moved = true;
  }
  return moved;
}

void Workspace::retire(const std::shared_ptr<ServedProject>& project) {
  const bool used = std::any_of(documents_.begin(), documents_.end(),
                                [&](const auto& entry) { return entry.second.project == project; });
  if (!used) pool_.retire(project);
}

Document& Workspace::open(protocol::DidOpenParams params) {
  std::string path = document_path(params.uri);
  const auto [entry, fresh] = documents_.try_emplace(path);
  Document& document = entry->second;
  if (fresh) {
    document.path = std::move(path);
    document.project = pool_.fresh_project_of(document.path);
    guarded("opening " + params.uri, [&] { document.project->engine->open(document.path, std::move(params.text)); });
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
    const Engine& engine = *document.project->engine;
    const auto text = engine.text(*engine.snapshot(), document.path);
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
    Engine& engine = *documents_.at(path).project->engine;
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
  guarded("closing " + document.uri, [&] { document.project->engine->close(document.path); });
  documents_.erase(found);
  open_.reset();
  retire(document.project);
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
  view.engine = document.project->engine;
  view.snapshot = view.engine->snapshot();
  view.configuration = document.project->configuration;
  view.open = open_;
  view.client = client_;
  view.path = document.path;
  view.analysed = document.analysed;
  view.problems = &problems_;
  return view;
}

void Workspace::invalidate(const std::string& uri) {
  const std::string path = document_path(uri);
  for (const auto& [root, project] : pool_.projects()) project->engine->invalidate(path);
}

bool Workspace::reload_settings() {
  const bool changed = pool_.reload();
  return assign_projects() || changed;
}

}  // namespace graphfence
