#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace graphfence {

enum class PathStyle : std::uint8_t { Posix, Windows };

#ifdef _WIN32
inline constexpr PathStyle NativePaths = PathStyle::Windows;
#else
inline constexpr PathStyle NativePaths = PathStyle::Posix;
#endif

/// What a document is known by inside the server, the same for all spellings of its address: the path of a `file:`
/// address (percent escapes decoded, drive letter in lower case, `//host/share` for another machine), else the address
/// itself. On Windows a path starts with its drive, on other systems it keeps the leading slash and names no file.
[[nodiscard]] std::string document_path(std::string_view uri, PathStyle style = NativePaths);

/// Whether `path` names a place on this machine's disk; the path of an opaque address does not.
[[nodiscard]] bool is_disk_path(std::string_view path, PathStyle style = NativePaths);

/// An address for a file whose address no client has told us, or for an opaque path the address that it is.
[[nodiscard]] std::string document_uri(std::string_view path, PathStyle style = NativePaths);

}  // namespace graphfence
