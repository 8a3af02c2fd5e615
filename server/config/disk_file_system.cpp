#include "server/config/disk_file_system.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace graphfence {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (value_ >= 0) ::close(value_);
  }
  [[nodiscard]] int get() const { return value_; }

 private:
  int value_;
};

FileContent failed(int error) {
  const bool missing = error == ENOENT || error == ENOTDIR;
  return {missing ? ReadOutcome::Missing : ReadOutcome::Unreadable, error, {}};
}

}  // namespace

FileContent read_regular_file(const std::string& path, std::size_t limit) {
  // A path with a NUL inside would name another file than the caller meant.
  if (path.find('\0') != std::string::npos) return failed(ENOENT);
  struct stat before = {};
  if (::stat(path.c_str(), &before) != 0) return failed(errno);
  if (!S_ISREG(before.st_mode)) return {ReadOutcome::NotRegular, 0, {}};
  if (before.st_size > 0 && static_cast<std::size_t>(before.st_size) > limit) return {ReadOutcome::TooLarge, 0, {}};

  // The name may have changed its meaning since `stat`: O_NONBLOCK keeps a pipe from blocking us, the second look
  // tells.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (file.get() < 0) return failed(errno);
  struct stat opened = {};
  if (::fstat(file.get(), &opened) != 0) return failed(errno);
  if (!S_ISREG(opened.st_mode)) return {ReadOutcome::NotRegular, 0, {}};

  FileContent result;
  result.outcome = ReadOutcome::Ok;
  std::string& text = result.text;
  // The size is only a hint (files below /proc say 0, others grow meanwhile): one more byte finds the end in one call.
  text.resize(std::min(static_cast<std::size_t>(std::max<off_t>(opened.st_size, 0)), limit) + 1);
  std::size_t used = 0;
  while (true) {
    if (used == text.size()) text.resize(std::min(text.size() * 2 + 4096, limit + 1));
    const ssize_t count = ::read(file.get(), text.data() + used, text.size() - used);
    if (count < 0) {
      if (errno == EINTR) continue;
      return failed(errno);
    }
    if (count == 0) break;
    used += static_cast<std::size_t>(count);
    if (used > limit) return {ReadOutcome::TooLarge, 0, {}};
  }
  text.resize(used);
  if (text.find('\0') != std::string::npos) return {ReadOutcome::Binary, 0, {}};
  return result;
}

std::optional<std::string> DiskFileSystem::read(const std::string& path) const {
  FileContent content = read_regular_file(path);
  if (content.outcome != ReadOutcome::Ok) return std::nullopt;
  return std::move(content.text);
}

bool DiskFileSystem::is_file(const std::string& path) const {
  struct stat info = {};
  return ::stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode);
}

bool DiskFileSystem::is_directory(const std::string& path) const {
  struct stat info = {};
  return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

}  // namespace graphfence
