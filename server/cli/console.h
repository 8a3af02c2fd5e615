#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "server/config/environment.h"

namespace graphfence {

/// Where a command reads and prints. Everything a command needs from the process comes through here.
struct Console {
  std::istream& in;
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  std::uint32_t width = 120;  ///< columns of the terminal
  std::string working_folder;
  Environment environment;
};

/// Exit status of every command.
inline constexpr int ExitClean = 0;
inline constexpr int ExitFindings = 1;
inline constexpr int ExitTrouble = 2;

}  // namespace graphfence
