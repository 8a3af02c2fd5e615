#include "server/cli/discovery.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <system_error>

#include "server/cli/gitignore.h"
#include "server/cli/visible_text.h"
#include "server/config/configuration.h"

namespace graphfence {

namespace fs = std::filesystem;

namespace {

/// Folders that hold no program of the project, whatever `.gitignore` says: version control, environments, caches of
/// tools, build results. Kept in step with what formatters and linters for Python leave out.
constexpr std::string_view SkippedFolders[] = {".bzr",
                                               ".cache",
                                               ".conda",
                                               ".direnv",
                                               ".eggs",
                                               ".git",
                                               ".hg",
                                               ".idea",
                                               ".ipynb_checkpoints",
                                               ".mypy_cache",
                                               ".nox",
                                               ".pixi",
                                               ".pyenv",
                                               ".pytest_cache",
                                               ".pytype",
                                               ".ruff_cache",
                                               ".svn",
                                               ".tox",
                                               ".venv",
                                               ".vscode",
                                               "__pycache__",
                                               "__pypackages__",
                                               "_build",
                                               "buck-out",
                                               "build",
                                               "dist",
                                               "node_modules",
                                               "site-packages",
                                               "venv"};

bool is_python_name(std::string_view name) {
  return name.ends_with(".py") || name.ends_with(".pyi");
}

enum class Kind { Missing, File, Folder, Other };

Kind kind_of(const std::string& path, int& error) {
  struct stat info = {};
  error = 0;
  if (::stat(path.c_str(), &info) != 0) {
    error = errno;
    return Kind::Missing;
  }
  if (S_ISREG(info.st_mode)) return Kind::File;
  return S_ISDIR(info.st_mode) ? Kind::Folder : Kind::Other;
}

class Walk {
 public:
  explicit Walk(const DiscoveryOptions& options) : options_(options) {}

  void add_path(const std::string& given) {
    if (given.empty()) {
      result_.problems.emplace_back("an empty path names nothing");
      return;
    }
    const std::string path = absolute_path(given, options_.working_folder);
    int error = 0;
    switch (kind_of(path, error)) {
      case Kind::Missing:
        problem(given, std::generic_category().message(error));
        return;
      case Kind::Other:
        problem(given, "is neither a file nor a folder");
        return;
      case Kind::Folder:
        walk(path);
        return;
      case Kind::File:
        break;
    }
    if (path.ends_with(".ipynb")) {
      problem(given, "notebooks cannot be checked yet");
    } else if (!options_.force_exclude || !is_excluded(path)) {
      add({path, package_parent(path), true});
    }
  }

  Discovery finish() {
    drop_links_to_known_files();
    for (auto& [path, file] : files_) result_.files.push_back(std::move(file));
    return std::move(result_);
  }

 private:
  struct Folder {
    std::string path;
    std::shared_ptr<const IgnoreLevel> ignores;
  };

  void problem(const std::string& path, const std::string& what) {
    result_.problems.push_back(visible(path) + ": " + what);
  }

  /// An explicit file may lie in an excluded folder: each level is asked.
  bool is_excluded(const std::string& path) const { return options_.excluded && options_.excluded(path, false); }

  void add(SourceFile file) {
    const auto [place, fresh] = files_.try_emplace(file.path, file);
    if (!fresh && file.explicit_file) place->second = std::move(file);
  }

  void walk(const std::string& top) {
    std::vector<Folder> pending;
    pending.push_back({top, IgnoreLevel::enter(IgnoreLevel::above(top), top)});
    while (!pending.empty()) {
      const Folder folder = std::move(pending.back());
      pending.pop_back();
      visit(folder, top, pending);
    }
  }

