#include "server/cli/recording_files.h"

#include "server/cli/visible_text.h"

namespace graphfence {

std::optional<std::string> RecordingFiles::read(const std::string& path) const {
  FileContent content = read_regular_file(path);
  const bool ok = content.outcome == ReadOutcome::Ok;
  const FileNote note{content.outcome, content.error, !ok || is_valid_utf8(content.text)};
  {
    const std::lock_guard lock(mutex_);
    notes_[path] = note;
  }
  if (!ok) return std::nullopt;
  return std::move(content.text);
}

FileNote RecordingFiles::note(const std::string& path) const {
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = notes_.find(path); known != notes_.end()) return known->second;
  }
  static_cast<void>(read(path));
  const std::lock_guard lock(mutex_);
  return notes_[path];
}

}  // namespace graphfence
