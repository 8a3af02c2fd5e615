#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "analysis/engine.h"

namespace graphfence {

enum class ReadOutcome : std::uint8_t { Ok, Missing, NotRegular, Unreadable, TooLarge, Binary };

struct FileContent {
  ReadOutcome outcome = ReadOutcome::Missing;
  int error = 0;     ///< errno of a failed call, else 0
  std::string text;  ///< the bytes, when the outcome is Ok
};

/// Larger files hold generated data, not programs that people write.
inline constexpr std::size_t MaxSourceSize = 8'000'000;  // what the parser takes

/// Reads a regular file of at most `limit` bytes. Pipes, sockets and devices are never opened, so this cannot block on
/// them. A file that holds a NUL byte is Binary.
[[nodiscard]] FileContent read_regular_file(const std::string& path, std::size_t limit = MaxSourceSize);

/// The disk as it is; stateless and safe from any thread.
class DiskFileSystem final : public FileSystem {
 public:
  [[nodiscard]] std::optional<std::string> read(const std::string& path) const override;
  [[nodiscard]] bool is_file(const std::string& path) const override;
  [[nodiscard]] bool is_directory(const std::string& path) const override;
};

}  // namespace graphfence
