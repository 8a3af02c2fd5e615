#include "server/config/target_version.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "server/config/disk_file_system.h"
#include "server/config/pipfile_lock.h"
#include "server/config/toml_reader.h"

namespace graphfence {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t MaxDependencyFile = std::size_t{16} * 1024 * 1024;
constexpr int MaxEntries = 20000;  ///< of one folder; a larger site-packages is none

bool is_tensorflow(std::string_view package) {
  constexpr std::string_view Names[] = {"tensorflow",       "tensorflow_cpu",   "tensorflow_gpu", "tensorflow_macos",
                                        "tensorflow_intel", "intel_tensorflow", "tensorflow_rocm"};
  return std::find(std::begin(Names), std::end(Names), package) != std::end(Names);
}

std::vector<Release> tensorflow_candidates() {
  std::vector<Release> all;
  for (int minor = 0; minor <= 15; ++minor) all.push_back({1, minor});
  for (int minor = 0; minor <= NewestTensorFlowMinor; ++minor) all.push_back({2, minor});
  return all;
}

std::vector<Release> keras_candidates() {
  std::vector<Release> all;
  for (int minor = 0; minor <= 15; ++minor) all.push_back({2, minor});
  for (int minor = 0; minor <= 20; ++minor) all.push_back({3, minor});
  return all;
}

/// A package may be named several times with different markers: then each of the statements is possible.
void unite_releases(std::optional<std::vector<Release>>& into, const std::vector<Release>& more) {
  if (!into) into.emplace();
  into->insert(into->end(), more.begin(), more.end());
  std::sort(into->begin(), into->end());
  into->erase(std::unique(into->begin(), into->end()), into->end());
}

void add_installed(PackageEvidence& evidence, std::string_view package, std::string_view version) {
  const std::string name = normalised_package(package);
  const auto release = parse_release(version);
  if (!release) return;
  if (is_tensorflow(name)) unite_releases(evidence.tensorflow, {*release});
  if (name == "keras") unite_releases(evidence.keras, {*release});
}

void add_requirement(PackageEvidence& evidence, std::string_view line) {
  const auto requirement = parse_requirement(line);
  if (!requirement) return;
  const bool tensorflow = is_tensorflow(requirement->package);
  if (!tensorflow && requirement->package != "keras") return;
  auto candidates = tensorflow ? tensorflow_candidates() : keras_candidates();
  // A pin may be newer than anything known here.
  const std::string_view specifier = requirement->specifier;
  if (specifier.starts_with("==")) {
    if (const auto pinned = parse_release(specifier.substr(2))) candidates = {*pinned};
  }
  const auto allowed = allowed_releases(specifier, candidates);
  if (!allowed || allowed->empty()) return;
  unite_releases(tensorflow ? evidence.tensorflow : evidence.keras, *allowed);
}

void add_requirement_lines(PackageEvidence& evidence, std::string_view text) {
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    add_requirement(evidence, text.substr(start, end - start));
    start = end + 1;
  }
}

std::vector<std::string> sorted_entries(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator entries(folder, fs::directory_options::skip_permission_denied, error);
  int count = 0;
  while (!error && entries != fs::directory_iterator() && ++count <= MaxEntries) {
    names.push_back(entries->path().filename().string());
    entries.increment(error);
  }
  std::sort(names.begin(), names.end());
  return names;
}

void add_site_packages(PackageEvidence& evidence, const fs::path& folder) {
  constexpr std::string_view Suffix = ".dist-info";
  for (const std::string& name : sorted_entries(folder)) {
    if (!name.ends_with(Suffix)) continue;
    const std::string stem = name.substr(0, name.size() - Suffix.size());
    const std::size_t dash = stem.rfind('-');
    if (dash == std::string::npos) continue;
    add_installed(evidence, stem.substr(0, dash), stem.substr(dash + 1));
  }
}

std::optional<std::string> read_dependency_file(const fs::path& path) {
  FileContent content = read_regular_file(path.string(), MaxDependencyFile);
  if (content.outcome != ReadOutcome::Ok) return std::nullopt;
  return std::move(content.text);
}

