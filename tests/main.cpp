// Without arguments this runs the unit tests and laws. `--fixture=PATH` runs one annotated Python file instead, so that
// ctest has one entry per fixture: doctest has no dynamic cases, and a subcase reached twice from one line runs once.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#if __has_include("tests/support/fixture_main.h")
#include "tests/support/fixture_main.h"
#define GRAPHFENCE_FIXTURES 1
#else
#define GRAPHFENCE_FIXTURES 0
#endif

int main(int argc, char** argv) {
#if GRAPHFENCE_FIXTURES
  constexpr std::string_view option = "--fixture=";
  for (int index = 1; index < argc; ++index) {
    const std::string_view argument = argv[index];
    if (argument.starts_with(option))
      return graphfence::tests::run_fixture(std::string(argument.substr(option.size())));
  }
#endif
  doctest::Context context;
  context.setOption("no-path-filenames", true);
  context.applyCommandLine(argc, argv);
  return context.run();
}
