#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/engine.h"
#include "protocol/lifecycle.h"
#include "protocol/text_sync.h"
#include "server/lsp/client_profile.h"
#include "server/lsp/engine_pool.h"

namespace graphfence {

struct OpenDocument {
  std::string uri;  ///< as the client spells it
  std::optional<std::int32_t> version;
};

/// Open documents by path, as they were at one moment.
using OpenDocuments = std::map<std::string, OpenDocument>;

/// Everything a worker may see: nothing in it changes.
struct DocumentView {
  std::shared_ptr<const Engine> engine;
  std::shared_ptr<const Snapshot> snapshot;
  std::shared_ptr<const OpenDocuments> open;
  std::shared_ptr<const ClientProfile> client;
  std::shared_ptr<const Configuration> configuration;
  std::string path;
  bool analysed = true;  ///< false: the text is not Python
  ProblemReporter* problems = nullptr;
  CancelToken cancel;

  [[nodiscard]] std::shared_ptr<const SourceText> text() const { return engine->text(*snapshot, path); }
  /// The client's spelling for open documents.
  [[nodiscard]] std::string uri_of(const std::string& file) const;
};

struct Document {
  std::string path;
  std::string uri;
  std::optional<std::int32_t> version;
  std::uint64_t revision = 0;  ///< grows with every change of this document, also over close and open; never repeats
  bool analysed = true;
  std::shared_ptr<ServedProject> project;
};

/// What the engine has not been told yet about a document. Writes that nobody reads in between become one.
struct PendingText {
  Span span;  ///< replaced in the engine's text, while there is only one edit
  std::string replacement;
  std::optional<SourceText> whole;  ///< the new text, once there are more
};

/// The client's folders and documents. Texts live in the engines, which parse with each change; so changes are kept
/// back until somebody looks. Strand only.
class Workspace {
 public:
  Workspace(EnginePool::Load load, std::shared_ptr<const FileSystem> files, ProblemReporter& problems);

  void set_client(std::shared_ptr<const ClientProfile> client) { client_ = std::move(client); }
  /// Folders as addresses. Documents move to the projects they now belong to.
  void set_folders(const std::vector<std::string>& uris);
  void change_folders(const protocol::WorkspaceFoldersChange& change);

  /// Also for a document that is open already: then its text is replaced.
  Document& open(protocol::DidOpenParams params);
  /// False when the document is not open.
  bool change(const protocol::DidChangeParams& params);
  /// The document as it was, if it was open.
  std::optional<Document> close(const std::string& uri);

  [[nodiscard]] const Document* find(const std::string& uri) const;
  [[nodiscard]] const Document* find_path(const std::string& path) const;
  [[nodiscard]] const std::map<std::string, Document>& documents() const { return documents_; }
  [[nodiscard]] DocumentView view(const Document& document);

  /// A file on disk changed.
  void invalidate(const std::string& uri);
  void set_editor(EditorSettings settings) { pool_.set_editor(std::move(settings)); }
  /// Loads all settings again; true when any changed.
  bool reload_settings();
  [[nodiscard]] const std::map<std::string, std::shared_ptr<ServedProject>>& projects() const {
    return pool_.projects();
  }

 private:
  template <class Action>
  void guarded(const std::string& what, Action action);
  void edit(Document& document, const protocol::ContentChange& change);
  void write_pending();
  bool assign_projects();
  void retire(const std::shared_ptr<ServedProject>& project);

  EnginePool pool_;
  ProblemReporter& problems_;
  std::shared_ptr<const ClientProfile> client_ = std::make_shared<const ClientProfile>();
  std::vector<std::string> folders_;  ///< paths without a slash at the end
  std::map<std::string, Document> documents_;
  std::map<std::string, PendingText> pending_;  ///< by path
  std::uint64_t last_revision_ = 0;
  std::shared_ptr<const OpenDocuments> open_;  ///< null after a change
};

}  // namespace graphfence
