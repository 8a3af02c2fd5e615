#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "protocol/node.h"
#include "server/lsp/workspace.h"

namespace graphfence {

class Session;

/// Which handler answers which method. Two models of execution: *on the session* (strand; may change it, must be quick)
/// and *on a view* (a worker; sees one document at one moment, can be cancelled).
class Binder {
 public:
  using Background = std::function<std::string(const DocumentView&)>;
  /// Either an answer, or work that will give one.
  struct Outcome {
    std::string result;
    const Document* document = nullptr;
    Background work;
  };
  using Request = std::function<Outcome(Session&, const protocol::Node& params)>;
  using Notification = std::function<void(Session&, const protocol::Node& params)>;

  /// `handle` gives the result as JSON text.
  template <class Params>
  void on_session(std::string_view method, Params (*decode)(const protocol::Node&),
                  std::string (*handle)(Session&, const Params&)) {
    add(method, Request([decode, handle](Session& session, const protocol::Node& params) {
          return Outcome{handle(session, decode(params)), nullptr, {}};
        }));
  }

  /// `unknown` is the answer for documents that are not open; without one the request fails then.
  template <class Params>
  void on_view(std::string_view method, Params (*decode)(const protocol::Node&),
               std::string (*handle)(const DocumentView&, const Params&), std::string_view unknown = {}) {
    add(method, Request([decode, handle, unknown](Session& session, const protocol::Node& node) {
          Params params = decode(node);
          const Document* document = find_document(session, params.uri);
          if (document == nullptr) return Outcome{unknown_document(unknown), nullptr, {}};
          return Outcome{{}, document, [handle, params = std::move(params)](const DocumentView& view) {
                           return handle(view, params);
                         }};
        }));
  }

  template <class Params>
  void notification(std::string_view method, Params (*decode)(const protocol::Node&),
                    void (*handle)(Session&, Params)) {
    add(method, Notification([decode, handle](Session& session, const protocol::Node& params) {
          handle(session, decode(params));
        }));
  }

  [[nodiscard]] const Request* find_request(std::string_view method) const;
  [[nodiscard]] const Notification* find_notification(std::string_view method) const;

 private:
  /// A second handler for a method is a mistake of ours: aborts.
  void add(std::string_view method, Request handler);
  void add(std::string_view method, Notification handler);
  static std::string unknown_document(std::string_view answer);
  static const Document* find_document(const Session& session, const std::string& uri);

  std::map<std::string, Request, std::less<>> requests_;
  std::map<std::string, Notification, std::less<>> notifications_;
};

/// Params of a method that needs none; whatever the client sends is fine.
struct NoParams {};
[[nodiscard]] NoParams decode_nothing(const protocol::Node& params);

}  // namespace graphfence
