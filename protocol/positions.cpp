#include "protocol/positions.h"

namespace graphfence::protocol {

Position decode_position(const Node& node) {
  node.require_object();
  return {node["line"].coordinate(), node["character"].coordinate()};
}

Range decode_range(const Node& node) {
  node.require_object();
  return {decode_position(node["start"]), decode_position(node["end"])};
}

void encode(JsonWriter& json, const Position& position) {
  json.begin_object().key("line").value(position.line).key("character").value(position.character).end_object();
}

void encode(JsonWriter& json, const Range& range) {
  json.begin_object().key("start");
  encode(json, range.start);
  json.key("end");
  encode(json, range.end);
  json.end_object();
}

void encode(JsonWriter& json, const Location& location) {
  json.begin_object().key("uri").value(location.uri).key("range");
  encode(json, location.range);
  json.end_object();
}

void encode(JsonWriter& json, const TextEdit& edit) {
  json.begin_object().key("range");
  encode(json, edit.range);
  json.key("newText").value(edit.newText).end_object();
}

}  // namespace graphfence::protocol
