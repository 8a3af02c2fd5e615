#include <doctest/doctest.h>

#include "tests/support/fixture_run.h"

namespace graphfence::tests {
namespace {

FixtureResult run(std::string_view text) {
  return run_fixture_text(parse_fixture(text, "main.py"));
}

bool fails_with(const FixtureResult& result, std::string_view part) {
  for (const std::string& failure : result.failures) {
    if (failure.find(part) != std::string::npos) return true;
  }
  return false;
}

/// A leak on line 7 of the file.
const std::string leak =
    "import tensorflow as tf\n"
    "kept = []\n"
    "\n"
    "@tf.function\n"
    "def step(x):\n"
    "    y = x * 2.0\n"
    "    kept.append(y)MARK\n"
    "    return y\n"
    "\n"
    "step(tf.constant(1.0))\n"
    "print(kept[0] + 1.0)\n";

std::string marked(const std::string& marker) {
  std::string text = leak;
  return text.replace(text.find("MARK"), 4, marker);
}

TEST_CASE("a finding that is expected meets its marker on each version") {
  const FixtureResult result = run(marked("  # expect: tensor-leak-to-outer-state error \"used in eager code\""));
  CHECK(result.failures == std::vector<std::string>());
  CHECK(result.met == 2);
}

TEST_CASE("a finding that nobody expects fails with its line") {
  const FixtureResult result = run(marked(""));
  REQUIRE(result.failures.size() == 2);
  CHECK(result.failures[0].starts_with("7: unexpected error"));
}

TEST_CASE("rule, level and text must agree") {
  CHECK(fails_with(run(marked("  # expect: frozen-first-trace")), "7: missing: frozen-first-trace"));
  CHECK(fails_with(run(marked("  # expect: tensor-leak-to-outer-state warning")), "there is error at columns 4-18"));
  CHECK(fails_with(run(marked("  # expect: tensor-leak-to-outer-state \"no such words\"")), "missing"));
}

TEST_CASE("one finding cannot meet two markers") {
  const std::string twice = "  # expect: tensor-leak-to-outer-state  # expect: tensor-leak-to-outer-state";
  CHECK(run(marked(twice)).failures.size() == 2);
}

TEST_CASE("carets must cover the range exactly") {
  CHECK(run(marked("\n#   ^^^^^^^^^^^^^^ tensor-leak-to-outer-state: container")).failures.empty());
  CHECK(fails_with(run(marked("\n#   ^^^^ tensor-leak-to-outer-state: container")), "there is error at columns 4-18"));
}

TEST_CASE("notes and hovers are looked up where the carets stand") {
  const FixtureResult result =
      run(marked("\n#   ^^^^^^^^^^^^^^ tensor-leak-to-outer-state\n#               ^ hover: FuncGraph `step`") +
          "#     ^^^^^^^^^^^^^ note: it is used here\n");
  CHECK(result.failures == std::vector<std::string>());
  CHECK(result.met == 6);
  const FixtureResult wrong =
      run(marked("  # expect: tensor-leak-to-outer-state\n#               ^ hover: eager code") +
          "#     ^^^^ note: it is used here\n");
  CHECK(fails_with(wrong, "the hover does not say"));
  CHECK(fails_with(wrong, "no finding has this note"));
}

TEST_CASE("a known wrong result is counted while it is wrong and fails when it is right") {
  const FixtureResult missed = run("x = 1  # known-miss: frozen-first-trace: nothing looks at numbers\n");
  CHECK(missed.failures == std::vector<std::string>());
  CHECK(missed.known_wrong == 2);
  CHECK(fails_with(run(marked("  # known-miss: tensor-leak-to-outer-state: not followed")), "no miss any more"));
  const FixtureResult wrong = run(marked("  # known-false: tensor-leak-to-outer-state: the loop never runs"));
  CHECK(wrong.failures == std::vector<std::string>());
  CHECK(wrong.known_wrong == 2);
  CHECK(fails_with(run("x = 1  # known-false: frozen-first-trace: gone\n"), "not reported any more"));
}

TEST_CASE("an expectation for one version does not count on the other") {
  CHECK(fails_with(run(marked("  # expect: tensor-leak-to-outer-state on 2.15")), "(2.21)"));
}

TEST_CASE("a finding is expected in the file it is in, and an edit changes what is expected") {
  const FixtureResult result =
      run("import tensorflow as tf\n"
          "from store import step, kept\n"
          "step(tf.constant(1.0))\n"
          "print(kept[0] + 1.0)\n"
          "# --- file: store.py\n"
          "import tensorflow as tf\n"
          "kept = []\n"
          "@tf.function\n"
          "def step(x):\n"
          "    kept.append(x * 2.0)  # expect: tensor-leak-to-outer-state error\n"
          "# --- edit: store.py\n"
          "import tensorflow as tf\n"
          "kept = []\n"
          "def step(x):\n"
          "    kept.append(x * 2.0)\n");
  CHECK(result.failures == std::vector<std::string>());
  CHECK(result.met == 2);
}

TEST_CASE("documents that are known to be stale fail when they are not") {
  const FixtureResult result = run("# known-stale: a mistake of long ago\nx = 1\n");
  CHECK(result.failures.size() == 2);
  CHECK(fails_with(result, "not stale any more"));
}

TEST_CASE("a fixture with broken markers is not run") {
  const FixtureResult result = run(marked("  # expect: tensor-leak-to-outer-state loudly"));
  REQUIRE(result.failures.size() == 1);
  CHECK(result.failures[0].starts_with("7: unexpected `loudly`"));
}

}  // namespace
}  // namespace graphfence::tests
