#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/node.h"
#include "protocol/positions.h"

namespace graphfence::protocol {

struct DidOpenParams {
  std::string uri;
  std::string languageId;
  std::optional<std::int32_t> version;
  std::string text;
};

struct ContentChange {
  std::optional<Range> range;  ///< none: the whole document
  std::string text;
};

struct DidChangeParams {
  std::string uri;
  std::optional<std::int32_t> version;
  std::vector<ContentChange> contentChanges;
};

/// didClose, didSave and other params of which we need the document only.
struct DocumentParams {
  std::string uri;
};

struct PositionParams {
  std::string uri;
  Position position;
};

struct WatchedFilesParams {
  std::vector<std::string> uris;
};

[[nodiscard]] DidOpenParams decode_did_open(const Node& params);
[[nodiscard]] DidChangeParams decode_did_change(const Node& params);
[[nodiscard]] DocumentParams decode_document(const Node& params);
[[nodiscard]] PositionParams decode_document_position(const Node& params);
[[nodiscard]] WatchedFilesParams decode_watched_files(const Node& params);

}  // namespace graphfence::protocol
