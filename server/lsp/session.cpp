#include "server/lsp/session.h"

#include <exception>
#include <utility>

#include "server/lsp/methods/methods.h"
#include "server/lsp/parent_watch.h"

namespace graphfence {
namespace {

using protocol::ErrorCode;
using protocol::Message;

constexpr std::chrono::milliseconds ParentPoll{2000};

}  // namespace

Session::Session(Parts parts)
    : parts_(std::move(parts)),
      workspace_(parts_.load, parts_.files, parts_.problems),
      publisher_({parts_.executor, workspace_, parts_.client, parts_.logger, parts_.workers,
                  [this](const std::string& text) { trace(text); }}),
      config_problems_(parts_.client, parts_.files) {
  bind_methods(binder_);
  if (parts_.watched_process) watch_process(*parts_.watched_process);
}

void Session::receive(const Message& message) {
  if (left_) return;
  switch (message.kind()) {
    case Message::Kind::Request:
      receive_request(message);
      return;
    case Message::Kind::Notification:
      receive_notification(message);
      return;
    case Message::Kind::Response:
      parts_.client.receive(message);
      return;
    case Message::Kind::Invalid:
      parts_.logger.warning("a message was refused: " + message.error_text());
      parts_.client.refuse(message.id(), message.error_code(), message.error_text());
      return;
  }
}

void Session::receive_request(const Message& message) {
  auto reply = std::make_shared<Reply>(parts_.client, *message.id());
  const std::string& method = message.method();
  if (stage_ == Stage::Fresh && method != "initialize") {
    reply->error(ErrorCode::ServerNotInitialized, "the first request must be initialize");
    return;
  }
  if (stage_ == Stage::ShutDown) {
    reply->error(ErrorCode::InvalidRequest, "the server is shut down");
    return;
  }
  if (stage_ == Stage::Running && method == "initialize") {
    reply->error(ErrorCode::InvalidRequest, "the server is initialized already");
    return;
  }
  const Binder::Request* handler = binder_.find_request(method);
  if (handler == nullptr) {
    reply->error(ErrorCode::MethodNotFound, "there is no method " + method);
    return;
  }
  try {
    start((*handler)(*this, message.params()), reply);
  } catch (...) {
    answer_problem(*reply, std::current_exception());
  }
}

/// Runs work on a worker; what it saw is over when it comes back, and nothing of it is kept.
void Session::start(Binder::Outcome outcome, std::shared_ptr<Reply> reply) {
  if (!outcome.work) {
    reply->result(outcome.result);
    return;
  }
  DocumentView view = workspace_.view(*outcome.document);
  in_flight_[reply->id()] = view.cancel;
  parts_.executor.submit([this, view = std::move(view), work = std::move(outcome.work), reply = std::move(reply)] {
    std::string result;
    std::exception_ptr problem;
    try {
      if (!view.cancel.cancelled()) result = work(view);
    } catch (...) {
      problem = std::current_exception();
    }
    parts_.executor.post([this, cancel = view.cancel, reply, result = std::move(result), problem] {
      finish(cancel, *reply, result, problem);
    });
  });
}

void Session::finish(const CancelToken& cancel, Reply& reply, const std::string& result, std::exception_ptr problem) {
  in_flight_.erase(reply.id());
  if (cancel.cancelled()) {
    reply.error(ErrorCode::RequestCancelled, "cancelled");
  } else if (problem) {
    answer_problem(reply, problem);
  } else {
    reply.result(result);
  }
}

void Session::answer_problem(Reply& reply, const std::exception_ptr& problem) {
  try {
    std::rethrow_exception(problem);
  } catch (const protocol::InvalidParams& invalid) {
    reply.error(ErrorCode::InvalidParams, invalid.what());
  } catch (const protocol::RequestFailed& failed) {
    reply.error(ErrorCode::RequestFailed, failed.what());
  } catch (const std::exception& unexpected) {
    parts_.logger.error("a request failed: " + std::string(unexpected.what()));
    reply.error(ErrorCode::InternalError, unexpected.what());
  } catch (...) {
    parts_.logger.error("a request failed");
    reply.error(ErrorCode::InternalError, "unknown problem");
  }
}

void Session::receive_notification(const Message& message) {
  const std::string& method = message.method();
  if (stage_ != Stage::Running && method != "exit") return;
  const Binder::Notification* handler = binder_.find_notification(method);
  if (handler == nullptr) return;
  try {
    (*handler)(*this, message.params());
  } catch (const protocol::InvalidParams& problem) {
    parts_.logger.warning(method + " was ignored: " + problem.what());
  } catch (const std::exception& problem) {
    parts_.logger.error(method + " failed: " + problem.what());
  }
}

std::string Session::initialize(protocol::InitializeParams params) {
  stage_ = Stage::Running;
  trace_ = params.trace;
  profile_ = std::make_shared<const ClientProfile>(
      negotiate(std::move(params.capabilities), params.settings && params.settings->diagnosticDelivery == "push"));
  workspace_.set_client(profile_);
  if (params.settings) take_settings(*params.settings);
  std::vector<std::string> folders;
  for (protocol::WorkspaceFolder& folder : params.folders) folders.push_back(std::move(folder.uri));
  if (folders.empty() && !params.rootPath.empty()) folders.push_back("file://" + params.rootPath);
  workspace_.set_folders(folders);
  publisher_.enable(profile_->delivery == DiagnosticDelivery::Push);
  if (params.processId && !parts_.watched_process) watch_process(*params.processId);
  if (parts_.logger.enabled(LogLevel::Info)) {
    parts_.logger.info("client " + params.clientName + " " + params.clientVersion + ", positions in " +
                       encoding_name(profile_->unit) + ", diagnostics are " +
                       (profile_->delivery == DiagnosticDelivery::Push ? "pushed" : "pulled") + ": " +
                       profile_->delivery_reason);
  }
  protocol::InitializeResult result;
  result.name = "graphfence";
  result.version = GRAPHFENCE_VERSION;
  result.capabilities.positionEncoding = encoding_name(profile_->unit);
  result.capabilities.staticDiagnostics = profile_->delivery == DiagnosticDelivery::PullStatic;
  result.capabilities.codeActionOptions = profile_->capabilities.codeAction.literals;
  result.capabilities.codeActionKinds = {"quickfix", "refactor.rewrite", "source.fixAll.graphfence"};
  result.capabilities.codeActionResolve = profile_->deferred_fix_all;
  result.capabilities.commands = {std::string(DebugInformationCommand)};
  return protocol::encode(result);
}

void Session::initialized() {
  std::vector<protocol::Registration> registrations;
  if (profile_->delivery == DiagnosticDelivery::PullRegistered) {
    protocol::JsonWriter options;
    protocol::encode_diagnostic_options(options, true);
    registrations.push_back({"graphfence.diagnostic", "textDocument/diagnostic", options.take()});
  }
  if (profile_->capabilities.watchedFilesRegistration) {
    registrations.push_back({"graphfence.files", "workspace/didChangeWatchedFiles",
                             protocol::encode_watchers({"**/graphfence.toml", "**/pyproject.toml"})});
  }
  if (profile_->capabilities.configurationRegistration) {
    registrations.push_back({"graphfence.configuration", "workspace/didChangeConfiguration", {}});
  }
  ask_for_settings();
  if (registrations.empty()) return;
  parts_.client.request("client/registerCapability", protocol::encode(registrations), [this](const Message& reply) {
    if (!reply.is_error()) return;
    parts_.logger.warning("the client refused a registration: " + reply.error_message());
    if (profile_->delivery == DiagnosticDelivery::PullRegistered) push_instead_of_pull();
  });
}

/// The client would never pull, and nobody would see a finding.
void Session::push_instead_of_pull() {
  publisher_.enable(true);
  for (const auto& [path, document] : workspace_.documents()) publisher_.document_changed(document);
  publisher_.settle(false);
}

void Session::shut_down() {
  stage_ = Stage::ShutDown;
  cancel_everything();
}

void Session::leave() {
  if (left_) return;
  left_ = true;
  cancel_everything();
  parts_.leave(exit_status());
}

void Session::cancel_everything() {
  publisher_.cancel();
  for (const auto& [id, cancel] : in_flight_) cancel.cancel();
}

void Session::cancel_request(const protocol::RequestId& id) {
  const auto found = in_flight_.find(id);
  if (found != in_flight_.end()) found->second.cancel();
}

void Session::reload_settings() {
  const bool changed = workspace_.reload_settings();
  show_config_problems();
  if (!changed) return;
  publisher_.everything_changed();
  ask_for_new_pull();
}

void Session::show_config_problems() {
  std::vector<ConfigProblem> problems;
  std::vector<ConfigProblem> warnings;
  for (const auto& [root, project] : workspace_.projects()) {
    problems.insert(problems.end(), project->problems.begin(), project->problems.end());
    warnings.insert(warnings.end(), project->warnings.begin(), project->warnings.end());
  }
  config_problems_.show(problems, warnings, *profile_);
}

void Session::editor_settings(const std::optional<protocol::SettingsObject>& object) {
  if (object) {
    take_settings(*object);
  } else {
    ask_for_settings();
  }
  reload_settings();
}

void Session::take_settings(const protocol::SettingsObject& object) {
  std::vector<std::string> complaints;
  workspace_.set_editor(to_editor_settings(object, complaints));
  for (const std::string& complaint : complaints) parts_.logger.info(complaint);
}

void Session::ask_for_settings() {
  if (!profile_->capabilities.configuration) return;
  parts_.client.request("workspace/configuration", protocol::encode_configuration_request(),
                        [this](const Message& reply) {
                          const auto object = protocol::decode_configuration_reply(reply.result());
                          if (!object) return;
                          take_settings(*object);
                          reload_settings();
                          publisher_.settle(false);
                        });
}

void Session::ask_for_new_pull() {
  if (profile_->delivery == DiagnosticDelivery::Push || !profile_->capabilities.diagnosticRefresh) return;
  parts_.client.request("workspace/diagnostic/refresh", "null", {});
}

void Session::trace(const std::string& text) {
  if (trace_ == protocol::TraceValue::Off) return;
  parts_.client.notify("$/logTrace", protocol::encode_log_trace(text));
}

void Session::watch_process(std::int32_t process) {
  if (process <= 0) return;
  parts_.watched_process = process;
  parts_.executor.every(ParentPoll, [this, watch = ParentWatch(process)] {
    if (watch.alive()) return;
    parts_.logger.info("the client's process is gone");
    leave();
  });
}

}  // namespace graphfence
