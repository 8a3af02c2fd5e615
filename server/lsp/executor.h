#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace graphfence {

using Task = std::function<void()>;

/// One strand, which owns the session, and a pool of workers, which see only snapshots. Tasks must not throw.
class Executor {
 public:
  explicit Executor(unsigned workers);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Queues a task for the strand, in order. Any thread.
  void post(Task task);
  /// Runs a task on a worker, or at once when there are none. Strand only.
  void submit(Task task);
  /// Runs a task on the strand again and again. At most one timer. Strand only.
  void every(std::chrono::milliseconds period, Task task);

  /// Runs the strand on the calling thread until `stop`.
  void run();
  void stop();
  /// Waits until no worker is busy; false when that took too long. After `run`.
  [[nodiscard]] bool wait_for_workers(std::chrono::milliseconds limit);
  /// Runs what is still queued for the strand. After `wait_for_workers`.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace graphfence
