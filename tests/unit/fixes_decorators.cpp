#include "tests/unit/fixes_support.h"

namespace graphfence::tests {
namespace {

const FixCase remove{FixPlan::Kind::RemoveDecorator};
const FixCase move{FixPlan::Kind::MoveDecorator};
const std::string_view not_offered = "not offered";

TEST_CASE("a tf.function decorator goes with its line") {
  const std::string before = R"(import tensorflow as tf


class Charge(tf.keras.layers.Layer):
    @⟪tf.function⟫  # traced
    def ⟦call⟧(self, x):
        return x
)";
  const std::string after = R"(import tensorflow as tf


class Charge(tf.keras.layers.Layer):
    def call(self, x):
        return x
)";
  CHECK(remove.on(before) == after);
  CHECK(remove.on(windows(before)) == windows(after));
  CHECK(remove.on(tabs(before)) == tabs(after));
}

TEST_CASE("of several decorators only the tf.function goes, however many lines it has") {
  CHECK(remove.on(R"(@first
# about the next
@⟪tf.function(
    jit_compile=True,
)⟫
@last
def ⟦f⟧(x):
    return x
)") == R"(@first
# about the next
@last
def f(x):
    return x
)");
}

TEST_CASE("without a place the decorator is found by what its name means") {
  CHECK(remove.on("import tensorflow as flow\n@flow.function\ndef ⟦f⟧(x):\n    return x\n") ==
        "import tensorflow as flow\ndef f(x):\n    return x\n");
  CHECK(remove.on("from tensorflow import function as traced\n@staticmethod\n@traced(jit_compile=True)\ndef ⟦f⟧(x):\n  "
                  "  return x\n") ==
        "from tensorflow import function as traced\n@staticmethod\ndef f(x):\n    return x\n");
}

TEST_CASE("a call of tf.function gives way to what it traced") {
  CHECK(remove.on("def ⟦step⟧(x):\n    return x\n\nfast = ⟪tf.function(step, jit_compile=True)⟫\n") ==
        "def step(x):\n    return x\n\nfast = step\n");
  CHECK(remove.on("def ⟦step⟧(x):\n    return x\n\nfast = ⟪tf.function(jit_compile=True)(step)⟫\n") ==
        "def step(x):\n    return x\n\nfast = step\n");
  CHECK(remove.on("def ⟦step⟧(x):\n    return x\n\nstep = ⟪tf.function(step)⟫\nstep(1)\n") ==
        "def step(x):\n    return x\n\nstep(1)\n");
}

TEST_CASE("a name that would be assigned to itself is dropped") {
  const std::string before = R"(class M(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.call = ⟪tf.function(self.call)⟫  # faster

    def ⟦call⟧(self, x):
        return x
)";
  const std::string after = R"(class M(tf.keras.Model):
    def __init__(self):
        super().__init__()

    def call(self, x):
        return x
)";
  CHECK(remove.on(before) == after);
  CHECK(remove.on(windows(before)) == windows(after));
  CHECK(remove.on("class M(B):\n    def fast(self):\n        self.call = ⟪tf.function(self.call)⟫\n    def "
                  "⟦call⟧(self, x):\n        return x\n") ==
        "class M(B):\n    def fast(self):\n        pass\n    def call(self, x):\n        return x\n");
  CHECK(remove.on("def ⟦f⟧(x):\n    return x\na = 1; f = ⟪tf.function(f)⟫; b = 2\n") ==
        "def f(x):\n    return x\na = 1; b = 2\n");
}

TEST_CASE("the function may be traced in another file") {
  CHECK(remove.on("def ⟦step⟧(x):\n    return x\n", "import a\nstep = ⟪tf.function(a.step)⟫\n") ==
        "def step(x):\n    return x\nimport a\nstep = a.step\n");
}

TEST_CASE("a wrapper that traces its parameter is left alone") {
  CHECK(remove.on("def fast(f):\n    return ⟪tf.function(f)⟫\n\n@fast\ndef ⟦step⟧(x):\n    return x\n") == not_offered);
  CHECK(remove.on("@other\ndef ⟦step⟧(x):\n    return ⟪g(x)⟫\n") == not_offered);
}

TEST_CASE("a decorator moves to the step with what stands in its parentheses") {
  const std::string before = R"(import tensorflow as tf

class Charge(tf.keras.layers.Layer):
    @tf.function(jit_compile=True)
    def ⟦call⟧(self, x):
        return x

def ⟪train_step⟫(layer, x):
    return layer(x)
)";
  const std::string after = R"(import tensorflow as tf

class Charge(tf.keras.layers.Layer):
    def call(self, x):
        return x

@tf.function(jit_compile=True)
def train_step(layer, x):
    return layer(x)
)";
  CHECK(move.on(before) == after);
  CHECK(move.on(windows(before)) == windows(after));
  CHECK(move.on(tabs(before)) == tabs(after));
}

