#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace graphfence::protocol {

/// Writes compact JSON straight into a string, without a tree in between: what we send is known in advance and the
/// text of a large publish is the greater part of its cost. Bytes that are no UTF-8 become U+FFFD.
///
///     JsonWriter json;
///     json.begin_object().key("line").value(3).end_object();
class JsonWriter {
 public:
  JsonWriter& begin_object() { return open('{'); }
  JsonWriter& end_object() { return shut('}'); }
  JsonWriter& begin_array() { return open('['); }
  JsonWriter& end_array() { return shut(']'); }
  JsonWriter& key(std::string_view name);

  JsonWriter& value(std::string_view text);
  JsonWriter& value(const char* text) { return value(std::string_view(text)); }
  template <std::integral Integer>
  JsonWriter& value(Integer number) {
    if constexpr (std::same_as<Integer, bool>) {
      return raw(number ? "true" : "false");
    } else {
      return raw(std::to_string(number));
    }
  }
  JsonWriter& null() { return raw("null"); }
  /// `json` is JSON text already.
  JsonWriter& raw(std::string_view json);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  JsonWriter& open(char bracket);
  JsonWriter& shut(char bracket);
  void separate();

  std::string text_;
  bool comma_ = false;  ///< the next element of the innermost container needs a comma before it
};

}  // namespace graphfence::protocol
