#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

#include "protocol/node.h"

namespace graphfence::protocol {

/// `1` and `"1"` are different ids and are echoed as they came.
using RequestId = std::variant<std::int64_t, std::string>;

enum class ErrorCode : std::int32_t {
  ParseError = -32700,
  InvalidRequest = -32600,
  MethodNotFound = -32601,
  InvalidParams = -32602,
  InternalError = -32603,
  ServerNotInitialized = -32002,
  RequestFailed = -32803,
  ServerCancelled = -32802,
  ContentModified = -32801,
  RequestCancelled = -32800,
};

/// A well-formed request that cannot be done; `what()` says why.
class RequestFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// One received JSON-RPC message. Owns its JSON; nodes point into it.
class Message {
 public:
  enum class Kind : std::uint8_t {
    Request,
    Notification,
    Response,  ///< to a request of ours
    Invalid,   ///< not JSON or not JSON-RPC: answer with `error_code` and `error_text`
  };

  /// Never throws. Surrogates that stand alone (an editor may hold such text) become U+FFFD, which is as wide.
  [[nodiscard]] static Message parse(std::string_view body);

  /// A message that arrived but could not be read.
  [[nodiscard]] static Message unreadable(std::string why);

  Message(Message&&) noexcept;
  Message& operator=(Message&&) noexcept;
  ~Message();

  [[nodiscard]] Kind kind() const { return kind_; }
  [[nodiscard]] const std::string& method() const { return method_; }
  [[nodiscard]] const std::optional<RequestId>& id() const { return id_; }
  [[nodiscard]] Node params() const;
  [[nodiscard]] Node result() const;                ///< of a response
  [[nodiscard]] bool is_error() const;              ///< of a response
  [[nodiscard]] std::string error_message() const;  ///< of a response with an error
  [[nodiscard]] ErrorCode error_code() const { return error_code_; }
  [[nodiscard]] const std::string& error_text() const { return error_text_; }

 private:
  Message();
  void classify();
  void invalid(ErrorCode code, std::string text);

  Kind kind_ = Kind::Invalid;
  std::unique_ptr<nlohmann::json> json_;
  std::string method_;
  std::optional<RequestId> id_;
  ErrorCode error_code_ = ErrorCode::InvalidRequest;
  std::string error_text_;
};

/// An integer or string id; whole doubles count as integers.
[[nodiscard]] std::optional<RequestId> decode_id(const Node& node);
[[nodiscard]] std::string id_text(const RequestId& id);  ///< for log lines

/// `result` and `params` are JSON text.
[[nodiscard]] std::string encode_result(const RequestId& id, std::string_view result);
[[nodiscard]] std::string encode_error(const std::optional<RequestId>& id, ErrorCode code, std::string_view message);
[[nodiscard]] std::string encode_notification(std::string_view method, std::string_view params);
[[nodiscard]] std::string encode_request(const RequestId& id, std::string_view method, std::string_view params);

}  // namespace graphfence::protocol
