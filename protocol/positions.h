#pragma once

#include <cstdint>
#include <string>

#include "protocol/json_writer.h"
#include "protocol/node.h"

// Structs of the protocol keep the spelling of its specification.
namespace graphfence::protocol {

/// Zero-based; `character` counts in the negotiated encoding.
struct Position {
  std::uint32_t line = 0;
  std::uint32_t character = 0;
};

struct Range {
  Position start;
  Position end;
};

struct Location {
  std::string uri;
  Range range;
};

struct TextEdit {
  Range range;
  std::string newText;
};

[[nodiscard]] Position decode_position(const Node& node);
[[nodiscard]] Range decode_range(const Node& node);

void encode(JsonWriter& json, const Position& position);
void encode(JsonWriter& json, const Range& range);
void encode(JsonWriter& json, const Location& location);
void encode(JsonWriter& json, const TextEdit& edit);

}  // namespace graphfence::protocol
