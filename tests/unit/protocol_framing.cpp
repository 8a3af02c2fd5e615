#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "protocol/framing.h"

namespace graphfence::protocol {
namespace {

/// Frames of a stream, one line each, fed in one piece.
std::vector<std::string> frames_of(std::string_view stream, std::size_t max_body = FrameDecoder::MaxBody) {
  FrameDecoder decoder(max_body);
  std::vector<Frame> frames;
  decoder.feed(stream, frames);
  std::vector<std::string> result;
  for (const Frame& frame : frames) {
    switch (frame.kind) {
      case Frame::Kind::Body:
        result.push_back("body " + frame.text);
        break;
      case Frame::Kind::Refused:
        result.push_back("refused");
        break;
      case Frame::Kind::Problem:
        result.push_back("problem");
        break;
    }
  }
  return result;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("headers ignore case and order, and unknown ones are skipped") {
  CHECK(frames_of("Content-Length: 2\r\n\r\n{}") == Lines{"body {}"});
  CHECK(frames_of("X: y\r\ncOnTeNt-LeNgTh:2\r\nZ:\r\n\r\n{}") == Lines{"body {}"});
  CHECK(frames_of("Content-Type: a; charset=utf-8\r\nContent-Length: 2\r\n\r\n[]") == Lines{"body []"});
  CHECK(frames_of("Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\nx") == Lines{"body ", "body x"});
  CHECK(frames_of("\r\n\r\nContent-Length: 1\r\n\r\nx\r\nContent-Length: 1\r\n\r\ny") == Lines{"body x", "body y"});
  CHECK(frames_of("Content-Length: 2\n\n{}") == Lines{"body {}"});
}

TEST_CASE("a body with another charset is skipped whole") {
  CHECK(frames_of("Content-Type: a; charset=latin-1\r\nContent-Length: 2\r\n\r\n{}Content-Length: 1\r\n\r\nx") ==
        Lines{"refused", "body x"});
}

TEST_CASE("a bad length is never guessed at, and the stream is found again") {
  const std::string next = "Content-Length: 1\r\n\r\nx";
  for (const std::string bad :
       {"A: b\r\n\r\n", "Content-Length: -1\r\n\r\n", "Content-Length: +1\r\n\r\n", "Content-Length: 1.0\r\n\r\n",
        "Content-Length: 1 1\r\n\r\n", "Content-Length:\r\n\r\n", "Content-Length: 99999999999999999999999\r\n\r\n",
        "Content-Length: 5\r\nContent-Length: 5\r\n\r\n", "Content-Length: 101\r\n\r\n"}) {
    CAPTURE(bad);
    CHECK(frames_of(bad + "{\"a\":1}" + next, 100) == Lines{"problem", "body x"});
  }
  CHECK(frames_of("{rubbish}" + next) == Lines{"problem", "body x"});
  // Behind letters the name is another, unknown header: this message is lost, the next is not.
  CHECK(frames_of("rubbish" + next + next) == Lines{"problem", "body x"});
}

TEST_CASE("the search wants a whole header at the end of a line") {
  const std::string next = "Content-Length: 1\r\n\r\nx";
  CHECK(frames_of("A: b\r\n\r\n{\"text\":\"Content-Length: 3\\r\\n\\r\\nabc\"}" + next) == Lines{"problem", "body x"});
  CHECK(frames_of("A: b\r\n\r\n" + std::string(5000, 'x') + next) == Lines{"problem", "body x"});
  CHECK(frames_of("A: b\r\n\r\n{}content-length : 1\r\n\r\nx") == Lines{"problem", "body x"});
}

TEST_CASE("headers without end are bounded") {
  CHECK(frames_of(std::string(1U << 20U, 'x')) == Lines{"problem"});
  std::string many;
  for (int count = 0; count < 10'000; ++count) many += "A: b\r\n";
  CHECK(frames_of(many + "\r\nContent-Length: 1\r\n\r\nx") == Lines{"problem", "body x"});
}

TEST_CASE("where a read ends makes no difference") {
  std::string stream;
  for (const std::string body : {"{}", "", "[1,2,3]", "line\r\nline\n", "Content-Length: 5\r\n\r\n"}) {
    stream += frame_header(body.size()) + body;
  }
  stream += "A: b\r\n\r\nlost" + frame_header(4) + "last" + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc" +
            frame_header(2) + "ok";
  FrameDecoder whole;
  std::vector<Frame> expected;
  whole.feed(stream, expected);
  REQUIRE(expected.size() == 9);
  const unsigned seed = std::random_device()();
  CAPTURE(seed);
  std::mt19937 chance(seed);
  for (int round = 0; round < 300; ++round) {
    FrameDecoder decoder;
    std::vector<Frame> frames;
    std::string_view rest = stream;
    while (!rest.empty()) {
      const std::size_t size = std::min<std::size_t>(rest.size(), 1 + chance() % (round % 2 == 0 ? 3 : 40));
      decoder.feed(rest.substr(0, size), frames);
      rest.remove_prefix(size);
    }
    REQUIRE(frames.size() == expected.size());
    for (std::size_t index = 0; index < frames.size(); ++index) {
      CHECK(frames[index].kind == expected[index].kind);
      CHECK(frames[index].text == expected[index].text);
    }
  }
}

}  // namespace graphfence::protocol
