#pragma once

#include <map>
#include <optional>
#include <string>

#include "analysis/engine.h"

namespace graphfence::tests {

/// The folder in which a fixture's files live.
inline constexpr const char* FixtureRoot = "/fixture/";

/// A file system of texts under `FixtureRoot`. What it does not hold is looked up in a folder of the disk, if one is
/// named: the programs of some folders import their neighbours.
class MemoryFiles final : public FileSystem {
 public:
  explicit MemoryFiles(std::string neighbours = {}) : neighbours_(std::move(neighbours)) {}

  /// Not while an engine reads.
  void set(const std::string& path, std::string text) { texts_[path] = std::move(text); }

  [[nodiscard]] std::optional<std::string> read(const std::string& path) const override;
  [[nodiscard]] bool is_file(const std::string& path) const override;
  [[nodiscard]] bool is_directory(const std::string& path) const override;

 private:
  /// Where the path is on the disk; empty when it is nowhere.
  [[nodiscard]] std::string on_disk(const std::string& path) const;

  std::map<std::string, std::string> texts_;
  std::string neighbours_;
};

}  // namespace graphfence::tests
