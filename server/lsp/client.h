#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "protocol/message.h"
#include "server/lsp/writer.h"

namespace graphfence {

/// The other end of the connection. Strand only, but for `notify`.
class Client {
 public:
  using OnReply = std::function<void(const protocol::Message& reply)>;

  explicit Client(Writer& writer) : writer_(writer) {}

  /// `params` is JSON text. `topic`: see `Writer::send`.
  void notify(std::string_view method, std::string_view params, const std::string& topic = {});
  /// Asks the client something. It may never answer; nothing may wait for it. Dropped when far too many questions are
  /// open already.
  void request(std::string_view method, std::string_view params, OnReply on_reply);
  /// Takes an answer to a question of ours; answers to unknown questions are ignored.
  void receive(const protocol::Message& reply);

  void answer(const protocol::RequestId& id, std::string_view result);
  void refuse(const std::optional<protocol::RequestId>& id, protocol::ErrorCode code, std::string_view why);

 private:
  Writer& writer_;
  std::uint64_t last_id_ = 0;
  std::map<std::string, OnReply> open_;
};

/// The duty to answer one request: exactly one answer leaves, whatever the handler does.
class Reply {
 public:
  Reply(Client& client, protocol::RequestId id) : client_(&client), id_(std::move(id)) {}
  ~Reply();
  Reply(const Reply&) = delete;
  Reply& operator=(const Reply&) = delete;

  [[nodiscard]] const protocol::RequestId& id() const { return id_; }
  void result(std::string_view json);
  void error(protocol::ErrorCode code, std::string_view why);

 private:
  Client* client_;  ///< null once answered
  protocol::RequestId id_;
};

}  // namespace graphfence
