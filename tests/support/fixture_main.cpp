#include "tests/support/fixture_main.h"

#include <filesystem>
#include <iostream>

#include "server/config/disk_file_system.h"
#include "tests/support/fixture_run.h"

namespace graphfence::tests {

int run_fixture(const std::string& path) {
  const std::filesystem::path file(path);
  const auto text = DiskFileSystem().read(path);
  if (!text) {
    std::cerr << path << ": cannot be read\n";
    return 1;
  }
  const Fixture fixture = parse_fixture(*text, file.filename().string());
  const FixtureResult result = run_fixture_text(fixture, file.parent_path().string());
  for (const std::string& failure : result.failures) std::cerr << path << ":" << failure << "\n";
  std::cout << file.filename().string() << ": " << result.met << " expectations met, " << result.known_wrong
            << " known to be wrong, " << result.failures.size() << " failures\n";
  return result.failures.empty() ? 0 : 1;
}

}  // namespace graphfence::tests
