#pragma once

#include <chrono>
#include <cstddef>

#include "server/cli/console.h"

namespace graphfence {

/// "checking 120 of 2000 files" on the error stream, when that is a terminal and the work takes over a second.
class Progress {
 public:
  explicit Progress(Console& console);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::size_t done, std::size_t total);
  /// Takes the line away again.
  void clear();

 private:
  Console& console_;
  bool enabled_;
  bool visible_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace graphfence
