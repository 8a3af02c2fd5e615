#include "server/config/config_file.h"

#include <filesystem>
#include <system_error>

#include "server/config/disk_file_system.h"

namespace graphfence {

namespace {

constexpr std::size_t MaxConfigSize = std::size_t{1024} * 1024;

/// True when the search ends here: the file exists and concerns us.
bool read_candidate(const std::string& path, const RuleNames& names, ConfigReading& reading) {
  const bool own = path.ends_with("graphfence.toml");
  const FileContent content = read_regular_file(path, MaxConfigSize);
  switch (content.outcome) {
    case ReadOutcome::Ok:
      break;
    case ReadOutcome::Missing:
      return false;
    case ReadOutcome::Unreadable:
      // Somebody else's pyproject.toml, high above and closed to us, is no reason to stop.
      if (!own) return false;
      reading.problems.push_back({path, 0, 0, "cannot be read: " + std::generic_category().message(content.error)});
      return true;
    case ReadOutcome::NotRegular:
    case ReadOutcome::TooLarge:
    case ReadOutcome::Binary:
      if (!own) return false;
      reading.problems.push_back({path, 0, 0, "is no configuration file"});
      return true;
  }
  // A pyproject.toml that never names us cannot hold our table; its mistakes are for others to report.
  if (!own && content.text.find("graphfence") == std::string::npos) return false;
  reading = parse_config(content.text, path, names);
  return reading.file.has_value() || !reading.problems.empty();
}

bool read_folder(const std::filesystem::path& folder, const RuleNames& names, ConfigReading& reading) {
  return read_candidate((folder / "graphfence.toml").string(), names, reading) ||
         read_candidate((folder / "pyproject.toml").string(), names, reading);
}

}  // namespace

ConfigReading find_config(const std::string& folder, const RuleNames& names) {
  ConfigReading reading;
  std::filesystem::path current(folder);
  while (true) {
    if (read_folder(current, names, reading)) return reading;
    const std::filesystem::path parent = current.parent_path();
    if (parent == current || parent.empty()) return reading;
    current = parent;
  }
}

bool has_config(const std::string& folder, const RuleNames& names) {
  ConfigReading reading;
  return read_folder(folder, names, reading);
}

std::string to_string(const ConfigProblem& problem) {
  std::string text = problem.file;
  if (problem.line != 0) text += ":" + std::to_string(problem.line) + ":" + std::to_string(problem.column);
  if (!text.empty()) text += ": ";
  return text + problem.message;
}

}  // namespace graphfence
