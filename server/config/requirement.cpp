#include "server/config/requirement.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace graphfence {

namespace {

/// Major, minor, patch and how many of them were written.
struct Version {
  std::array<int, 3> parts{};
  std::size_t given = 0;
  bool wildcard = false;
};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

std::optional<Version> parse_version(std::string_view text) {
  Version version;
  if (!text.empty() && (text.front() == 'v' || text.front() == 'V')) text.remove_prefix(1);
  while (version.given < version.parts.size()) {
    if (version.given > 0 && text.starts_with("*")) {
      version.wildcard = true;
      return version;
    }
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || value < 0 || value > 99999) break;
    version.parts[version.given++] = value;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (!text.starts_with(".")) break;
    text.remove_prefix(1);
  }
  if (version.given == 0) return std::nullopt;
  return version;
}

bool same_prefix(const std::array<int, 3>& release, const Version& version, std::size_t count) {
  return std::equal(release.begin(), release.begin() + static_cast<std::ptrdiff_t>(count), version.parts.begin());
}

/// `^2.15` keeps the major number, `^0.15` the minor one.
bool caret_allows(const std::array<int, 3>& release, const Version& version) {
  std::size_t fixed = 0;
  while (fixed + 1 < version.given && version.parts[fixed] == 0) ++fixed;
  return release >= version.parts && same_prefix(release, version, fixed + 1);
}

std::optional<bool> clause_allows(std::string_view clause, const std::array<int, 3>& release) {
  clause = trim(clause);
  if (clause.empty() || clause == "*") return true;
  std::size_t length = 0;
  while (length < clause.size() && std::string_view("<>=!~^").find(clause[length]) != std::string_view::npos) ++length;
  const std::string_view op = clause.substr(0, length);
  const std::string_view text = trim(clause.substr(length));
  const auto version = parse_version(text);
  // Two versions in one clause are alternatives in some tools and a mistake in others.
  if (!version || text.find_first_of(" |<>=") != std::string_view::npos) return std::nullopt;
  const std::size_t written = version->given;
  if (op == "==" || op == "===" || op.empty()) {
    return same_prefix(release, *version, version->wildcard ? written : 3);
  }
  if (op == "=") return same_prefix(release, *version, written);
  if (op == "!=") return !same_prefix(release, *version, version->wildcard ? written : 3);
  if (op == ">=") return release >= version->parts;
  if (op == "<=") return release <= version->parts;
  if (op == ">") return release > version->parts;
  if (op == "<") return release < version->parts;
  if (op == "~=") return written >= 2 && release >= version->parts && same_prefix(release, *version, written - 1);
  if (op == "~") return release >= version->parts && same_prefix(release, *version, std::min<std::size_t>(written, 2));
  if (op == "^") return caret_allows(release, *version);
  return std::nullopt;
}

std::optional<bool> specifier_allows(std::string_view specifier, const std::array<int, 3>& release) {
  std::size_t start = 0;
  while (start <= specifier.size()) {
    const std::size_t end = std::min(specifier.find(',', start), specifier.size());
    const auto allowed = clause_allows(specifier.substr(start, end - start), release);
    if (!allowed) return std::nullopt;
    if (!*allowed) return false;
    start = end + 1;
  }
  return true;
}

}  // namespace

std::optional<TargetVersion> parse_target_name(std::string_view text) {
  TargetVersion target;
  target.known = true;
  if (text == "keras3") return target;
  if (text == "keras2") {
    target.tf_minor = FirstKeras3Minor - 1;
  } else {
    if (text.empty() || !std::all_of(text.begin(), text.end(), [](char c) { return is_digit(c) || c == '.'; })) {
      return std::nullopt;
    }
    const auto version = parse_version(text);
    if (!version || version->given < 2 || version->parts[0] != 2 || version->parts[1] > 99) return std::nullopt;
    target.tf_minor = version->parts[1];
  }
  const bool keras3 = target.tf_minor >= FirstKeras3Minor;
  target.tf_keras = keras3 ? KerasGeneration::Keras3 : KerasGeneration::Keras2;
  target.keras = target.tf_keras;
  return target;
}

std::optional<Release> parse_release(std::string_view text) {
  const auto version = parse_version(trim(text));
  if (!version) return std::nullopt;
  return Release{version->parts[0], version->parts[1]};
}

std::string normalised_package(std::string_view name) {
  std::string result;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') {
      result += static_cast<char>(c - 'A' + 'a');
    } else {
      result += c == '-' || c == '.' ? '_' : c;
    }
  }
  return result;
}

std::optional<Requirement> parse_requirement(std::string_view line) {
  line = trim(line.substr(0, std::min(line.find('#'), line.find(';'))));
  // Options of requirement files, and continuation of them.
  if (line.empty() || line.front() == '-') return std::nullopt;
  const auto is_name = [](char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.';
  };
  std::size_t end = 0;
  while (end < line.size() && is_name(line[end])) ++end;
  if (end == 0) return std::nullopt;
  Requirement requirement;
  requirement.package = normalised_package(line.substr(0, end));
  line = trim(line.substr(end));
  if (line.starts_with("[")) {
    const std::size_t close = line.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    line = trim(line.substr(close + 1));
  }
  // `name @ url` says nothing about the version, and `pip-compile` puts hashes behind it.
  if (line.starts_with("@")) line = {};
  line = trim(line.substr(0, std::min(line.find(" --"), line.find('\\'))));
  if (line.size() >= 2 && line.front() == '(' && line.back() == ')') line = line.substr(1, line.size() - 2);
  requirement.specifier = std::string(trim(line));
  return requirement;
}

std::optional<std::vector<Release>> allowed_releases(std::string_view specifier,
                                                     const std::vector<Release>& candidates) {
  std::vector<Release> allowed;
  for (const Release& release : candidates) {
    for (int patch = 0; patch < 10; ++patch) {
      const auto fits = specifier_allows(specifier, {release.major, release.minor, patch});
      if (!fits) return std::nullopt;
      if (*fits) {
        allowed.push_back(release);
        break;
      }
    }
  }
  return allowed;
}

}  // namespace graphfence
