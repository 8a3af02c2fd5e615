#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/lifecycle.h"
#include "protocol/message.h"
#include "server/log/log.h"
#include "server/lsp/binder.h"
#include "server/lsp/client.h"
#include "server/lsp/config_problems.h"
#include "server/lsp/executor.h"
#include "server/lsp/problem_reporter.h"
#include "server/lsp/publisher.h"
#include "server/lsp/workspace.h"

namespace graphfence {

inline constexpr std::string_view DebugInformationCommand = "graphfence.printDebugInformation";

/// One client's conversation: its state in the lifecycle, its documents, its requests in flight. Strand only.
class Session {
 public:
  struct Parts {
    Executor& executor;
    Client& client;
    Logger& logger;
    ProblemReporter& problems;
    unsigned workers = 0;
    EnginePool::Load load;
    std::shared_ptr<const FileSystem> files;
    std::optional<std::int32_t> watched_process;
    std::function<void(int status)> leave;  ///< ends the process
  };

  explicit Session(Parts parts);
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  void receive(const protocol::Message& message);
  /// Everything that was read is handled; `more_waits` when more can be read.
  void settle(bool more_waits) { publisher_.settle(more_waits); }
  void connection_ended() { leave(); }
  /// Ends all work that runs for this session.
  void cancel_everything();
  /// What the process should return if it ended now.
  [[nodiscard]] int exit_status() const { return stage_ == Stage::ShutDown ? 0 : 1; }

  // For the handlers, one file per method in methods/.
  std::string initialize(protocol::InitializeParams params);
  void initialized();
  void shut_down();
  void leave();
  void cancel_request(const protocol::RequestId& id);
  void set_trace(protocol::TraceValue trace) { trace_ = trace; }
  /// Settings on disk may have changed.
  void reload_settings();
  /// What the editor says about its settings; nothing when it only says that they changed.
  void editor_settings(const std::optional<protocol::SettingsObject>& object);
  void show_config_problems();
  void ask_for_new_pull();

  [[nodiscard]] Workspace& workspace() { return workspace_; }
  [[nodiscard]] const Workspace& workspace() const { return workspace_; }
  [[nodiscard]] Publisher& publisher() { return publisher_; }
  [[nodiscard]] Logger& logger() { return parts_.logger; }
  [[nodiscard]] const ClientProfile& client() const { return *profile_; }

 private:
  enum class Stage : std::uint8_t { Fresh, Running, ShutDown };

  void receive_request(const protocol::Message& message);
  void receive_notification(const protocol::Message& message);
  void start(Binder::Outcome outcome, std::shared_ptr<Reply> reply);
  void finish(const CancelToken& cancel, Reply& reply, const std::string& result, std::exception_ptr problem);
  void answer_problem(Reply& reply, const std::exception_ptr& problem);
  void trace(const std::string& text);
  void watch_process(std::int32_t process);
  void take_settings(const protocol::SettingsObject& object);
  void ask_for_settings();
  void push_instead_of_pull();

  Parts parts_;
  Binder binder_;
  Stage stage_ = Stage::Fresh;
  bool left_ = false;  ///< nothing is received any more
  protocol::TraceValue trace_ = protocol::TraceValue::Off;
  std::shared_ptr<const ClientProfile> profile_ = std::make_shared<const ClientProfile>();
  Workspace workspace_;
  Publisher publisher_;
  ConfigProblemLedger config_problems_;
  std::map<protocol::RequestId, CancelToken> in_flight_;
};

}  // namespace graphfence
