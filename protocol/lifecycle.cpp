#include "protocol/lifecycle.h"

namespace graphfence::protocol {
namespace {

std::vector<std::string> strings(const Node& node) {
  std::vector<std::string> result;
  for (const Node& item : node.items_if()) {
    if (auto text = item.string_if()) result.push_back(std::move(*text));
  }
  return result;
}

std::vector<WorkspaceFolder> decode_folders(const Node& node) {
  std::vector<WorkspaceFolder> result;
  for (const Node& item : node.items_if()) {
    if (auto uri = item["uri"].string_if()) result.push_back({std::move(*uri), item["name"].string_if().value_or("")});
  }
  return result;
}

ClientCapabilities decode_capabilities(const Node& node) {
  ClientCapabilities result;
  result.positionEncodings = strings(node["general"]["positionEncodings"]);
  const Node document = node["textDocument"];
  const Node pull = document["diagnostic"];
  result.diagnostic.declared = pull.is_object();
  result.diagnostic.dynamicRegistration = pull["dynamicRegistration"].flag();
  const Node publish = document["publishDiagnostics"];
  result.publishDiagnostics.relatedInformation = publish["relatedInformation"].flag();
  result.publishDiagnostics.dataSupport = publish["dataSupport"].flag();
  for (const Node& tag : publish["tagSupport"]["valueSet"].items_if()) {
    if (const auto value = tag.integer_if()) result.publishDiagnostics.tags.push_back(*value);
  }
  // A client that pulls may declare the fields of a diagnostic only there (3.18).
  if (pull["relatedInformation"].flag()) result.publishDiagnostics.relatedInformation = true;
  const Node action = document["codeAction"];
  result.codeAction.literals = action["codeActionLiteralSupport"].is_object();
  result.codeAction.isPreferred = action["isPreferredSupport"].flag();
  result.codeAction.dataSupport = action["dataSupport"].flag();
  result.codeAction.resolveProperties = strings(action["resolveSupport"]["properties"]);
  result.hoverFormats = strings(document["hover"]["contentFormat"]);
  const Node workspace = node["workspace"];
  result.documentChanges = workspace["workspaceEdit"]["documentChanges"].flag();
  result.diagnosticRefresh = workspace["diagnostics"]["refreshSupport"].flag();
  result.watchedFilesRegistration = workspace["didChangeWatchedFiles"]["dynamicRegistration"].flag();
  result.configuration = workspace["configuration"].flag();
  result.configurationRegistration = workspace["didChangeConfiguration"]["dynamicRegistration"].flag();
  return result;
}

void write_strings(JsonWriter& json, const std::vector<std::string>& texts) {
  json.begin_array();
  for (const std::string& text : texts) json.value(text);
  json.end_array();
}

}  // namespace

TraceValue decode_trace(const Node& value) {
  const auto text = value.string_if();
  if (text == "messages") return TraceValue::Messages;
  if (text == "verbose") return TraceValue::Verbose;
  return TraceValue::Off;
}

InitializeParams decode_initialize(const Node& params) {
  InitializeParams result;
  result.processId = params["processId"].integer_if();
  result.clientName = params["clientInfo"]["name"].string_if().value_or("");
  result.clientVersion = params["clientInfo"]["version"].string_if().value_or("");
  result.folders = decode_folders(params["workspaceFolders"]);
  if (result.folders.empty()) {
    if (auto root = params["rootUri"].string_if()) {
      result.folders.push_back({std::move(*root), ""});
    } else {
      result.rootPath = params["rootPath"].string_if().value_or("");
    }
  }
  result.capabilities = decode_capabilities(params["capabilities"]);
  result.trace = decode_trace(params["trace"]);
  result.settings = decode_settings(params["initializationOptions"]);
  return result;
}

WorkspaceFoldersChange decode_folders_change(const Node& params) {
  const Node event = params["event"];
  return {decode_folders(event["added"]), decode_folders(event["removed"])};
}

void encode_diagnostic_options(JsonWriter& json, bool with_selector) {
  json.begin_object();
  if (with_selector) {
    json.key("documentSelector").begin_array();
    json.begin_object().key("language").value("python").end_object();
    json.end_array();
  }
  json.key("identifier").value("graphfence").key("interFileDependencies").value(true);
  json.key("workspaceDiagnostics").value(false).end_object();
}

std::string encode(const InitializeResult& result) {
  const ServerCapabilities& can = result.capabilities;
  JsonWriter json;
  json.begin_object().key("capabilities").begin_object();
  json.key("positionEncoding").value(can.positionEncoding);
  json.key("textDocumentSync").begin_object().key("openClose").value(true).key("change").value(2);
  json.key("save").begin_object().key("includeText").value(false).end_object().end_object();
  json.key("hoverProvider").value(true);
  json.key("codeActionProvider");
  if (can.codeActionOptions) {
    json.begin_object().key("codeActionKinds");
    write_strings(json, can.codeActionKinds);
    if (can.codeActionResolve) json.key("resolveProvider").value(true);
    json.end_object();
  } else {
    json.value(true);
  }
  if (can.staticDiagnostics) {
    json.key("diagnosticProvider");
    encode_diagnostic_options(json, false);
  }
  if (!can.commands.empty()) {
    json.key("executeCommandProvider").begin_object().key("commands");
    write_strings(json, can.commands);
    json.end_object();
  }
  json.key("workspace").begin_object().key("workspaceFolders").begin_object();
  json.key("supported").value(true).key("changeNotifications").value(true).end_object().end_object();
  json.end_object();
  json.key("serverInfo").begin_object().key("name").value(result.name).key("version").value(result.version);
  return json.end_object().end_object().take();
}

std::string encode(const std::vector<Registration>& registrations) {
  JsonWriter json;
  json.begin_object().key("registrations").begin_array();
  for (const Registration& registration : registrations) {
    json.begin_object().key("id").value(registration.id).key("method").value(registration.method);
    if (!registration.registerOptions.empty()) json.key("registerOptions").raw(registration.registerOptions);
    json.end_object();
  }
  return json.end_array().end_object().take();
}

std::string encode_log_trace(const std::string& message) {
  return JsonWriter().begin_object().key("message").value(message).end_object().take();
}

std::string encode_show_message(std::int32_t type, const std::string& message) {
  return JsonWriter().begin_object().key("type").value(type).key("message").value(message).end_object().take();
}

std::string encode_watchers(const std::vector<std::string>& globs) {
  JsonWriter json;
  json.begin_object().key("watchers").begin_array();
  for (const std::string& glob : globs) json.begin_object().key("globPattern").value(glob).end_object();
  return json.end_array().end_object().take();
}

}  // namespace graphfence::protocol
