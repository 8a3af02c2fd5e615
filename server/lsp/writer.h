#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace graphfence {

/// The only place that writes to the connection. Any thread may send; sending never waits for the client.
///
/// A short message goes out on the calling thread when nothing is queued and the connection takes it without blocking;
/// everything else is queued for the writer's thread. The queue is bounded: when the client does not read for so long
/// that it overflows, the client counts as gone.
class Writer {
 public:
  /// `on_failure` is called once, from any thread, when the client cannot be reached any more.
  Writer(int descriptor, std::function<void()> on_failure);
  ~Writer();
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;

  /// Frames and sends. A queued message with the same non-empty `topic` is dropped: the new one replaces it.
  void send(const std::string& body, const std::string& topic = {});
  /// Waits until everything is written; false when that took too long.
  bool drain(std::chrono::milliseconds limit);

 private:
  struct Entry {
    std::string topic;
    std::string bytes;
  };

  void run();
  std::size_t write_now(const std::string& bytes);
  void fail(std::unique_lock<std::mutex>& lock);

  int descriptor_;
  bool socket_ = false;
  bool pipe_ = false;
  std::function<void()> on_failure_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Entry> queue_;
  std::size_t queued_bytes_ = 0;
  bool writing_ = false;  ///< the thread holds a message that is not in the queue any more
  bool failed_ = false;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace graphfence
