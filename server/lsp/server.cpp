#include "server/lsp/server.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <utility>

#include "server/lsp/client.h"
#include "server/lsp/executor.h"
#include "server/lsp/problem_reporter.h"
#include "server/lsp/reader.h"
#include "server/lsp/session.h"
#include "server/lsp/writer.h"

namespace graphfence {
namespace {

constexpr std::chrono::milliseconds StrandGrace{10'000};  ///< for a strand that is busy when the client has gone
constexpr std::chrono::milliseconds WorkerGrace{500};
constexpr std::chrono::milliseconds WriterGrace{1'000};

/// A stray print anywhere in the process would corrupt the protocol: the connection gets a descriptor of its own and
/// standard output leads nowhere.
int take_over_output(int output) {
  if (output != STDOUT_FILENO) return output;
  const int own = ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (own < 0 || nowhere < 0) return output;
  ::dup2(nowhere, STDOUT_FILENO);
  ::close(nowhere);
  return own;
}

/// Lets the reader's thread wait for the strand at the end of input, but not for ever.
class EndSignal {
 public:
  void set() {
    {
      const std::scoped_lock lock(mutex_);
      set_ = true;
    }
    changed_.notify_all();
  }
  bool wait(std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, limit, [this] { return set_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool set_ = false;
};

}  // namespace

int run_server(const ServerOptions& options) {
  ::signal(SIGPIPE, SIG_IGN);
  const int output = take_over_output(options.output);
  std::atomic<int> status{1};  // what the process returns if it has to end at once
  Logger logger(options.log);
  Executor executor(options.workers);
  Writer writer(output, [&status] { std::_Exit(status); });
  Client client(writer);
  ProblemReporter problems(logger, client);
  Session session({executor, client, logger, problems, options.workers, options.configuration, options.files,
                   options.client_process_id, [&](int exit_status) {
                     status = exit_status;
                     executor.stop();
                   }});

  EndSignal ended;
  std::atomic<unsigned> queued{0};
  Reader* source = nullptr;
  Reader reader(options.input, {[&](Input input) {
                                  ++queued;
                                  executor.post([&, input = std::make_shared<Input>(std::move(input))] {
                                    for (const std::string& problem : input->problems)
                                      logger.warning("unreadable input: " + problem);
                                    for (const protocol::Message& message : input->messages) session.receive(message);
                                    status = session.exit_status();
                                    source->handled(input->bytes);
                                    const bool more_queued = --queued > 0;
                                    session.settle(more_queued || source->more_waits());
                                  });
                                },
                                [&] {
                                  executor.post([&] { session.connection_ended(); });
                                  if (!ended.wait(StrandGrace)) std::_Exit(status);
                                }});
  source = &reader;
  executor.run();
  ended.set();

  // A worker that does not stop, or a client that does not read, must not keep the process alive.
  const bool workers_stopped = executor.wait_for_workers(WorkerGrace);
  if (workers_stopped) executor.finish();
  const bool everything_written = writer.drain(WriterGrace);
  if (!workers_stopped || !everything_written) std::_Exit(status);
  return status;
}

}  // namespace graphfence
