// The table in tests/fixtures/fixes/numpy_calls.py: there each text is run on TensorFlow, here it is compared with what
// the fix writes.
#include <fstream>
#include <iterator>

#include "analysis/features/fixes/host_calls.h"
#include "tests/unit/fixes_support.h"

namespace graphfence::tests {
namespace {

std::string table() {
  std::ifstream file(GRAPHFENCE_SOURCE_DIR "/tests/fixtures/fixes/numpy_calls.py");
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The strings in double quotes on a line.
std::vector<std::string> strings_of(std::string_view line) {
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = line.find('"', at)) != std::string_view::npos;) {
    const std::size_t end = line.find('"', at + 1);
    if (end == std::string_view::npos) break;
    found.emplace_back(line.substr(at + 1, end - at - 1));
    at = end + 1;
  }
  return found;
}

/// The rows of the list with this name.
std::vector<std::vector<std::string>> rows_of(std::string_view text, const std::string& name) {
  std::vector<std::vector<std::string>> rows;
  std::size_t at = text.find("\n" + name + " = [\n");
  REQUIRE(at != std::string_view::npos);
  const std::size_t end = text.find("\n]\n", at);
  while (at < end) {
    const std::size_t next = text.find('\n', at + 1);
    const std::string_view line = text.substr(at + 1, next - at - 1);
    auto row = strings_of(line);
    if (!row.empty() && line.find("    #") != 0) rows.push_back(std::move(row));
    at = next;
  }
  return rows;
}

std::string rewritten(const std::string& call) {
  const std::string imports = "import math\nimport numpy as np\nimport tensorflow as tf\n";
  const FixCase fix{.kind = FixPlan::Kind::ReplaceHostCall,
                    .text = std::string(fixes::counterpart_of(call.substr(0, call.find('('))))};
  std::string text = fix.on(imports + "def f(x, v, t, kind):\n    return ⟦" + call + "⟧\n");
  if (text == "not offered") return text;
  const std::size_t at = text.find("return ");
  return text.substr(at + 7, text.size() - at - 8);
}

TEST_CASE("NumPy calls become what was run on TensorFlow") {
  const std::string text = table();
  const auto rows = rows_of(text, "REWRITTEN");
  CHECK(rows.size() > 60);
  for (const auto& row : rows) {
    REQUIRE(row.size() == 2);
    CHECK_MESSAGE(rewritten(row[0]) == row[1], row[0]);
  }
}

TEST_CASE("NumPy calls that no TensorFlow text is known for are kept") {
  const std::string text = table();
  const auto rows = rows_of(text, "KEPT");
  CHECK(rows.size() > 10);
  for (const auto& row : rows) CHECK_MESSAGE(rewritten(row[0]) == "not offered", row[0]);
}

TEST_CASE("a name that holds true and false is known from its assignments") {
  const FixCase mean{.kind = FixPlan::Kind::ReplaceHostCall, .text = "tf.reduce_mean"};
  const std::string imports = "import numpy as np\nimport tensorflow as tf\n";
  CHECK(mean.on(imports + "def f(x):\n    mask = x > 1\n    return ⟦np.mean(mask)⟧\n") ==
        imports + "def f(x):\n    mask = x > 1\n    return tf.reduce_mean(tf.cast(mask, tf.float32))\n");
  CHECK(mean.on(imports + "def f(x):\n    mask = x > 1\n    mask = x * mask\n    return ⟦np.mean(mask)⟧\n") ==
        imports + "def f(x):\n    mask = x > 1\n    mask = x * mask\n    return tf.reduce_mean(mask)\n");
  CHECK(mean.on(imports + "def f(mask):\n    return ⟦np.mean(mask)⟧\n") ==
        imports + "def f(mask):\n    return tf.reduce_mean(mask)\n");
}

TEST_CASE("methods of arrays of true and false are fitted as the functions are") {
  const FixCase drop{.kind = FixPlan::Kind::DropMethodCall, .names = {"numpy"}};
  const std::string imports = "import tensorflow as flow\n";
  CHECK(drop.on(imports + "y = ⟦(x > 1).numpy()⟧.mean()\n") ==
        imports + "y = flow.reduce_mean(flow.cast((x > 1), flow.float32))\n");
  CHECK(drop.on(imports + "y = ⟦x.numpy()⟧.any(axis=0)\n") ==
        imports + "y = flow.reduce_any(flow.cast(x, flow.bool), axis=0)\n");
  CHECK(drop.on(imports + "y = ⟦x.numpy()⟧.astype(int)\n") == imports + "y = flow.cast(x, flow.int64)\n");
  CHECK(drop.on(imports + "y = ⟦x.numpy()⟧.astype(object)\n") == "not offered");
}

}  // namespace
}  // namespace graphfence::tests
