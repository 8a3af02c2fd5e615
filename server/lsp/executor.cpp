#include "server/lsp/executor.h"

#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/post.hpp>
#include <asio/steady_timer.hpp>
#include <asio/strand.hpp>
#include <asio/thread_pool.hpp>
#include <condition_variable>
#include <mutex>
#include <optional>

namespace graphfence {

struct Executor::State {
  explicit State(unsigned worker_count) {
    if (worker_count > 0) workers.emplace(worker_count);
  }

  void arm() {
    timer.expires_after(period);
    timer.async_wait([this](const asio::error_code& error) {
      if (error) return;
      on_timer();
      arm();
    });
  }

  asio::io_context context{1};
  asio::strand<asio::io_context::executor_type> strand = asio::make_strand(context);
  asio::steady_timer timer{strand};
  std::chrono::milliseconds period{0};
  Task on_timer;

  std::mutex mutex;
  std::condition_variable idle;
  unsigned busy = 0;
  std::optional<asio::thread_pool> workers;  // last: its threads use the members above
};

Executor::Executor(unsigned workers) : state_(std::make_unique<State>(workers)) {}
Executor::~Executor() = default;

void Executor::post(Task task) {
  asio::post(state_->strand, std::move(task));
}

void Executor::submit(Task task) {
  if (!state_->workers) {
    task();
    return;
  }
  {
    const std::scoped_lock lock(state_->mutex);
    ++state_->busy;
  }
  asio::post(*state_->workers, [state = state_.get(), task = std::move(task)] {
    task();
    const std::scoped_lock lock(state->mutex);
    if (--state->busy == 0) state->idle.notify_all();
  });
}

void Executor::every(std::chrono::milliseconds period, Task task) {
  state_->period = period;
  state_->on_timer = std::move(task);
  state_->arm();
}

void Executor::run() {
  const auto work = asio::make_work_guard(state_->context);
  state_->context.run();
}

void Executor::stop() {
  state_->context.stop();
}

void Executor::finish() {
  state_->timer.cancel();
  state_->context.restart();
  state_->context.poll();
}

bool Executor::wait_for_workers(std::chrono::milliseconds limit) {
  std::unique_lock lock(state_->mutex);
  return state_->idle.wait_for(lock, limit, [this] { return state_->busy == 0; });
}

}  // namespace graphfence
