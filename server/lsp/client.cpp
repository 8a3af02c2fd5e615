#include "server/lsp/client.h"

#include <utility>

namespace graphfence {
namespace {

constexpr std::size_t MaxOpenQuestions = 100;
constexpr std::string_view IdPrefix = "graphfence-";  // the client's ids live in another space

}  // namespace

void Client::notify(std::string_view method, std::string_view params, const std::string& topic) {
  writer_.send(protocol::encode_notification(method, params), topic);
}

void Client::request(std::string_view method, std::string_view params, OnReply on_reply) {
  if (open_.size() >= MaxOpenQuestions) return;
  std::string id = std::string(IdPrefix) + std::to_string(++last_id_);
  writer_.send(protocol::encode_request(id, method, params));
  open_.emplace(std::move(id), std::move(on_reply));
}

void Client::receive(const protocol::Message& reply) {
  if (!reply.id()) return;
  const auto* id = std::get_if<std::string>(&*reply.id());
  if (id == nullptr) return;
  const auto found = open_.find(*id);
  if (found == open_.end()) return;
  const OnReply on_reply = std::move(found->second);
  open_.erase(found);
  if (on_reply) on_reply(reply);
}

void Client::answer(const protocol::RequestId& id, std::string_view result) {
  writer_.send(protocol::encode_result(id, result));
}

void Client::refuse(const std::optional<protocol::RequestId>& id, protocol::ErrorCode code, std::string_view why) {
  writer_.send(protocol::encode_error(id, code, why));
}

Reply::~Reply() {
  if (client_ != nullptr) client_->refuse(id_, protocol::ErrorCode::InternalError, "the request was not handled");
}

void Reply::result(std::string_view json) {
  if (client_ != nullptr) client_->answer(id_, json);
  client_ = nullptr;
}

void Reply::error(protocol::ErrorCode code, std::string_view why) {
  if (client_ != nullptr) client_->refuse(id_, code, why);
  client_ = nullptr;
}

}  // namespace graphfence
