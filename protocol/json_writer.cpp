#include "protocol/json_writer.h"

#include <array>

namespace graphfence::protocol {
namespace {

/// Length of the well-formed UTF-8 sequence at `at`, or 0.
std::size_t sequence_length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t index) {
    return index < text.size() ? static_cast<unsigned char>(text[index]) : 0U;
  };
  const auto trail = [&](std::size_t index, unsigned low = 0x80, unsigned high = 0xBF) {
    return byte(index) >= low && byte(index) <= high;
  };
  const unsigned lead = byte(at);
  if (lead < 0x80) return 1;
  if (lead >= 0xC2 && lead <= 0xDF) return trail(at + 1) ? 2 : 0;
  if (lead >= 0xE0 && lead <= 0xEF) {
    const unsigned low = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned high = lead == 0xED ? 0x9F : 0xBF;  // no surrogates
    return trail(at + 1, low, high) && trail(at + 2) ? 3 : 0;
  }
  if (lead >= 0xF0 && lead <= 0xF4) {
    const unsigned low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xF4 ? 0x8F : 0xBF;
    return trail(at + 1, low, high) && trail(at + 2) && trail(at + 3) ? 4 : 0;
  }
  return 0;
}

void append_escaped(std::string& out, char character) {
  constexpr std::string_view Digits = "0123456789abcdef";
  switch (character) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      out += "\\u00";
      out += Digits[(static_cast<unsigned char>(character) >> 4U) & 0xFU];
      out += Digits[static_cast<unsigned char>(character) & 0xFU];
  }
}

void append_string(std::string& out, std::string_view text) {
  out += '"';
  std::size_t plain = 0;  // start of the run that needs no escape
  std::size_t at = 0;
  const auto flush = [&] { out.append(text.substr(plain, at - plain)); };
  while (at < text.size()) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x20 && byte < 0x7F && byte != '"' && byte != '\\') {
      ++at;
    } else if (byte < 0x80) {
      flush();
      append_escaped(out, text[at]);
      plain = ++at;
    } else if (const std::size_t length = sequence_length(text, at); length > 0) {
      at += length;
    } else {
      flush();
      out += "\xEF\xBF\xBD";
      plain = ++at;
    }
  }
  flush();
  out += '"';
}

}  // namespace

void JsonWriter::separate() {
  if (comma_) text_ += ',';
  comma_ = true;
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  text_ += bracket;
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::shut(char bracket) {
  text_ += bracket;
  comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  append_string(text_, name);
  text_ += ':';
  comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::value(std::string_view text) {
  separate();
  append_string(text_, text);
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  text_ += json;
  return *this;
}

}  // namespace graphfence::protocol
