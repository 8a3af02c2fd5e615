#include "protocol/code_action.h"

namespace graphfence::protocol {
namespace {

void write_edits(JsonWriter& json, const std::vector<TextEdit>& edits) {
  json.begin_array();
  for (const TextEdit& edit : edits) encode(json, edit);
  json.end_array();
}

}  // namespace

bool kind_contains(std::string_view wider, std::string_view kind) {
  if (wider.empty() || wider == kind) return true;
  return kind.size() > wider.size() && kind.substr(0, wider.size()) == wider && kind[wider.size()] == '.';
}

CodeActionParams decode_code_action(const Node& params) {
  CodeActionParams result;
  result.uri = params["textDocument"]["uri"].string();
  result.range = decode_range(params["range"]);
  const Node only = params["context"]["only"];
  if (only.is_array()) {
    result.only.emplace();
    for (const Node& kind : only.items_if()) {
      if (auto text = kind.string_if()) result.only->push_back(std::move(*text));
    }
  }
  return result;
}

void encode(JsonWriter& json, const WorkspaceEdit& edit, bool document_changes) {
  json.begin_object();
  if (document_changes) {
    json.key("documentChanges").begin_array();
    for (const TextDocumentEdit& document : edit.documents) {
      json.begin_object().key("textDocument").begin_object().key("uri").value(document.uri).key("version");
      if (document.version) {
        json.value(*document.version);
      } else {
        json.null();
      }
      json.end_object().key("edits");
      write_edits(json, document.edits);
      json.end_object();
    }
    json.end_array();
  } else {
    json.key("changes").begin_object();
    for (const TextDocumentEdit& document : edit.documents) {
      json.key(document.uri);
      write_edits(json, document.edits);
    }
    json.end_object();
  }
  json.end_object();
}

ResolveParams decode_resolve(const Node& params) {
  return {params["data"]["uri"].string(), params["data"]["text"].string(), params["title"].string(),
          params["kind"].string_if().value_or("")};
}

std::string encode_resolve_data(const std::string& uri, const std::string& text_hash) {
  return JsonWriter().begin_object().key("uri").value(uri).key("text").value(text_hash).end_object().take();
}

std::string encode(const CodeAction& action, bool document_changes) {
  JsonWriter json;
  json.begin_object().key("title").value(action.title).key("kind").value(action.kind);
  if (!action.diagnostics.empty()) json.key("diagnostics").raw(encode(action.diagnostics));
  if (action.isPreferred) json.key("isPreferred").value(true);
  if (action.edit) {
    json.key("edit");
    encode(json, *action.edit, document_changes);
  }
  if (!action.data.empty()) json.key("data").raw(action.data);
  return json.end_object().take();
}

std::string encode(const std::vector<CodeAction>& actions, bool document_changes) {
  JsonWriter json;
  json.begin_array();
  for (const CodeAction& action : actions) json.raw(encode(action, document_changes));
  return json.end_array().take();
}

}  // namespace graphfence::protocol
