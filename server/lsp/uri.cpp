#include "server/lsp/uri.h"

#include <algorithm>

namespace graphfence {
namespace {

char lower(char character) {
  return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a') : character;
}

bool is_letter(char character) {
  return lower(character) >= 'a' && lower(character) <= 'z';
}
bool is_digit(char character) {
  return character >= '0' && character <= '9';
}

int hex_digit(char character) {
  if (is_digit(character)) return character - '0';
  const char small = lower(character);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

/// A `%` that starts no escape stands for itself.
std::string decoded(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '%' && at + 2 < text.size()) {
      const int high = hex_digit(text[at + 1]);
      const int low = hex_digit(text[at + 2]);
      if (high >= 0 && low >= 0) {
        result += static_cast<char>(high * 16 + low);
        at += 2;
        continue;
      }
    }
    result += text[at];
  }
  return result;
}

std::string encoded(std::string_view text) {
  constexpr std::string_view Plain = "-._~/";
  constexpr std::string_view Digits = "0123456789ABCDEF";
  std::string result;
  for (const char character : text) {
    if (is_letter(character) || is_digit(character) || Plain.find(character) != std::string_view::npos) {
      result += character;
    } else {
      const auto byte = static_cast<unsigned char>(character);
      result += '%';
      result += Digits[byte >> 4U];
      result += Digits[byte & 0xFU];
    }
  }
  return result;
}

bool is_drive(std::string_view text) {
  return text.size() >= 2 && is_letter(text[0]) && text[1] == ':';
}

bool has_file_scheme(std::string_view uri) {
  constexpr std::string_view Scheme = "file:";
  return uri.size() >= Scheme.size() &&
         std::equal(Scheme.begin(), Scheme.end(), uri.begin(), [](char a, char b) { return a == lower(b); });
}

}  // namespace

std::string document_path(std::string_view uri, PathStyle style) {
  if (!has_file_scheme(uri)) return std::string(uri);
  std::string_view rest = uri.substr(std::string_view("file:").size());
  std::string host;
  if (rest.substr(0, 2) == "//") {
    rest.remove_prefix(2);
    const auto slash = std::min(rest.find('/'), rest.size());
    host = decoded(rest.substr(0, slash));
    rest.remove_prefix(slash);
  }
  // Clients escape `#` and `?` in names; what follows a bare one is no part of the name.
  rest = rest.substr(0, rest.find_first_of("?#"));
  std::string path = decoded(rest);
  if (path.empty() || path.front() != '/' || path.find('\0') != std::string::npos) return std::string(uri);
  if (style == PathStyle::Windows) std::replace(path.begin(), path.end(), '\\', '/');
  if (is_drive(std::string_view(path).substr(1))) {
    path[1] = lower(path[1]);
    if (style == PathStyle::Windows) path.erase(0, 1);
  }
  std::transform(host.begin(), host.end(), host.begin(), lower);
  return host.empty() || host == "localhost" ? path : "//" + host + path;
}

bool is_disk_path(std::string_view path, PathStyle style) {
  if (style == PathStyle::Windows) return is_drive(path) || path.substr(0, 2) == "//";
  return !path.empty() && path.front() == '/';
}

std::string document_uri(std::string_view path, PathStyle style) {
  if (!is_disk_path(path, style)) return std::string(path);
  if (path.substr(0, 2) == "//") return "file:" + encoded(path);
  return (style == PathStyle::Windows ? "file:///" : "file://") + encoded(path);
}

}  // namespace graphfence
