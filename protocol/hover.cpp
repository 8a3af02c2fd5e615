#include "protocol/hover.h"

namespace graphfence::protocol {

std::string encode(const Hover& hover) {
  JsonWriter json;
  json.begin_object().key("contents").begin_object();
  json.key("kind").value(hover.markdown ? "markdown" : "plaintext").key("value").value(hover.value).end_object();
  json.key("range");
  encode(json, hover.range);
  return json.end_object().take();
}

}  // namespace graphfence::protocol
