#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace graphfence::protocol {

struct Frame {
  enum class Kind : std::uint8_t {
    Body,     ///< `text` is the body of one message
    Refused,  ///< one message was skipped whole; `text` says why
    Problem,  ///< the stream is broken here and is searched for the next message; `text` says why
  };
  Kind kind;
  std::string text;
};

/// Cuts a byte stream into message bodies. Reads may end anywhere: inside a header, a body, or behind several messages.
///
/// A block of headers without exactly one sane `Content-Length` is never guessed at. What follows its blank line is
/// skipped until a line *ends* with `Content-Length: N`, alone or behind the rest of a body: JSON escapes its line
/// ends, so that text followed by a real line end cannot stand inside a document somebody is editing.
class FrameDecoder {
 public:
  static constexpr std::size_t MaxBody = 256U << 20U;

  explicit FrameDecoder(std::size_t max_body = MaxBody) : max_body_(max_body) {}

  /// Appends what `bytes` completes to `frames`.
  void feed(std::string_view bytes, std::vector<Frame>& frames);

 private:
  enum class State : std::uint8_t {
    Headers,
    Body,
    SkippedBody,
    BrokenBlock,  ///< the rest of a bad block of headers, up to its blank line
    Searching,    ///< for a line that ends with a length
  };

  std::string_view take_line(std::string_view bytes, bool& complete);
  void end_line(std::vector<Frame>& frames);
  void header_line(std::string_view line, std::vector<Frame>& frames);
  void search_line(std::string_view line);
  void end_headers(std::vector<Frame>& frames);
  std::string_view take_body(std::string_view bytes, std::vector<Frame>& frames);
  void broken(std::string why, State next, std::vector<Frame>& frames);
  void start_block();

  std::size_t max_body_;
  State state_ = State::Headers;
  std::string line_;
  std::size_t header_bytes_ = 0;
  std::optional<std::size_t> length_;
  std::string refusal_;  ///< why the coming body is not accepted, or empty
  std::string body_;
  std::size_t missing_ = 0;  ///< bytes of the body still to come
};

/// `Content-Length: …` and the blank line for a body.
[[nodiscard]] std::string frame_header(std::size_t body_size);

}  // namespace graphfence::protocol
