#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "protocol/framing.h"
#include "server/lsp/writer.h"

namespace graphfence {
namespace {

using std::chrono::milliseconds;

/// A pipe or a socket; the writer gets one end, the test reads the other.
struct Connection {
  explicit Connection(bool socket) {
    std::array<int, 2> ends{};
    REQUIRE((socket ? ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()) : ::pipe(ends.data())) == 0);
    read_end = ends[0];
    write_end = ends[1];
  }
  ~Connection() {
    if (read_end >= 0) ::close(read_end);
    ::close(write_end);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Bodies that arrive until `count` of them are there.
  std::vector<std::string> read(std::size_t count) const {
    protocol::FrameDecoder decoder;
    std::vector<protocol::Frame> frames;
    std::array<char, 4096> buffer{};
    while (frames.size() < count) {
      const ssize_t size = ::read(read_end, buffer.data(), buffer.size());
      REQUIRE(size > 0);
      decoder.feed({buffer.data(), static_cast<std::size_t>(size)}, frames);
    }
    std::vector<std::string> bodies;
    for (const protocol::Frame& frame : frames) bodies.push_back(frame.text);
    return bodies;
  }

  int read_end = -1;
  int write_end = -1;
};

}  // namespace

TEST_CASE("messages arrive whole and in order, whatever their size") {
  for (const bool socket : {false, true}) {
    const Connection connection(socket);
    Writer writer(connection.write_end, [] {});
    std::vector<std::string> sent;
    for (std::size_t count = 0; count < 200; ++count)
      sent.push_back(std::string(count * count * 10 % 70'000, 'x') + std::to_string(count));
    std::thread sender([&] {
      for (const std::string& body : sent) writer.send(body);
    });
    CHECK(connection.read(sent.size()) == sent);
    sender.join();
    CHECK(writer.drain(milliseconds(5000)));
  }
}

TEST_CASE("while the client does not read, a newer message replaces a queued one of its topic") {
  const Connection connection(true);
  Writer writer(connection.write_end, [] {});
  writer.send(std::string(4'000'000, 'x'));  // more than the connection takes
  for (int version = 1; version <= 5; ++version) writer.send("a" + std::to_string(version), "a");
  writer.send("b1", "b");
  writer.send("plain");
  writer.send("plain");
  const auto bodies = connection.read(5);
  CHECK(std::vector<std::string>(bodies.begin() + 1, bodies.end()) ==
        std::vector<std::string>{"a5", "b1", "plain", "plain"});
}

TEST_CASE("a client that is gone is reported once and never waited for") {
  std::signal(SIGPIPE, SIG_IGN);
  for (const bool socket : {false, true}) {
    Connection connection(socket);
    std::atomic<int> failures{0};
    {
      Writer writer(connection.write_end, [&] { ++failures; });
      ::close(connection.read_end);
      connection.read_end = -1;
      for (int count = 0; count < 100; ++count) writer.send("lost");
      CHECK(writer.drain(milliseconds(5000)));
    }
    CHECK(failures == 1);
  }
}

TEST_CASE("a client that never reads overflows the queue and counts as gone") {
  const Connection connection(true);
  std::atomic<int> failures{0};
  Writer writer(connection.write_end, [&] { ++failures; });
  const std::string large(32U << 20U, 'x');
  for (int count = 0; count < 10 && failures == 0; ++count) writer.send(large);
  CHECK(failures == 1);
  // The thread still holds one message: reading lets it go.
  ::shutdown(connection.read_end, SHUT_RDWR);
}

}  // namespace graphfence
