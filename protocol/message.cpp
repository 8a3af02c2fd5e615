#include "protocol/message.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "protocol/json_writer.h"

namespace graphfence::protocol {
namespace {

using nlohmann::json;

int hex_digit(char character) {
  if (character >= '0' && character <= '9') return character - '0';
  if (character >= 'a' && character <= 'f') return character - 'a' + 10;
  if (character >= 'A' && character <= 'F') return character - 'A' + 10;
  return -1;
}

/// The code unit of the `\uXXXX` escape at `at`, or -1.
int escaped_unit(std::string_view text, std::size_t at) {
  if (at + 6 > text.size() || text[at] != '\\' || text[at + 1] != 'u') return -1;
  int unit = 0;
  for (std::size_t index = at + 2; index < at + 6; ++index) {
    const int digit = hex_digit(text[index]);
    if (digit < 0) return -1;
    unit = unit * 16 + digit;
  }
  return unit;
}

bool is_high(int unit) {
  return unit >= 0xD800 && unit <= 0xDBFF;
}
bool is_low(int unit) {
  return unit >= 0xDC00 && unit <= 0xDFFF;
}

/// Replaces escaped surrogates without a partner. JavaScript editors send them when a document holds half a character;
/// refusing the whole message would leave us with another text than the editor has.
std::string repair_surrogates(std::string_view body) {
  std::string result(body);
  for (std::size_t at = 0; at + 1 < result.size(); ++at) {
    if (result[at] != '\\') continue;
    const int unit = escaped_unit(result, at);
    if (unit < 0) {
      ++at;  // another escape: its second character starts none
    } else if (is_high(unit) && is_low(escaped_unit(result, at + 6))) {
      at += 11;
    } else {
      if (is_high(unit) || is_low(unit)) result.replace(at + 2, 4, "fffd");
      at += 5;
    }
  }
  return result;
}

std::optional<RequestId> id_of(const json& value) {
  if (value.is_string()) return RequestId(value.get_ref<const std::string&>());
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) return std::nullopt;
    return RequestId(static_cast<std::int64_t>(number));
  }
  if (value.is_number_integer()) return RequestId(value.get<std::int64_t>());
  if (value.is_number_float()) {
    constexpr double Exact = 9007199254740992.0;  // 2^53: beyond it doubles are not exact
    const auto number = value.get<double>();
    if (number >= -Exact && number <= Exact && std::trunc(number) == number) {
      return RequestId(static_cast<std::int64_t>(number));
    }
  }
  return std::nullopt;
}

void write_id(JsonWriter& writer, const std::optional<RequestId>& id) {
  writer.key("id");
  if (!id) {
    writer.null();
  } else if (const auto* number = std::get_if<std::int64_t>(&*id)) {
    writer.value(*number);
  } else {
    writer.value(std::get<std::string>(*id));
  }
}

JsonWriter envelope() {
  JsonWriter writer;
  writer.begin_object().key("jsonrpc").value("2.0");
  return writer;
}

}  // namespace

Message::Message() = default;
Message::Message(Message&&) noexcept = default;
Message& Message::operator=(Message&&) noexcept = default;
Message::~Message() = default;

Message Message::parse(std::string_view body) {
  Message message;
  message.json_ = std::make_unique<json>(json::parse(body.begin(), body.end(), nullptr, false));
  if (message.json_->is_discarded()) {
    const std::string repaired = repair_surrogates(body);
    if (repaired != body) *message.json_ = json::parse(repaired, nullptr, false);
  }
  if (message.json_->is_discarded()) {
    message.invalid(ErrorCode::ParseError, "the message is not JSON");
  } else {
    message.classify();
  }
  return message;
}

Message Message::unreadable(std::string why) {
  Message message;
  message.json_ = std::make_unique<json>();
  message.invalid(ErrorCode::ParseError, std::move(why));
  return message;
}

void Message::classify() {
  const json& object = *json_;
  if (object.is_array()) return invalid(ErrorCode::InvalidRequest, "batches are not part of the protocol");
  if (!object.is_object()) return invalid(ErrorCode::InvalidRequest, "a message is an object");
  const auto id = object.find("id");
  if (id != object.end()) id_ = id_of(*id);
  const auto method = object.find("method");
  if (method == object.end()) {
    if (id_ && (object.contains("result") || object.contains("error"))) {
      kind_ = Kind::Response;
      return;
    }
    // An error about something of ours that the client could not read has no id; nobody waits for it.
    if (object.contains("error")) {
      kind_ = Kind::Response;
      return;
    }
    return invalid(ErrorCode::InvalidRequest, "a message has a method, a result or an error");
  }
  if (!method->is_string()) return invalid(ErrorCode::InvalidRequest, "method must be a string");
  method_ = method->get<std::string>();
  if (id == object.end()) {
    kind_ = Kind::Notification;
  } else if (id_) {
    kind_ = Kind::Request;
  } else {
    invalid(ErrorCode::InvalidRequest, "id must be an integer or a string");
  }
}

void Message::invalid(ErrorCode code, std::string text) {
  kind_ = Kind::Invalid;
  error_code_ = code;
  error_text_ = std::move(text);
}

Node Message::params() const {
  const auto found = json_->find("params");
  return Node(found == json_->end() ? nullptr : &*found);
}

Node Message::result() const {
  const auto found = json_->find("result");
  return Node(found == json_->end() ? nullptr : &*found);
}

bool Message::is_error() const {
  const auto found = json_->find("error");
  return found != json_->end() && !found->is_null();
}

std::string Message::error_message() const {
  const auto found = json_->find("error");
  return found == json_->end() ? std::string() : Node(&*found)["message"].string_if().value_or("no message");
}

std::optional<RequestId> decode_id(const Node& node) {
  const json* value = node.json();
  return value == nullptr ? std::nullopt : id_of(*value);
}

std::string id_text(const RequestId& id) {
  if (const auto* number = std::get_if<std::int64_t>(&id)) return std::to_string(*number);
  return '"' + std::get<std::string>(id) + '"';
}

std::string encode_result(const RequestId& id, std::string_view result) {
  JsonWriter writer = envelope();
  write_id(writer, id);
  return writer.key("result").raw(result).end_object().take();
}

std::string encode_error(const std::optional<RequestId>& id, ErrorCode code, std::string_view message) {
  JsonWriter writer = envelope();
  write_id(writer, id);
  writer.key("error").begin_object();
  writer.key("code").value(static_cast<std::int32_t>(code)).key("message").value(message);
  return writer.end_object().end_object().take();
}

std::string encode_notification(std::string_view method, std::string_view params) {
  return envelope().key("method").value(method).key("params").raw(params).end_object().take();
}

std::string encode_request(const RequestId& id, std::string_view method, std::string_view params) {
  JsonWriter writer = envelope();
  write_id(writer, id);
  return writer.key("method").value(method).key("params").raw(params).end_object().take();
}

}  // namespace graphfence::protocol
