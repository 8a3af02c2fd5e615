#include "protocol/text_sync.h"

namespace graphfence::protocol {

DidOpenParams decode_did_open(const Node& params) {
  const Node document = params["textDocument"];
  DidOpenParams result;
  result.uri = document["uri"].string();
  result.languageId = document["languageId"].string_if().value_or("");
  result.version = document["version"].integer_if();
  result.text = document["text"].string();
  return result;
}

DidChangeParams decode_did_change(const Node& params) {
  const Node document = params["textDocument"];
  DidChangeParams result;
  result.uri = document["uri"].string();
  result.version = document["version"].integer_if();
  for (const Node& item : params["contentChanges"].items()) {
    ContentChange change;
    if (item["range"].present()) change.range = decode_range(item["range"]);
    change.text = item["text"].string();
    result.contentChanges.push_back(std::move(change));
  }
  return result;
}

DocumentParams decode_document(const Node& params) {
  return {params["textDocument"]["uri"].string()};
}

PositionParams decode_document_position(const Node& params) {
  return {params["textDocument"]["uri"].string(), decode_position(params["position"])};
}

WatchedFilesParams decode_watched_files(const Node& params) {
  WatchedFilesParams result;
  for (const Node& change : params["changes"].items_if()) {
    if (auto uri = change["uri"].string_if()) result.uris.push_back(std::move(*uri));
  }
  return result;
}

}  // namespace graphfence::protocol
