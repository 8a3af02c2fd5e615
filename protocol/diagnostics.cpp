#include "protocol/diagnostics.h"

namespace graphfence::protocol {

DocumentDiagnosticParams decode_document_diagnostic(const Node& params) {
  return {params["textDocument"]["uri"].string(), params["previousResultId"].string_if()};
}

void encode(JsonWriter& json, const Diagnostic& diagnostic) {
  json.begin_object().key("range");
  encode(json, diagnostic.range);
  json.key("severity").value(diagnostic.severity);
  json.key("code").value(diagnostic.code);
  json.key("source").value(diagnostic.source);
  json.key("message").value(diagnostic.message);
  if (!diagnostic.tags.empty()) {
    json.key("tags").begin_array();
    for (const std::int32_t tag : diagnostic.tags) json.value(tag);
    json.end_array();
  }
  if (!diagnostic.relatedInformation.empty()) {
    json.key("relatedInformation").begin_array();
    for (const DiagnosticRelatedInformation& related : diagnostic.relatedInformation) {
      json.begin_object().key("location");
      encode(json, related.location);
      json.key("message").value(related.message).end_object();
    }
    json.end_array();
  }
  if (!diagnostic.data.empty()) json.key("data").raw(diagnostic.data);
  json.end_object();
}

std::string encode(const std::vector<Diagnostic>& diagnostics) {
  JsonWriter json;
  json.begin_array();
  for (const Diagnostic& diagnostic : diagnostics) encode(json, diagnostic);
  return json.end_array().take();
}

std::string encode_publish(const std::string& uri, std::optional<std::int32_t> version, std::string_view diagnostics) {
  JsonWriter json;
  json.begin_object().key("uri").value(uri);
  if (version) json.key("version").value(*version);
  return json.key("diagnostics").raw(diagnostics).end_object().take();
}

std::string encode_full_report(const std::string& resultId, std::string_view diagnostics) {
  JsonWriter json;
  json.begin_object().key("kind").value("full").key("resultId").value(resultId);
  return json.key("items").raw(diagnostics).end_object().take();
}

std::string encode_unchanged_report(const std::string& resultId) {
  return JsonWriter().begin_object().key("kind").value("unchanged").key("resultId").value(resultId).end_object().take();
}

}  // namespace graphfence::protocol
