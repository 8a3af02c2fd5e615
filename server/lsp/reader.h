#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "protocol/message.h"

namespace graphfence {

/// What one read brought: whole messages, and complaints about the stream for the log.
struct Input {
  std::vector<protocol::Message> messages;
  std::vector<std::string> problems;
  std::size_t bytes = 0;
};

/// Reads the connection on a thread of its own and parses there. It never waits for the writer; it waits for the
/// session only when an absurd amount of input is queued.
class Reader {
 public:
  struct Events {
    std::function<void(Input)> input;  ///< once per read, also when no message was completed
    std::function<void()> end;         ///< the client is gone
  };

  Reader(int descriptor, Events events);
  ~Reader();
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  /// More bytes wait to be read, so another `input` event is sure to come. Any thread.
  [[nodiscard]] bool more_waits() const;
  /// The session has handled this much of what it was given. Any thread.
  void handled(std::size_t bytes);

 private:
  void run();
  bool wait_for_bytes();
  void wait_for_room();

  int descriptor_;
  Events events_;
  int wake_[2] = {-1, -1};  ///< a pipe that ends the wait for bytes
  std::mutex mutex_;
  std::condition_variable room_;
  std::size_t queued_ = 0;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace graphfence