TEST_CASE("a moved decorator stands below the decorators of a method") {
  CHECK(move.on(R"(import tensorflow as tf
class T:
    @staticmethod
    def ⟪step⟫(layer, x):
        return layer(x)
class L(tf.keras.layers.Layer):
    @tf.function
    def ⟦call⟧(self, x):
        return x
)") == R"(import tensorflow as tf
class T:
    @staticmethod
    @tf.function
    def step(layer, x):
        return layer(x)
class L(tf.keras.layers.Layer):
    def call(self, x):
        return x
)");
}

TEST_CASE("in another file the moved decorator is spelled with the name TensorFlow has there") {
  const std::string layers =
      "import tensorflow as tf\nclass L(tf.keras.layers.Layer):\n    @tf.function\n    def ⟦call⟧(self, x):\n        "
      "return x\n";
  const std::string without =
      "import tensorflow as tf\nclass L(tf.keras.layers.Layer):\n    def call(self, x):\n        return x\n";
  CHECK(move.on(layers, "import tensorflow\nfrom a import L\n\ndef ⟪step⟫(x):\n    return L()(x)\n") ==
        without + "import tensorflow\nfrom a import L\n\n@tensorflow.function\ndef step(x):\n    return L()(x)\n");
  CHECK(move.on(layers, "from a import L\n\ndef ⟪step⟫(x):\n    return L()(x)\n") == not_offered);
}

TEST_CASE("a function traced by a call moves as a decorator") {
  CHECK(move.on(R"(import tensorflow as tf
class M(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.call = tf.function(self.call, jit_compile=True)
    def ⟦call⟧(self, x):
        return x
def ⟪step⟫(m, x):
    return m(x)
)") == R"(import tensorflow as tf
class M(tf.keras.Model):
    def __init__(self):
        super().__init__()
    def call(self, x):
        return x
@tf.function(jit_compile=True)
def step(m, x):
    return m(x)
)");
}

TEST_CASE("a decorator does not move to where it cannot work") {
  const std::string layer =
      "import tensorflow as tf\nimport numpy as np\nclass L(tf.keras.layers.Layer):\n    @tf.function\n    def "
      "⟦call⟧(self, x):\n        return x\n";
  const auto step = [&](std::string_view body) {
    return move.on(layer + "def ⟪step⟫(m, x):\n    " + std::string(body) + "\n");
  };
  CHECK(step("return m(x)") != not_offered);
  CHECK(step("return m(x).numpy()") == not_offered);
  CHECK(step("return np.mean(m(x))") == not_offered);
  CHECK(step("return float(m(x))") == not_offered);
  CHECK(step("print(\"step\")\n    return m(x)") != not_offered);
  CHECK(step("print(m(x))\n    return 1") == not_offered);
  CHECK(step("text = f\"{m(x)}\"\n    return text") == not_offered);
  CHECK(step("m.history.append(m(x))") == not_offered);
  CHECK(step("parts = []\n    parts.append(m(x))\n    return parts") != not_offered);
  CHECK(step("yield m(x)") == not_offered);
  CHECK(step("w = tf.Variable(1.0)\n    return w * m(x)") == not_offered);
  CHECK(step("o = tf.keras.optimizers.Adam()\n    return m(x)") == not_offered);
  CHECK(move.on("import tensorflow as tf\n@tf.function(input_signature=[s])\ndef ⟦call⟧(x):\n    return x\ndef "
                "⟪step⟫(x):\n    return call(x)\n") == not_offered);
  CHECK(move.on("import tensorflow as tf\ndef ⟦call⟧(x):\n    return x\ndef ⟪step⟫(x):\n    return call(x)\n") ==
        not_offered);
}

TEST_CASE("a function that may branch on tensors is undecorated by hand") {
  const auto with = [&](std::string_view body) {
    return remove.class_on("@⟪tf.function⟫\ndef ⟦call⟧(self, x, training=None):\n    " + std::string(body) + "\n");
  };
  CHECK(with("return x") == FixClass::B);
  CHECK(with("if training:\n        x = 2 * x\n    return x") == FixClass::B);
  CHECK(with("if x is None or self.rate > 0:\n        return 1\n    return x") == FixClass::B);
  CHECK(with("for i in range(self.n):\n        x = x + i\n    return x") == FixClass::B);
  CHECK(with("if x.shape[0] == 1:\n        x = x + 1\n    return x") == FixClass::B);
  CHECK(with("if x > 0:\n        x = 2 * x\n    return x") == FixClass::C);
  CHECK(with("while tf.reduce_sum(x) > 0:\n        x = x - 1\n    return x") == FixClass::C);
  CHECK(with("return x if x > 0 else -x") == FixClass::C);
}

}  // namespace
}  // namespace graphfence::tests
