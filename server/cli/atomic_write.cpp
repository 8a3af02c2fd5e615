#include "server/cli/atomic_write.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace graphfence {

namespace fs = std::filesystem;

namespace {

/// The new text under a name of its own; removed again unless it took the place of the file.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string name_pattern) : name_(std::move(name_pattern)) {
    descriptor_ = ::mkostemp(name_.data(), O_CLOEXEC);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (descriptor_ < 0) return;
    ::close(descriptor_);
    if (!moved_) ::unlink(name_.c_str());
  }

  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }

  [[nodiscard]] bool write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t count = ::write(descriptor_, text.data(), text.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return false;
      text.remove_prefix(static_cast<std::size_t>(count));
    }
    return true;
  }

  [[nodiscard]] bool copy_owner_and_mode(const struct stat& original) const {
    struct stat own = {};
    if (::fstat(descriptor_, &own) != 0) return false;
    if (own.st_uid != original.st_uid || own.st_gid != original.st_gid) {
      if (::fchown(descriptor_, original.st_uid, original.st_gid) != 0) return false;
    }
    return ::fchmod(descriptor_, original.st_mode & 07777U) == 0;
  }

  [[nodiscard]] bool sync_and_move(const std::string& target) {
    if (::fsync(descriptor_) != 0 || ::rename(name_.c_str(), target.c_str()) != 0) return false;
    moved_ = true;
    return true;
  }

 private:
  std::string name_;
  int descriptor_ = -1;
  bool moved_ = false;
};

void sync_folder(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

std::string replace_file(const std::string& path, std::string_view text) {
  const auto failure = [] { return std::generic_category().message(errno); };
  std::error_code error;
  const fs::path target = fs::canonical(path, error);
  if (error) return error.message();
  struct stat original = {};
  if (::stat(target.c_str(), &original) != 0) return failure();
  if (!S_ISREG(original.st_mode)) return "is no regular file";
  // Renaming would get around the protection of a read-only file.
  if (::access(target.c_str(), W_OK) != 0) return failure();

  const std::string folder = target.parent_path().string();
  TemporaryFile fresh(folder + "/.graphfence-XXXXXX");
  if (!fresh.is_open()) return failure();
  if (!fresh.write(text) || !fresh.copy_owner_and_mode(original) || !fresh.sync_and_move(target.string())) {
    return failure();
  }
  sync_folder(folder);
  return {};
}

}  // namespace graphfence
