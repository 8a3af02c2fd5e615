// Without arguments this runs the unit tests and laws. `--fixture=PATH` runs one annotated Python file instead, so that
// ctest has one entry per fixture: doctest has no dynamic cases, and a subcase reached twice from one line runs once.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "tests/support/fixture_main.h"

int main(int argc, char** argv) {
  constexpr std::string_view option = "--fixture=";
  for (int index = 1; index < argc; ++index) {
    const std::string_view argument = argv[index];
    if (argument.starts_with(option))
      return graphfence::tests::run_fixture(std::string(argument.substr(option.size())));
  }
  doctest::Context context;
  context.setOption("no-path-filenames", true);
  context.applyCommandLine(argc, argv);
  return context.run();
}