bool all_of_major(const std::vector<Release>& releases, int major) {
  return std::all_of(releases.begin(), releases.end(), [&](const Release& r) { return r.major == major; });
}

TargetVersion target_of(int tf_minor, KerasGeneration tf_keras, KerasGeneration keras, const std::string& origin) {
  TargetVersion target;
  target.known = true;
  target.tf_minor = tf_minor;
  target.tf_keras = tf_keras;
  target.keras = keras;
  target.origin = origin;
  return target;
}

/// The folders from `folder` up to `top`, nearest first; just `folder` when `top` is not above it.
std::vector<fs::path> folders_upwards(const fs::path& folder, const fs::path& top) {
  std::vector<fs::path> folders;
  for (fs::path current = folder; current != current.parent_path(); current = current.parent_path()) {
    folders.push_back(current);
    if (current == top) return folders;
  }
  return {folder};
}

PackageEvidence first_environment(const std::vector<fs::path>& folders, const Environment& environment) {
  for (const fs::path& folder : folders) {
    for (const char* name : {".venv", "venv", ".conda", ".pixi/envs/default"}) {
      PackageEvidence evidence = environment_evidence((folder / name).string());
      if (!evidence.empty()) {
        evidence.origin = name;
        return evidence;
      }
    }
  }
  for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
    const auto folder = environment(variable);
    if (!folder || folder->empty()) continue;
    PackageEvidence evidence = environment_evidence(*folder);
    if (!evidence.empty()) {
      evidence.origin = variable;
      return evidence;
    }
  }
  return {};
}

/// TensorFlow's own test of the variable.
bool legacy_keras(const Environment& environment) {
  const auto value = environment("TF_USE_LEGACY_KERAS");
  return value && (*value == "1" || *value == "true" || *value == "True");
}

TargetVersion with_legacy_keras(TargetVersion target, const Environment& environment) {
  if (!legacy_keras(environment) || target.tf_keras == KerasGeneration::Keras2) return target;
  target.tf_keras = KerasGeneration::Keras2;
  target.known = true;
  target.origin += ", TF_USE_LEGACY_KERAS";
  return target;
}

}  // namespace

std::optional<TargetVersion> decide_target(const PackageEvidence& evidence) {
  const auto& keras = evidence.keras;
  const bool keras2 = keras && !keras->empty() && all_of_major(*keras, 2);
  const bool keras3 = keras && !keras->empty() && all_of_major(*keras, 3);
  std::vector<Release> releases = evidence.tensorflow.value_or(std::vector<Release>());
  // TensorFlow 1 is no target of ours: where a range allows it as well, only the rest counts.
  std::erase_if(releases, [](const Release& release) { return release.major != 2; });
  if (!releases.empty()) {
    const int lowest = releases.front().minor;
    const int highest = releases.back().minor;
    if (highest < FirstKeras3Minor) {
      return target_of(highest, KerasGeneration::Keras2, keras3 ? KerasGeneration::Keras3 : KerasGeneration::Keras2,
                       evidence.origin);
    }
    if (lowest >= FirstKeras3Minor) {
      return target_of(highest, KerasGeneration::Keras3, keras2 ? KerasGeneration::Keras2 : KerasGeneration::Keras3,
                       evidence.origin);
    }
  }
  if (keras2) {
    // Keras 2.x and TensorFlow 2.x are released in step.
    const int minor = std::min(keras->back().minor, FirstKeras3Minor - 1);
    return target_of(minor, KerasGeneration::Keras2, KerasGeneration::Keras2, evidence.origin);
  }
  if (keras3) {
    const int minor = releases.empty() ? NewestTensorFlowMinor : releases.back().minor;
    return target_of(minor, KerasGeneration::Keras3, KerasGeneration::Keras3, evidence.origin);
  }
  return std::nullopt;
}

