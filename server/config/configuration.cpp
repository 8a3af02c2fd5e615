#include "server/config/configuration.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "server/config/target_version.h"

namespace graphfence {

namespace fs = std::filesystem;

namespace {

bool path_exists(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

bool path_is_directory(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(path, error);
}

std::string project_root(const std::string& folder) {
  for (fs::path current(folder); current != current.parent_path(); current = current.parent_path()) {
    if (is_project_folder(current.string())) return current.string();
  }
  return folder;
}

/// `path` relative to `folder`, both absolute and normal; nothing when it lies elsewhere.
std::optional<std::string_view> relative_to(std::string_view path, std::string_view folder) {
  while (folder.size() > 1 && folder.back() == '/') folder.remove_suffix(1);
  if (folder == "/") return path.substr(std::min<std::size_t>(1, path.size()));
  if (path.size() <= folder.size() + 1 || !path.starts_with(folder) || path[folder.size()] != '/') return std::nullopt;
  return path.substr(folder.size() + 1);
}

void add_root(std::vector<std::string>& roots, const std::string& folder) {
  if (std::find(roots.begin(), roots.end(), folder) == roots.end()) roots.push_back(folder);
}

std::vector<std::string> import_roots(const std::vector<std::string>& configured, const std::string& root,
                                      const std::vector<std::string>& more) {
  std::vector<std::string> roots;
  for (const std::string& folder : configured) add_root(roots, folder);
  const fs::path src = fs::path(root) / "src";
  // A project with the `src` layout keeps its packages there; `src` as a package of its own is another thing.
  if (path_is_directory(src) && !path_exists(src / "__init__.py")) add_root(roots, src.string());
  add_root(roots, root);
  for (const std::string& folder : more) add_root(roots, folder);
  return roots;
}

void apply_file(const ConfigFile& file, Configuration& configuration) {
  RuleSettings& rules = configuration.engine.rules;
  rules.select = file.select.value_or(std::vector<std::string>());
  // "all rules" is the empty list in the engine: an empty `select` of the user means none of them.
  if (file.select && file.select->empty()) rules.ignore = RuleNames(rule_catalogue()).expand({"all"});
  rules.ignore.insert(rules.ignore.end(), file.ignore.begin(), file.ignore.end());
  rules.severity = file.severity;
  for (const std::string& line : file.exclude) {
    if (const auto pattern = parse_ignore_pattern(line)) configuration.exclude.push_back(*pattern);
  }
  for (const PerFileIgnore& entry : file.per_file_ignores) {
    if (const auto pattern = parse_ignore_pattern(entry.pattern)) {
      configuration.file_ignores.push_back({*pattern, entry.rules});
    }
  }
}

void apply_overrides(const ConfigOverrides& overrides, RuleSettings& rules) {
  if (overrides.select) {
    rules.select = *overrides.select;
    std::erase_if(rules.ignore, [&](const std::string& rule) {
      return std::find(rules.select.begin(), rules.select.end(), rule) != rules.select.end();
    });
    if (rules.select.empty()) rules.ignore = RuleNames(rule_catalogue()).expand({"all"});
  }
  rules.ignore.insert(rules.ignore.end(), overrides.ignore.begin(), overrides.ignore.end());
  for (const auto& entry : overrides.severity) {
    std::erase_if(rules.severity, [&](const auto& old) { return old.first == entry.first; });
    rules.severity.push_back(entry);
  }
}

}  // namespace

bool Configuration::excludes(const std::string& path, bool is_folder) const {
  const auto relative = relative_to(path, root);
  if (!relative) return false;
  bool excluded = false;
  for (const IgnorePattern& pattern : exclude) {
    if (names_path(pattern, *relative, is_folder) || covers_file(pattern, *relative)) excluded = !pattern.negated;
  }
  return excluded;
}

bool Configuration::ignores(const std::string& path, const std::string& rule) const {
  const auto relative = relative_to(path, root);
  if (!relative) return false;
  return std::any_of(file_ignores.begin(), file_ignores.end(), [&](const FileIgnore& entry) {
    return covers_file(entry.pattern, *relative) != entry.pattern.negated &&
           std::binary_search(entry.rules.begin(), entry.rules.end(), rule);
  });
}

Configuration load_configuration(const std::string& folder, const ConfigOverrides& overrides,
                                 const Environment& environment) {
  Configuration configuration;
  std::optional<std::string> stated = overrides.tf_version;
  std::vector<std::string> src;
  if (overrides.use_files) {
    ConfigReading reading = find_config(folder, RuleNames(rule_catalogue()));
    configuration.problems = std::move(reading.problems);
    if (reading.file) {
      configuration.config_file = reading.file->path;
      configuration.root = reading.file->folder;
      apply_file(*reading.file, configuration);
      if (!stated) stated = reading.file->tf_version;
      for (const SourceFolder& source : reading.file->src) {
        src.push_back(source.path);
        if (path_is_directory(source.path)) continue;
        const std::string name = fs::path(source.path).lexically_relative(configuration.root).string();
        configuration.warnings.push_back(
            {reading.file->path, source.line, source.column,
             "`src` names `" + (name.empty() ? source.path : name) + "`, which is no folder"});
      }
    }
  }
  if (configuration.root.empty()) configuration.root = project_root(folder);
  apply_overrides(overrides, configuration.engine.rules);
  configuration.engine.roots = import_roots(src, configuration.root, overrides.roots);
  configuration.engine.target = detect_target(folder, configuration.root, stated, environment);
  return configuration;
}

EngineOptions load_engine_options(const std::string& folder, const ConfigOverrides& overrides) {
  return load_configuration(folder, overrides, process_environment()).engine;
}

bool is_project_folder(const std::string& folder) {
  for (const char* marker : {".git", "pyproject.toml", "setup.py", "setup.cfg"}) {
    if (path_exists(fs::path(folder) / marker)) return true;
  }
  return false;
}

std::string package_parent(const std::string& file) {
  fs::path folder = fs::path(file).parent_path();
  while (folder != folder.parent_path() &&
         (path_exists(folder / "__init__.py") || path_exists(folder / "__init__.pyi"))) {
    folder = folder.parent_path();
  }
  return folder.string();
}

}  // namespace graphfence
