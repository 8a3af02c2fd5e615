#include "server/lsp/engine_pool.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "server/lsp/uri.h"

namespace graphfence {
namespace {

constexpr std::size_t MaxIdleProjects = 4;
constexpr std::size_t MaxFolders = 10'000;  // remembered; a client that walks through a disk starts over
constexpr std::size_t LongestPath = 4096;   // no system opens a longer one; looking for its project would take long

/// Texts without a place on disk must never lead to one, whatever is computed from their path.
class PlacedFiles final : public FileSystem {
 public:
  explicit PlacedFiles(std::shared_ptr<const FileSystem> files) : files_(std::move(files)) {}
  [[nodiscard]] std::optional<std::string> read(const std::string& path) const override {
    return is_disk_path(path) ? files_->read(path) : std::nullopt;
  }
  [[nodiscard]] bool is_file(const std::string& path) const override {
    return is_disk_path(path) && files_->is_file(path);
  }
  [[nodiscard]] bool is_directory(const std::string& path) const override {
    return is_disk_path(path) && files_->is_directory(path);
  }

 private:
  std::shared_ptr<const FileSystem> files_;
};

std::string parent_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == 0 || slash == std::string::npos ? "/" : path.substr(0, slash);
}

void add_root(std::vector<std::string>& roots, const std::string& folder) {
  if (std::find(roots.begin(), roots.end(), folder) == roots.end()) roots.push_back(folder);
}

bool same_rules(const RuleSettings& a, const RuleSettings& b) {
  return a.select == b.select && a.ignore == b.ignore && a.severity == b.severity;
}

bool same_options(const EngineOptions& a, const EngineOptions& b) {
  return a.target.known == b.target.known && a.target.tf_keras == b.target.tf_keras &&
         a.target.keras == b.target.keras && a.target.tf_minor == b.target.tf_minor &&
         a.target.origin == b.target.origin && a.roots == b.roots && same_rules(a.rules, b.rules);
}

bool same_pattern(const IgnorePattern& a, const IgnorePattern& b) {
  return a.glob == b.glob && a.negated == b.negated && a.directory_only == b.directory_only && a.anchored == b.anchored;
}

bool same_filters(const Configuration& a, const Configuration& b) {
  const auto same_ignore = [](const Configuration::FileIgnore& one, const Configuration::FileIgnore& other) {
    return same_pattern(one.pattern, other.pattern) && one.rules == other.rules;
  };
  return std::equal(a.exclude.begin(), a.exclude.end(), b.exclude.begin(), b.exclude.end(), same_pattern) &&
         std::equal(a.file_ignores.begin(), a.file_ignores.end(), b.file_ignores.begin(), b.file_ignores.end(),
                    same_ignore);
}

}  // namespace

EnginePool::EnginePool(Load load, std::shared_ptr<const FileSystem> files, ProblemReporter& problems)
    : load_(std::move(load)), files_(std::make_shared<PlacedFiles>(std::move(files))), problems_(problems) {}

void EnginePool::set_folders(std::vector<std::string> paths) {
  folders_ = std::move(paths);
  root_of_folder_.clear();
}

Configuration EnginePool::load(const std::string& folder) {
  try {
    if (folder.empty()) {
      ConfigOverrides overrides = editor_.overrides;
      overrides.use_files = false;
      Configuration result = load_("/", overrides);
      result.root.clear();
      result.engine.roots.clear();
      return result;
    }
    if (editor_.preference == ConfigurationPreference::FilesystemFirst) {
      Configuration result = load_(folder, {});
      if (!result.config_file.empty() || !result.problems.empty()) return result;
    }
    return load_(folder, editor_.overrides);
  } catch (const std::exception& problem) {
    problems_.report("the settings for " + folder + " cannot be read: " + problem.what());
    return {};
  }
}

const std::string* EnginePool::client_folder(const std::string& path) const {
  const std::string* best = nullptr;
  for (const std::string& folder : folders_) {
    const bool inside = folder == "/" || (path.size() > folder.size() && path.compare(0, folder.size(), folder) == 0 &&
                                          path[folder.size()] == '/');
    if (inside && (best == nullptr || folder.size() > best->size())) best = &folder;
  }
  return best;
}

std::string EnginePool::root_of(const std::string& path) {
  if (!is_disk_path(path) || path.size() > LongestPath) return {};
  const std::string folder = parent_of(path);
  const auto known = root_of_folder_.find(folder);
  if (known != root_of_folder_.end()) return known->second;
  const Configuration found = load(folder);
  std::string root = found.root.empty() ? folder : found.root;
  if (!found.problems.empty()) {
    root = parent_of(found.problems.front().file);
  } else if (found.config_file.empty()) {
    if (const std::string* outer = client_folder(path)) root = *outer;
  }
  if (root_of_folder_.size() >= MaxFolders) root_of_folder_.clear();
  root_of_folder_.emplace(folder, root);
  return root;
}

std::shared_ptr<ServedProject> EnginePool::project_of(const std::string& path) {
  const std::string root = root_of(path);
  std::erase(retired_, root);
  auto& project = projects_[root];
  if (!project) project = make_project(root, path);
  return project;
}

std::shared_ptr<ServedProject> EnginePool::make_project(const std::string& root, const std::string& path) {
  auto project = std::make_shared<ServedProject>();
  project->root = root;
  Configuration configuration = load(root);
  // A single file of a package is opened: what it imports from its package is found from above the package.
  if (!root.empty() && client_folder(path) == nullptr && configuration.config_file.empty()) {
    add_root(configuration.engine.roots, package_parent(path));
  }
  project->problems = configuration.problems;
  project->warnings = configuration.warnings;
  project->engine = std::make_shared<Engine>(configuration.engine, files_);
  project->configuration = std::make_shared<const Configuration>(std::move(configuration));
  return project;
}

void EnginePool::retire(const std::shared_ptr<ServedProject>& project) {
  std::erase(retired_, project->root);
  retired_.push_back(project->root);
  if (retired_.size() <= MaxIdleProjects) return;
  projects_.erase(retired_.front());
  retired_.pop_front();
}

std::shared_ptr<ServedProject> EnginePool::fresh_project_of(const std::string& path) {
  root_of_folder_.erase(parent_of(path));
  const auto known = projects_.find(root_of(path));
  if (known != projects_.end()) reload(*known->second);
  return project_of(path);
}

bool EnginePool::reload() {
  root_of_folder_.clear();
  bool changed = false;
  for (const auto& [root, project] : projects_) changed = reload(*project) || changed;
  return changed;
}

bool EnginePool::reload(ServedProject& project) {
  Configuration now = load(project.root);
  const Configuration& before = *project.configuration;
  project.problems = now.problems;
  project.warnings = now.warnings;
  if (!now.problems.empty()) return false;
  if (now.config_file.empty() && before.config_file.empty()) {
    // What was added for single files is not in the new settings.
    for (const std::string& folder : before.engine.roots) add_root(now.engine.roots, folder);
  }
  if (same_options(now.engine, before.engine) && same_filters(now, before)) return false;
  project.engine->set_options(now.engine);
  project.configuration = std::make_shared<const Configuration>(std::move(now));
  return true;
}

}  // namespace graphfence
