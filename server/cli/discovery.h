#pragma once

#include <functional>
#include <string>
#include <vector>

namespace graphfence {

/// One Python file to check. Paths are absolute and normal.
struct SourceFile {
  std::string path;
  std::string origin;          ///< the folder given on the command line, or the file's own package parent
  bool explicit_file = false;  ///< named itself, not found in a folder
};

struct Discovery {
  std::vector<SourceFile> files;      ///< sorted by path, each file once
  std::vector<std::string> problems;  ///< one line each: what could not be read, in the order met
};

struct DiscoveryOptions {
  std::string working_folder;  ///< absolute; relative paths start here
  /// Does the configuration exclude this path? Not asked for files named on the command line unless `force_exclude`.
  std::function<bool(const std::string& path, bool is_directory)> excluded;
  bool force_exclude = false;
};

/// Files named in `paths` and the `.py` and `.pyi` files in the folders named there. Skips what `.gitignore` files and
/// `.git/info/exclude` ignore, virtual environments, build and tool folders. Links to folders are not followed (so
/// loops do no harm), links to files are. Reads names only; never opens pipes or devices.
[[nodiscard]] Discovery discover(const std::vector<std::string>& paths, const DiscoveryOptions& options);

/// `path` as an absolute path without `.` and `..`.
[[nodiscard]] std::string absolute_path(const std::string& path, const std::string& working_folder);

}  // namespace graphfence
