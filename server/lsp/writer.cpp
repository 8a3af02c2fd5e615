#include "server/lsp/writer.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include "protocol/framing.h"

namespace graphfence {
namespace {

constexpr std::size_t MaxQueued = 256U << 20U;
constexpr std::size_t AtomicPipeWrite = 4096;  // a pipe that polls writable takes this many bytes without blocking

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno == EAGAIN) {
      pollfd entry{descriptor, POLLOUT, 0};
      ::poll(&entry, 1, -1);
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

}  // namespace

Writer::Writer(int descriptor, std::function<void()> on_failure)
    : descriptor_(descriptor), on_failure_(std::move(on_failure)) {
  struct stat status{};
  if (::fstat(descriptor, &status) == 0) {
    socket_ = S_ISSOCK(status.st_mode);
    pipe_ = S_ISFIFO(status.st_mode);
  }
  thread_ = std::thread([this] { run(); });
}

Writer::~Writer() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

/// How many bytes the connection took without blocking.
std::size_t Writer::write_now(const std::string& bytes) {
  ssize_t count = 0;
  if (socket_) {
    count = ::send(descriptor_, bytes.data(), bytes.size(), MSG_DONTWAIT);
  } else if (pipe_ && bytes.size() <= AtomicPipeWrite) {
    pollfd entry{descriptor_, POLLOUT, 0};
    if (::poll(&entry, 1, 0) == 1 && (entry.revents & POLLOUT) != 0) {
      count = ::write(descriptor_, bytes.data(), bytes.size());
    }
  }
  // Errors show again, and are dealt with, on the writer's thread.
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

void Writer::send(const std::string& body, const std::string& topic) {
  std::string bytes = protocol::frame_header(body.size());
  bytes += body;
  std::unique_lock lock(mutex_);
  if (failed_) return;
  if (queue_.empty() && !writing_) {
    const std::size_t written = write_now(bytes);
    if (written == bytes.size()) return;
    if (written > 0) {
      // The rest must not be replaced by a newer message: half of it is out.
      queue_.push_back({{}, bytes.substr(written)});
      queued_bytes_ += bytes.size() - written;
      lock.unlock();
      changed_.notify_all();
      return;
    }
  }
  if (!topic.empty()) {
    const auto old =
        std::find_if(queue_.begin(), queue_.end(), [&](const Entry& entry) { return entry.topic == topic; });
    if (old != queue_.end()) {
      queued_bytes_ -= old->bytes.size();
      queue_.erase(old);
    }
  }
  queued_bytes_ += bytes.size();
  queue_.push_back({topic, std::move(bytes)});
  if (queued_bytes_ > MaxQueued) {
    fail(lock);
    return;
  }
  lock.unlock();
  changed_.notify_all();
}

void Writer::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return stopping_ || failed_ || !queue_.empty(); });
    if (failed_ || queue_.empty()) return;
    const Entry entry = std::move(queue_.front());
    queue_.pop_front();
    queued_bytes_ -= entry.bytes.size();
    writing_ = true;
    lock.unlock();
    const bool written = write_all(descriptor_, entry.bytes);
    lock.lock();
    writing_ = false;
    if (!written) {
      fail(lock);
      return;
    }
    changed_.notify_all();
  }
}

bool Writer::drain(std::chrono::milliseconds limit) {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, limit, [this] { return failed_ || (queue_.empty() && !writing_); });
}

void Writer::fail(std::unique_lock<std::mutex>& lock) {
  if (failed_) return;
  failed_ = true;
  queue_.clear();
  queued_bytes_ = 0;
  lock.unlock();
  changed_.notify_all();
  on_failure_();
}

}  // namespace graphfence
