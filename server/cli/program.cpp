#include "server/cli/program.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <iostream>
#include <system_error>

#include "server/cli/command_line.h"
#include "server/cli/commands.h"

namespace graphfence {

namespace {

std::uint32_t terminal_columns() {
  winsize size = {};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 120;
}

}  // namespace

int run_program(int argc, const char* const* argv) {
  std::ios::sync_with_stdio(false);
  Console console{.in = std::cin, .out = std::cout, .err = std::cerr, .working_folder = {}, .environment = {}};
  console.out_is_terminal = ::isatty(STDOUT_FILENO) == 1;
  console.err_is_terminal = ::isatty(STDERR_FILENO) == 1;
  if (console.out_is_terminal) console.width = terminal_columns();
  console.environment = process_environment();
  std::error_code error;
  console.working_folder = std::filesystem::current_path(error).string();
  int status = ExitTrouble;
  try {
    if (error) {
      print_error(console, "the current folder cannot be found: " + error.message());
    } else {
      status = run_command_line(argc, argv, console);
    }
  } catch (const std::exception& failure) {
    print_error(console, std::string("internal error: ") + failure.what());
    status = ExitTrouble;
  }
  // A full disk must not look like a clean result.
  errno = 0;
  if (!std::cout.flush()) {
    print_error(console, "cannot write the output: " + std::generic_category().message(errno != 0 ? errno : EIO));
    return ExitTrouble;
  }
  return status;
}

}  // namespace graphfence
