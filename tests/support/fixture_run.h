#pragma once

#include <string>
#include <vector>

#include "tests/support/markers.h"

namespace graphfence::tests {

struct FixtureResult {
  std::vector<std::string> failures;  ///< `line: what is wrong`, lines of the fixture
  std::size_t met = 0;                ///< expectations of findings, notes and hovers
  std::size_t known_wrong = 0;        ///< known misses and known false findings that are still wrong
};

/// Runs a fixture through the engine, on each of its versions and step by step: from the texts alone, and again as
/// documents that are opened, changed and changed back, which must give the same findings byte for byte. `neighbours`:
/// folder of the disk for modules that the fixture does not hold itself, or empty.
[[nodiscard]] FixtureResult run_fixture_text(const Fixture& fixture, const std::string& neighbours = {});

}  // namespace graphfence::tests
