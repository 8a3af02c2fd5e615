#include "server/lsp/binder.h"

#include <cstdio>
#include <cstdlib>

#include "server/lsp/session.h"

namespace graphfence {
namespace {

[[noreturn]] void abort_twice(std::string_view method) {
  std::fprintf(stderr, "graphfence: two handlers for %.*s\n", static_cast<int>(method.size()), method.data());
  std::abort();
}

}  // namespace

void Binder::add(std::string_view method, Request handler) {
  if (!requests_.emplace(std::string(method), std::move(handler)).second) abort_twice(method);
}

void Binder::add(std::string_view method, Notification handler) {
  if (!notifications_.emplace(std::string(method), std::move(handler)).second) abort_twice(method);
}

const Binder::Request* Binder::find_request(std::string_view method) const {
  const auto found = requests_.find(method);
  return found == requests_.end() ? nullptr : &found->second;
}

const Binder::Notification* Binder::find_notification(std::string_view method) const {
  const auto found = notifications_.find(method);
  return found == notifications_.end() ? nullptr : &found->second;
}

const Document* Binder::find_document(const Session& session, const std::string& uri) {
  return session.workspace().find(uri);
}

std::string Binder::unknown_document(std::string_view answer) {
  if (answer.empty()) throw protocol::RequestFailed("the document is not open");
  return std::string(answer);
}

NoParams decode_nothing(const protocol::Node&) {
  return {};
}

}  // namespace graphfence
