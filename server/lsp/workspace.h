#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/engine.h"
#include "protocol/lifecycle.h"
#include "protocol/text_sync.h"
#include "server/lsp/client_profile.h"

namespace graphfence {

class ProblemReporter;

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
  std::string root;
  std::shared_ptr<Engine> engine;
};

/// What the engine has not been told yet about a document. Writes that nobody reads in between become one.
struct PendingText {
  Span span;  ///< replaced in the engine's text, while there is only one edit
  std::string replacement;
  std::optional<SourceText> whole;  ///< the new text, once there are more
};

/// The client's folders and documents, and one engine per folder. Texts live in the engines, which parse with each
/// change; so changes are kept back until somebody looks. Strand only.
class Workspace {
 public:
  using LoadOptions = std::function<EngineOptions(const std::string& root)>;

  Workspace(LoadOptions load_options, std::shared_ptr<const FileSystem> files, ProblemReporter& problems);

  void set_client(std::shared_ptr<const ClientProfile> client) { client_ = std::move(client); }
  /// Folders as addresses. Documents move to the engine of the folder they now belong to.
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

  /// Settings by root, of the engines that exist.
  [[nodiscard]] std::map<std::string, EngineOptions> settings() const;

  /// A file on disk changed.
  void invalidate(const std::string& uri);
  /// Loads all settings again; true when any changed.
  bool reload_options();

 private:
  template <class Action>
  void guarded(const std::string& what, Action action);
  void edit(Document& document, const protocol::ContentChange& change);
  void write_pending();
  [[nodiscard]] std::string root_for(const std::string& path) const;
  std::shared_ptr<Engine> engine_for(const std::string& root);
  void assign_engines();
  [[nodiscard]] bool in_use(const std::string& root) const;
  void retire_engine(const std::string& root);

  LoadOptions load_options_;
  std::shared_ptr<const FileSystem> files_;
  ProblemReporter& problems_;
  std::shared_ptr<const ClientProfile> client_ = std::make_shared<const ClientProfile>();
  std::vector<std::string> folders_;  ///< paths without a slash at the end
  std::map<std::string, Document> documents_;
  std::map<std::string, PendingText> pending_;  ///< by path
  struct Slot {
    std::shared_ptr<Engine> engine;
    EngineOptions options;
  };
  std::map<std::string, Slot> engines_;
  std::deque<std::string> retired_;  ///< roots whose engine may be dropped, oldest first
  std::uint64_t last_revision_ = 0;
  std::shared_ptr<const OpenDocuments> open_;  ///< null after a change
};

}  // namespace graphfence
