#include "protocol/framing.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace graphfence::protocol {
namespace {

constexpr std::size_t MaxHeaderBytes = 16U << 10U;
constexpr std::size_t SearchTail = 128;  // enough for a whole `Content-Length` line
constexpr std::size_t FirstReserve = 1U << 20U;
constexpr std::string_view LengthName = "content-length";
constexpr std::string_view TypeName = "content-type";

char lower(char character) {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
}

std::string lowered(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower);
  return result;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view Blank = " \t";
  const auto first = text.find_first_not_of(Blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(Blank) - first + 1);
}

/// Digits only: `+5`, `-5`, `5.0` and numbers that overflow are no lengths.
std::optional<std::size_t> parse_length(std::string_view text) {
  std::size_t value = 0;
  if (text.empty() || text.front() == '-') return std::nullopt;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool is_header_name(std::string_view name) {
  if (name.empty()) return false;
  return std::all_of(name.begin(), name.end(), [](char character) {
    const char small = lower(character);
    return (small >= 'a' && small <= 'z') || (small >= '0' && small <= '9') || small == '-' || small == '_';
  });
}

/// The charset of `application/vscode-jsonrpc; charset=utf-8`, in lower case and without quotes; empty when not given.
std::string charset_of(std::string_view content_type) {
  const std::string type = lowered(content_type);
  const auto at = type.find("charset=");
  if (at == std::string::npos) return {};
  std::string_view value = std::string_view(type).substr(at + std::string_view("charset=").size());
  value = trimmed(value.substr(0, value.find(';')));
  if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
  return std::string(value);
}

}  // namespace

void FrameDecoder::feed(std::string_view bytes, std::vector<Frame>& frames) {
  while (!bytes.empty()) {
    if (state_ == State::Body || state_ == State::SkippedBody) {
      bytes = take_body(bytes, frames);
      continue;
    }
    bool complete = false;
    bytes = take_line(bytes, complete);
    if (complete) {
      end_line(frames);
    } else if (state_ != State::Searching && header_bytes_ + line_.size() > MaxHeaderBytes) {
      broken("the headers of a message are too long", State::Searching, frames);
    }
  }
}

/// Moves bytes up to the next line end into `line_`; what is left is returned.
std::string_view FrameDecoder::take_line(std::string_view bytes, bool& complete) {
  const auto end = bytes.find('\n');
  complete = end != std::string_view::npos;
  line_.append(bytes.substr(0, end));
  if (state_ == State::Searching && line_.size() > 2 * SearchTail) line_.erase(0, line_.size() - SearchTail);
  return complete ? bytes.substr(end + 1) : std::string_view{};
}

void FrameDecoder::end_line(std::vector<Frame>& frames) {
  std::string line = std::exchange(line_, {});
  if (!line.empty() && line.back() == '\r') line.pop_back();
  header_bytes_ += line.size() + 2;
  switch (state_) {
    case State::Headers:
      if (line.empty()) {
        end_headers(frames);
      } else {
        header_line(line, frames);
      }
      return;
    case State::BrokenBlock:
      if (line.empty()) state_ = State::Searching;
      return;
    case State::Searching:
      search_line(line);
      return;
    case State::Body:
    case State::SkippedBody:
      return;
  }
}

void FrameDecoder::header_line(std::string_view line, std::vector<Frame>& frames) {
  if (header_bytes_ > MaxHeaderBytes) {
    broken("the headers of a message are too long", State::BrokenBlock, frames);
    return;
  }
  const auto colon = line.find(':');
  if (colon == std::string_view::npos || !is_header_name(line.substr(0, colon))) {
    broken("bytes where a header was expected", State::Searching, frames);
    search_line(line);  // they may be the rest of a body whose length was given too small
    return;
  }
  const std::string name = lowered(line.substr(0, colon));
  const std::string_view value = trimmed(line.substr(colon + 1));
  if (name == LengthName) {
    const auto length = parse_length(value);
    if (length_) {
      broken("a message has two Content-Length headers", State::BrokenBlock, frames);
    } else if (!length) {
      broken("a Content-Length is not a number of bytes", State::BrokenBlock, frames);
    } else if (*length > max_body_) {
      broken("a message is larger than " + std::to_string(max_body_) + " bytes", State::BrokenBlock, frames);
    } else {
      length_ = length;
    }
  } else if (name == TypeName) {
    const std::string charset = charset_of(value);
    if (!charset.empty() && charset != "utf-8" && charset != "utf8") {
      refusal_ = "the charset of a message is not utf-8";
    }
  }
}

void FrameDecoder::search_line(std::string_view line) {
  const std::string small = lowered(line);
  const auto at = small.rfind(LengthName);
  if (at == std::string::npos) return;
  const std::string_view rest = trimmed(std::string_view(small).substr(at + LengthName.size()));
  if (rest.empty() || rest.front() != ':') return;
  const auto length = parse_length(trimmed(rest.substr(1)));
  if (!length || *length > max_body_) return;
  start_block();
  length_ = length;
}

void FrameDecoder::end_headers(std::vector<Frame>& frames) {
  if (!length_) {
    // Blank lines between two messages are harmless; a block of headers without a length is not.
    if (header_bytes_ <= 2) {
      header_bytes_ = 0;
    } else {
      broken("a message has no Content-Length", State::Searching, frames);
    }
    return;
  }
  missing_ = *length_;
  state_ = refusal_.empty() ? State::Body : State::SkippedBody;
  body_.clear();
  if (state_ == State::Body) body_.reserve(std::min(missing_, FirstReserve));
  if (missing_ == 0) take_body({}, frames);
}

std::string_view FrameDecoder::take_body(std::string_view bytes, std::vector<Frame>& frames) {
  const std::string_view part = bytes.substr(0, missing_);
  if (state_ == State::Body) body_.append(part);
  missing_ -= part.size();
  if (missing_ == 0) {
    if (state_ == State::Body) {
      frames.push_back({Frame::Kind::Body, std::exchange(body_, {})});
    } else {
      frames.push_back({Frame::Kind::Refused, refusal_});
    }
    start_block();
  }
  return bytes.substr(part.size());
}

void FrameDecoder::broken(std::string why, State next, std::vector<Frame>& frames) {
  frames.push_back({Frame::Kind::Problem, std::move(why)});
  start_block();
  state_ = next;
}

void FrameDecoder::start_block() {
  state_ = State::Headers;
  header_bytes_ = 0;
  length_.reset();
  refusal_.clear();
}

std::string frame_header(std::size_t body_size) {
  return "Content-Length: " + std::to_string(body_size) + "\r\n\r\n";
}

}  // namespace graphfence::protocol
