#include "server/lsp/reader.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "protocol/framing.h"

namespace graphfence {
namespace {

constexpr std::size_t ReadSize = 64U << 10U;
constexpr std::size_t MaxQueued = 512U << 20U;  // twice the largest message

}  // namespace

Reader::Reader(int descriptor, Events events) : descriptor_(descriptor), events_(std::move(events)) {
  if (::pipe(wake_) != 0) wake_[0] = wake_[1] = -1;
  thread_ = std::thread([this] { run(); });
}

Reader::~Reader() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  room_.notify_all();
  if (wake_[1] >= 0) ::close(wake_[1]);  // the other end becomes readable
  thread_.join();
  if (wake_[0] >= 0) ::close(wake_[0]);
}

bool Reader::more_waits() const {
  pollfd entry{descriptor_, POLLIN, 0};
  return ::poll(&entry, 1, 0) == 1 && (entry.revents & POLLIN) != 0;
}

void Reader::handled(std::size_t bytes) {
  {
    const std::scoped_lock lock(mutex_);
    queued_ -= bytes;
  }
  room_.notify_all();
}

bool Reader::wait_for_bytes() {
  pollfd entries[2] = {{descriptor_, POLLIN, 0}, {wake_[0], POLLIN, 0}};
  while (::poll(entries, 2, -1) < 0) {
    if (errno != EINTR) return false;
  }
  return entries[1].revents == 0;
}

void Reader::wait_for_room() {
  std::unique_lock lock(mutex_);
  room_.wait(lock, [this] { return stopping_ || queued_ <= MaxQueued; });
}

void Reader::run() {
  protocol::FrameDecoder decoder;
  std::vector<protocol::Frame> frames;
  std::vector<char> buffer(ReadSize);
  while (wait_for_bytes()) {
    const ssize_t count = ::read(descriptor_, buffer.data(), buffer.size());
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) {
      events_.end();
      return;
    }
    frames.clear();
    decoder.feed({buffer.data(), static_cast<std::size_t>(count)}, frames);
    Input input;
    for (protocol::Frame& frame : frames) {
      switch (frame.kind) {
        case protocol::Frame::Kind::Body:
          input.bytes += frame.text.size();
          input.messages.push_back(protocol::Message::parse(frame.text));
          break;
        case protocol::Frame::Kind::Refused:
          input.messages.push_back(protocol::Message::unreadable(frame.text));
          break;
        case protocol::Frame::Kind::Problem:
          input.problems.push_back(std::move(frame.text));
          break;
      }
    }
    {
      const std::scoped_lock lock(mutex_);
      queued_ += input.bytes;
    }
    events_.input(std::move(input));
    wait_for_room();
  }
}

}  // namespace graphfence
