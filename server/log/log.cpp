#include "server/log/log.h"

#include <poll.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>
#include <spdlog/sinks/rotating_file_sink.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <mutex>

namespace graphfence {
namespace {

constexpr std::size_t MaxFileBytes = 8U << 20U;
constexpr std::size_t MaxFiles = 3;
constexpr std::size_t AtomicPipeWrite = 4096;  // a pipe that polls writable takes this many bytes without blocking

/// stderr belongs to whoever started us: they may have stopped reading it, and then a plain write would hang the
/// server.
class StderrSink final : public spdlog::sinks::base_sink<std::mutex> {
 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    spdlog::memory_buf_t line;
    formatter_->format(message, line);
    pollfd ready{STDERR_FILENO, POLLOUT, 0};
    if (::poll(&ready, 1, 0) != 1 || (ready.revents & POLLOUT) == 0) return;
    const std::size_t size = std::min(line.size(), AtomicPipeWrite);
    if (size < line.size()) line.data()[size - 1] = '\n';
    // Nothing sensible can be done about a failure here.
    [[maybe_unused]] const auto written = ::write(STDERR_FILENO, line.data(), size);
  }
  void flush_() override {}
};

spdlog::level::level_enum spdlog_level(LogLevel level) {
  switch (level) {
    case LogLevel::Debug:
      return spdlog::level::debug;
    case LogLevel::Info:
      return spdlog::level::info;
    case LogLevel::Warning:
      return spdlog::level::warn;
    case LogLevel::Error:
      return spdlog::level::err;
  }
  return spdlog::level::err;
}

}  // namespace

struct Logger::State {
  spdlog::logger logger{"graphfence"};
};

Logger::Logger(const LogOptions& options) : state_(std::make_unique<State>()) {
  auto& logger = state_->logger;
  logger.set_error_handler([](const std::string&) {});
  auto to_stderr = std::make_shared<StderrSink>();
  to_stderr->set_pattern("graphfence: %l: %v");
  to_stderr->set_level(spdlog::level::warn);
  logger.sinks().push_back(to_stderr);
  logger.set_level(spdlog::level::warn);
  if (!options.file) return;
  try {
    auto to_file = std::make_shared<spdlog::sinks::rotating_file_sink_mt>(*options.file, MaxFileBytes, MaxFiles);
    to_file->set_pattern("%Y-%m-%d %H:%M:%S.%e %t %l %v");
    to_file->set_level(spdlog_level(options.level));
    logger.sinks().push_back(to_file);
    logger.set_level(std::min(spdlog::level::warn, spdlog_level(options.level)));
    logger.flush_on(spdlog::level::debug);
  } catch (const std::exception& problem) {
    warning("the log file cannot be opened: " + std::string(problem.what()));
  }
}

Logger::~Logger() = default;

bool Logger::enabled(LogLevel level) const {
  return state_->logger.should_log(spdlog_level(level));
}

void Logger::write(LogLevel level, std::string_view line) {
  state_->logger.log(spdlog_level(level), spdlog::string_view_t(line.data(), line.size()));
}

}  // namespace graphfence
