#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "server/config/disk_file_system.h"

namespace graphfence {

struct FileNote {
  ReadOutcome outcome = ReadOutcome::Ok;
  int error = 0;
  bool valid_utf8 = true;
};

/// The disk, remembering for each file how reading it went, so that `check` can say why a file was left out without
/// reading it a second time.
class RecordingFiles final : public FileSystem {
 public:
  [[nodiscard]] std::optional<std::string> read(const std::string& path) const override;
  [[nodiscard]] bool is_file(const std::string& path) const override { return disk_.is_file(path); }
  [[nodiscard]] bool is_directory(const std::string& path) const override { return disk_.is_directory(path); }

  /// How the last reading went; reads the file when nobody has.
  [[nodiscard]] FileNote note(const std::string& path) const;

 private:
  DiskFileSystem disk_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, FileNote> notes_;
};

}  // namespace graphfence