  void visit(const Folder& folder, const std::string& top, std::vector<Folder>& pending) {
    std::error_code error;
    fs::directory_iterator entries(folder.path, error);
    // Sorted, so that messages come in the same order on every file system.
    std::vector<fs::directory_entry> sorted;
    while (!error && entries != fs::directory_iterator()) {
      sorted.push_back(*entries);
      entries.increment(error);
    }
    if (error) problem(relative_name(folder.path), error.message());
    std::sort(sorted.begin(), sorted.end());
    for (const fs::directory_entry& entry : sorted) visit_entry(entry, folder, top, pending);
  }

  void visit_entry(const fs::directory_entry& entry, const Folder& folder, const std::string& top,
                   std::vector<Folder>& pending) {
    std::error_code error;
    const std::string path = entry.path().string();
    const std::string name = entry.path().filename().string();
    const fs::file_status own = entry.symlink_status(error);
    if (error) return problem(relative_name(path), error.message());
    if (fs::is_directory(own)) {
      if (is_skipped_folder(path, name) || is_ignored(folder, path, true)) return;
      pending.push_back({path, IgnoreLevel::enter(folder.ignores, path)});
      return;
    }
    if (!is_python_name(name) || is_ignored(folder, path, false)) return;
    if (fs::is_symlink(own)) {
      // A link to nowhere is common (editors make such locks) and nothing to complain about.
      if (!entry.is_regular_file(error) || error) return;
      links_.insert(path);
    } else if (!fs::is_regular_file(own)) {
      return;
    }
    add({path, top, false});
  }

  bool is_ignored(const Folder& folder, const std::string& path, bool is_directory) const {
    if (folder.ignores && folder.ignores->ignores(path, is_directory)) return true;
    return options_.excluded && options_.excluded(path, is_directory);
  }

  static bool is_skipped_folder(const std::string& path, const std::string& name) {
    if (std::find(std::begin(SkippedFolders), std::end(SkippedFolders), name) != std::end(SkippedFolders)) return true;
    // Environments have many names, but each has this file.
    return ::access((path + "/pyvenv.cfg").c_str(), F_OK) == 0;
  }

  /// A link beside its target would only report everything twice.
  void drop_links_to_known_files() {
    if (links_.empty()) return;
    std::set<std::pair<dev_t, ino_t>> known;
    const auto identity = [](const std::string& path) -> std::optional<std::pair<dev_t, ino_t>> {
      struct stat info = {};
      if (::stat(path.c_str(), &info) != 0) return std::nullopt;
      return std::pair(info.st_dev, info.st_ino);
    };
    for (const auto& [path, file] : files_) {
      if (links_.contains(path) && !file.explicit_file) continue;
      if (const auto id = identity(path)) known.insert(*id);
    }
    for (const std::string& link : links_) {
      const auto place = files_.find(link);
      if (place->second.explicit_file) continue;
      const auto id = identity(link);
      if (id && !known.insert(*id).second) files_.erase(place);
    }
  }

  std::string relative_name(const std::string& path) const {
    const std::string base =
        options_.working_folder.ends_with('/') ? options_.working_folder : options_.working_folder + "/";
    return path.starts_with(base) && path.size() > base.size() ? path.substr(base.size()) : path;
  }

  const DiscoveryOptions& options_;
  Discovery result_;
  std::map<std::string, SourceFile> files_;
  std::set<std::string> links_;
};

}  // namespace

std::string absolute_path(const std::string& path, const std::string& working_folder) {
  fs::path full = fs::path(working_folder) / path;
  // `link/..` is the parent of the link's target: only the disk knows it.
  const bool climbs = std::find(full.begin(), full.end(), "..") != full.end();
  if (climbs) {
    std::error_code error;
    const fs::path real = fs::weakly_canonical(full, error);
    if (!error) return real.string();
  }
  full = (full / "").lexically_normal();
  return full.has_relative_path() ? full.parent_path().string() : full.string();
}

Discovery discover(const std::vector<std::string>& paths, const DiscoveryOptions& options) {
  Walk walk(options);
  for (const std::string& path : paths) walk.add_path(path);
  return walk.finish();
}

}  // namespace graphfence
