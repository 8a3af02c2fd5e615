#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/json_writer.h"
#include "protocol/node.h"
#include "protocol/workspace.h"

namespace graphfence::protocol {

enum class TraceValue : std::uint8_t { Off, Messages, Verbose };

/// What the client declared, as far as we depend on it. Every member may have been absent or null.
struct ClientCapabilities {
  std::vector<std::string> positionEncodings;  ///< `general.positionEncodings`
  struct {
    bool declared = false;
    bool dynamicRegistration = false;
  } diagnostic;  ///< pull: `textDocument.diagnostic`
  struct {
    bool relatedInformation = false;
    bool dataSupport = false;
    std::vector<std::int32_t> tags;
  } publishDiagnostics;
  struct {
    bool literals = false;
    bool isPreferred = false;
    bool dataSupport = false;
    std::vector<std::string> resolveProperties;
  } codeAction;
  std::vector<std::string> hoverFormats;  ///< in the client's order
  bool documentChanges = false;           ///< `workspace.workspaceEdit.documentChanges`
  bool diagnosticRefresh = false;         ///< `workspace.diagnostics.refreshSupport`
  bool watchedFilesRegistration = false;
  bool configuration = false;
  bool configurationRegistration = false;
};

struct WorkspaceFolder {
  std::string uri;
  std::string name;
};

struct InitializeParams {
  std::optional<std::int32_t> processId;
  std::string clientName;
  std::string clientVersion;
  std::vector<WorkspaceFolder> folders;  ///< from `workspaceFolders`, else `rootUri`
  std::string rootPath;                  ///< only when neither was given
  ClientCapabilities capabilities;
  TraceValue trace = TraceValue::Off;
  std::optional<SettingsObject> settings;  ///< `initializationOptions`
};

struct ServerCapabilities {
  std::string positionEncoding;
  bool staticDiagnostics = false;
  bool codeActionOptions = false;
  std::vector<std::string> codeActionKinds;
  bool codeActionResolve = false;
  std::vector<std::string> commands;
};

struct InitializeResult {
  ServerCapabilities capabilities;
  std::string name;
  std::string version;
};

struct Registration {
  std::string id;
  std::string method;
  std::string registerOptions;  ///< JSON text
};

struct WorkspaceFoldersChange {
  std::vector<WorkspaceFolder> added;
  std::vector<WorkspaceFolder> removed;
};

/// Never throws: a member of an unexpected type counts as absent.
[[nodiscard]] InitializeParams decode_initialize(const Node& params);
[[nodiscard]] TraceValue decode_trace(const Node& value);
[[nodiscard]] WorkspaceFoldersChange decode_folders_change(const Node& params);

[[nodiscard]] std::string encode(const InitializeResult& result);
[[nodiscard]] std::string encode(const std::vector<Registration>& registrations);
/// Options of `textDocument/diagnostic`, alone or with the documents it is meant for when registered dynamically.
void encode_diagnostic_options(JsonWriter& json, bool with_selector);
[[nodiscard]] std::string encode_log_trace(const std::string& message);
[[nodiscard]] std::string encode_show_message(std::int32_t type, const std::string& message);
/// Watches files of these names anywhere.
[[nodiscard]] std::string encode_watchers(const std::vector<std::string>& globs);

}  // namespace graphfence::protocol