PackageEvidence environment_evidence(const std::string& environment_folder) {
  PackageEvidence evidence;
  const fs::path folder(environment_folder);
  std::error_code error;
  if (!fs::is_directory(folder, error)) return evidence;
  add_site_packages(evidence, folder / "Lib" / "site-packages");
  for (const char* lib : {"lib", "lib64"}) {
    if (!evidence.empty()) break;  // lib64 is usually a link to lib
    for (const std::string& name : sorted_entries(folder / lib)) {
      if (name.starts_with("python")) add_site_packages(evidence, folder / lib / name / "site-packages");
    }
  }
  return evidence;
}

PackageEvidence lock_evidence(const std::string& folder) {
  for (const char* name : {"uv.lock", "poetry.lock", "pdm.lock"}) {
    const auto text = read_dependency_file(fs::path(folder) / name);
    if (!text) continue;
    PackageEvidence evidence;
    evidence.origin = name;
    for (const auto& [package, version] : toml_lock_packages(*text)) add_installed(evidence, package, version);
    if (!evidence.empty()) return evidence;
  }
  if (const auto text = read_dependency_file(fs::path(folder) / "Pipfile.lock")) {
    PackageEvidence evidence;
    evidence.origin = "Pipfile.lock";
    for (const auto& [package, specifier] : pipfile_lock_packages(*text)) {
      add_requirement(evidence, package + specifier);
    }
    if (!evidence.empty()) return evidence;
  }
  return {};
}

PackageEvidence requirement_evidence(const std::string& folder) {
  const fs::path base(folder);
  std::vector<fs::path> files;
  for (const std::string& name : sorted_entries(base)) {
    if (name.starts_with("requirements") && name.ends_with(".txt")) files.push_back(base / name);
  }
  for (const std::string& name : sorted_entries(base / "requirements")) {
    if (name.ends_with(".txt")) files.push_back(base / "requirements" / name);
  }
  PackageEvidence undecided;
  for (const fs::path& file : files) {
    const auto text = read_dependency_file(file);
    if (!text) continue;
    PackageEvidence evidence;
    evidence.origin = file.lexically_relative(base).string();
    add_requirement_lines(evidence, *text);
    if (decide_target(evidence)) return evidence;
    if (undecided.empty()) undecided = evidence;
  }
  if (const auto text = read_dependency_file(base / "pyproject.toml")) {
    PackageEvidence evidence;
    evidence.origin = "pyproject.toml";
    for (const std::string& line : pyproject_requirements(*text)) add_requirement(evidence, line);
    if (decide_target(evidence) || undecided.empty()) return evidence;
  }
  return undecided;
}

std::string describe_target(const TargetVersion& target) {
  if (!target.known) {
    return "not known, so Keras 2 and Keras 3 are both tried; `tf-version` in the configuration settles it";
  }
  const auto name = [](KerasGeneration generation) {
    return generation == KerasGeneration::Keras2 ? std::string("Keras 2") : std::string("Keras 3");
  };
  return "TensorFlow 2." + std::to_string(target.tf_minor) + ", tf.keras is " + name(target.tf_keras) + ", keras is " +
         name(target.keras) + " (" + target.origin + ")";
}

TargetVersion detect_target(const std::string& folder, const std::string& top, const std::optional<std::string>& stated,
                            const Environment& environment) {
  if (stated) {
    if (auto target = parse_target_name(*stated)) {
      target->origin = "configuration";
      // Whoever names a generation means it; a version leaves the choice of `tf.keras` to the environment.
      const bool generation = stated->starts_with("keras");
      return generation ? *target : with_legacy_keras(*target, environment);
    }
  }
  const std::vector<fs::path> folders = folders_upwards(folder, top);
  if (const auto target = decide_target(first_environment(folders, environment))) {
    return with_legacy_keras(*target, environment);
  }
  for (const auto& evidence_of : {lock_evidence, requirement_evidence}) {
    for (const fs::path& current : folders) {
      if (const auto target = decide_target(evidence_of(current.string()))) {
        return with_legacy_keras(*target, environment);
      }
    }
  }
  return with_legacy_keras(TargetVersion{}, environment);
}

}  // namespace graphfence
