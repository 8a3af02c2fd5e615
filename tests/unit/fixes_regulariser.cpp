#include "tests/unit/fixes_support.h"

namespace graphfence::tests {
namespace {

const FixCase regulariser{.kind = FixPlan::Kind::RegulariserForLoss, .names = {"kernel"}};
const std::string_view not_offered = "not offered";

/// A layer with the statements of `call`, and with the end of the `add_weight` call.
std::string layer(std::string_view statements,
                  std::string_view weight = "⟪self.add_weight(name=\"kernel\", shape=(2,))⟫",
                  std::string_view functions = "") {
  return "import numpy as np\nimport tensorflow as tf\n" + std::string(functions) +
         "class Dense(tf.keras.layers.Layer):\n"
         "    def __init__(self, rate):\n"
         "        super().__init__()\n"
         "        self.rate = rate\n"
         "        self.table = tf.constant([1.0])\n"
         "    def build(self, input_shape):\n"
         "        self.kernel = " +
         std::string(weight) +
         "\n"
         "    def call(self, x):\n" +
         std::string(statements);
}

std::string fixed(std::string_view statements, std::string_view regularizer) {
  return layer(statements,
               "self.add_weight(name=\"kernel\", shape=(2,), regularizer=" + std::string(regularizer) + ")");
}

TEST_CASE("a loss of one weight becomes its regulariser") {
  const std::string before = layer(
      "        ⟦self.add_loss(self.rate * tf.reduce_sum(tf.square(self.kernel)))⟧  # keep it small\n        return "
      "x\n");
  const std::string after = fixed("        return x\n", "lambda w: self.rate * tf.reduce_sum(tf.square(w))");
  CHECK(regulariser.on(before) == after);
  CHECK(regulariser.on(windows(before)) == windows(after));
  CHECK(regulariser.on(tabs(before)) == tabs(after));
}

TEST_CASE("locals that only feed the loss go into the regulariser") {
  CHECK(regulariser.on(layer("        y = x * 2\n"
                             "        # small weights\n"
                             "        size = tf.square(self.kernel)\n"
                             "        scaled = 0.5 * size + 1.0\n"
                             "        ⟦self.add_loss(tf.reduce_sum(scaled) * 2.0)⟧\n"
                             "        return y\n")) ==
        fixed("        y = x * 2\n        # small weights\n        return y\n",
              "lambda w: tf.reduce_sum(0.5 * tf.square(w) + 1.0) * 2.0"));
  CHECK(regulariser.on(
            layer("        size = 0.5 * self.kernel\n        ⟦self.add_loss(-size ** 2)⟧\n        return x\n")) ==
        fixed("        return x\n", "lambda w: -(0.5 * w) ** 2"));
  CHECK(regulariser.on(layer("        size = tf.square(self.kernel)\n        y = x\n        "
                             "⟦self.add_loss(tf.reduce_sum(size))⟧\n        return y\n")) == not_offered);
  CHECK(regulariser.on(layer("        size = tf.square(self.kernel)\n        ⟦self.add_loss(tf.reduce_sum(size))⟧\n    "
                             "    return x + size\n")) == not_offered);
}

TEST_CASE("a function of the file is the regulariser itself") {
  const std::string function = "def size(k):\n    return tf.reduce_sum(tf.square(k))\n";
  CHECK(regulariser.on(layer("        ⟦self.add_loss(size(self.kernel))⟧\n        return x\n",
                             "⟪self.add_weight(\n            name=\"kernel\",\n            shape=(2,),\n        )⟫",
                             function)) == layer("        return x\n",
                                                 "self.add_weight(\n            name=\"kernel\",\n            "
                                                 "shape=(2,),\n            regularizer=size,\n        )",
                                                 function));
  CHECK(regulariser.on(layer("        ⟦self.add_loss(size(self.kernel))⟧\n        return x\n",
                             "⟪self.add_weight(name=\"kernel\")⟫", "def size(k):\n    return np.sum(k.numpy())\n")) ==
        not_offered);
}

TEST_CASE("a call with nothing else keeps a pass") {
  CHECK(regulariser.on(layer("        ⟦self.add_loss(tf.reduce_sum(self.kernel))⟧\n")) ==
        fixed("        pass\n", "lambda w: tf.reduce_sum(w)"));
}

TEST_CASE("a loss of anything but the weight stays") {
  CHECK(regulariser.on(layer("        ⟦self.add_loss(tf.reduce_sum(self.kernel * x))⟧\n        return x\n")) ==
        not_offered);
  CHECK(regulariser.on(layer("        ⟦self.add_loss(tf.reduce_sum(self.kernel * self.table))⟧\n        return x\n")) ==
        not_offered);
  CHECK(regulariser.on(layer(
            "        ⟦self.add_loss(tf.reduce_sum(self.kernel * self.unknown))⟧\n        return x\n")) == not_offered);
  CHECK(regulariser.on(layer("        ⟦self.add_loss(np.sum(self.kernel.numpy()))⟧\n        return x\n")) ==
        not_offered);
  CHECK(regulariser.on(layer("        ⟦self.add_loss(self.size(self.kernel))⟧\n        return x\n")) == not_offered);
  CHECK(regulariser.on(layer("        ⟦self.add_loss(0.5)⟧\n        return x\n")) == not_offered);
  CHECK(regulariser.on(layer(
            "        if self.rate:\n            ⟦self.add_loss(tf.reduce_sum(self.kernel))⟧\n        return x\n")) ==
        not_offered);
}

TEST_CASE("a weight that has a regulariser keeps it") {
  const std::string statements = "        ⟦self.add_loss(tf.reduce_sum(self.kernel))⟧\n        return x\n";
  CHECK(regulariser.on(layer(statements, "⟪self.add_weight(name=\"kernel\", regularizer=\"l2\")⟫")) == not_offered);
  CHECK(regulariser.on(layer(statements, "⟪self.add_weight(name=\"kernel\", regularizer=None)⟫")) ==
        layer("        return x\n", "self.add_weight(name=\"kernel\", regularizer=lambda w: tf.reduce_sum(w))"));
  CHECK(regulariser.on(layer(statements, "⟪tf.Variable([1.0])⟫")) == not_offered);
}

}  // namespace
}  // namespace graphfence::tests
