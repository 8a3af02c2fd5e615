#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace graphfence {

enum class LogLevel : std::uint8_t { Debug, Info, Warning, Error };

struct LogOptions {
  std::optional<std::string> file;  ///< size-capped and rotating; gets everything from `level` up
  LogLevel level = LogLevel::Info;  ///< for the file
};

/// Our logger. Warnings and errors go to stderr, everything from the chosen level up to the file if one was asked for;
/// nothing ever goes to stdout, which belongs to the protocol. Callable from any thread. Never blocks on a full stderr
/// pipe (the line is dropped) and never throws.
class Logger {
 public:
  explicit Logger(const LogOptions& options);
  ~Logger();
  Logger(const Logger&) = delete;
  Logger& operator=(const Logger&) = delete;

  /// Whether a line of this level goes anywhere: ask before building an expensive one.
  [[nodiscard]] bool enabled(LogLevel level) const;
  void write(LogLevel level, std::string_view line);

  void debug(std::string_view line) { write(LogLevel::Debug, line); }
  void info(std::string_view line) { write(LogLevel::Info, line); }
  void warning(std::string_view line) { write(LogLevel::Warning, line); }
  void error(std::string_view line) { write(LogLevel::Error, line); }

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graphfence
