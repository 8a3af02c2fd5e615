#include <doctest/doctest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "analysis/ir/lower.h"
#include "analysis/ir/verify.h"
#include "tests/unit/ir_support.h"

using namespace graphfence;

namespace {

std::string standard_library() {
  FILE* const pipe = popen("python3 -c 'import os; print(os.path.dirname(os.__file__))' 2>/dev/null", "r");
  if (pipe == nullptr) return {};
  std::array<char, 4096> buffer{};
  std::string path = std::fgets(buffer.data(), static_cast<int>(buffer.size()), pipe) != nullptr ? buffer.data() : "";
  pclose(pipe);
  while (!path.empty() && path.back() == '\n') path.pop_back();
  return path;
}

}  // namespace

/// Python's own tests make up more than half of it; they are only run with GRAPHFENCE_LONG_TESTS set.
TEST_CASE("everything in Python's standard library can be lowered and keeps the promises of the representation") {
  const std::string root = standard_library();
  std::error_code error;
  if (root.empty() || !std::filesystem::is_directory(root, error)) {
    MESSAGE("no Python here: skipped");
    return;
  }
  const bool everything = std::getenv("GRAPHFENCE_LONG_TESTS") != nullptr;
  std::size_t files = 0;
  std::size_t with_error = 0;
  for (auto it = std::filesystem::recursive_directory_iterator(root, error); it != std::filesystem::end(it);
       it.increment(error)) {
    if (error) break;
    const auto name = it->path().filename().string();
    if (it->is_directory() && (name == "site-packages" || name == "dist-packages" ||
                               (!everything && (name == "test" || name == "tests" || name == "idle_test")))) {
      it.disable_recursion_pending();
      continue;
    }
    if (it->path().extension() != ".py" || !it->is_regular_file()) continue;
    std::ifstream in(it->path(), std::ios::binary);
    const test::ParsedText parsed(std::string(std::istreambuf_iterator<char>(in), {}));
    Interner names;
    const auto file = parsed.lower(names);
    ++files;
    if (file->has_error) ++with_error;
    std::string problem;
    for (const auto& placed : file->units) {
      if (problem.empty()) problem = ir::verify(*placed.unit);
    }
    CAPTURE(it->path().string());
    CHECK(problem == "");
  }
  CHECK(files > 0);
  // Python's tests hold a few files that are wrong on purpose; nothing else is.
  CHECK(with_error <= (everything ? files / 100 : 0));
}
