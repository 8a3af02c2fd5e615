#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/diagnostics.h"
#include "protocol/node.h"
#include "protocol/positions.h"

namespace graphfence::protocol {

struct CodeActionParams {
  std::string uri;
  Range range;
  std::optional<std::vector<std::string>> only;
};

struct TextDocumentEdit {
  std::string uri;
  std::optional<std::int32_t> version;
  std::vector<TextEdit> edits;
};

struct WorkspaceEdit {
  std::vector<TextDocumentEdit> documents;
};

struct CodeAction {
  std::string title;
  std::string kind;
  std::vector<Diagnostic> diagnostics;
  bool isPreferred = false;
  std::optional<WorkspaceEdit> edit;
  std::string data;  ///< JSON text
};

/// A code action that comes back without its edit: what we had put into `data`.
struct ResolveParams {
  std::string uri;
  std::string textHash;
  std::string title;
  std::string kind;
};

/// `source.fixAll` contains `source.fixAll.graphfence`, `source.fix` does not.
[[nodiscard]] bool kind_contains(std::string_view wider, std::string_view kind);

[[nodiscard]] CodeActionParams decode_code_action(const Node& params);
/// Edits as `documentChanges` with versions, else as `changes`.
void encode(JsonWriter& json, const WorkspaceEdit& edit, bool document_changes);
[[nodiscard]] std::string encode(const std::vector<CodeAction>& actions, bool document_changes);
[[nodiscard]] ResolveParams decode_resolve(const Node& params);
[[nodiscard]] std::string encode_resolve_data(const std::string& uri, const std::string& text_hash);
[[nodiscard]] std::string encode(const CodeAction& action, bool document_changes);

}  // namespace graphfence::protocol
