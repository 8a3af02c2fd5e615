#include "tests/unit/fixes_support.h"

namespace graphfence::tests {
namespace {

const FixCase give_back{.kind = FixPlan::Kind::ReturnLoss, .fix_class = FixClass::C};
const std::string_view not_offered = "not offered";
const std::string head = "import tensorflow as tf\nclass SpeedLimit(tf.keras.layers.Layer):\n";

TEST_CASE("a traced helper returns its loss and the caller adds it") {
  const std::string before = head + R"(    def call(self, speeds):
        return ⟪self.slow_down(speeds)⟫

    @tf.function
    def slow_down(self, speeds):
        excess = tf.nn.relu(speeds - self.limit)
        ⟦self.add_loss(tf.reduce_sum(excess))⟧
        return speeds - 0.5 * excess
)";
  const std::string after = head + R"(    def call(self, speeds):
        outputs, loss = self.slow_down(speeds)
        self.add_loss(loss)
        return outputs

    @tf.function
    def slow_down(self, speeds):
        excess = tf.nn.relu(speeds - self.limit)
        return speeds - 0.5 * excess, tf.reduce_sum(excess)
)";
  CHECK(give_back.on(before) == after);
  CHECK(give_back.on(windows(before)) == windows(after));
  CHECK(give_back.on(tabs(before)) == tabs(after));
}

TEST_CASE("an assignment takes the loss along") {
  CHECK(give_back.on(head + R"(    def call(self, x):
        loss = 1
        a, b = ⟪self.pair(x)⟫
        return a + b + loss
    @tf.function
    def pair(self, x):
        ⟦self.add_loss(tf.reduce_sum(x))⟧
        x = x + 1
        return x, x
)") == head + R"(    def call(self, x):
        loss = 1
        (a, b), penalty = self.pair(x)
        self.add_loss(penalty)
        return a + b + loss
    @tf.function
    def pair(self, x):
        loss = tf.reduce_sum(x)
        x = x + 1
        return (x, x), loss
)");
}

TEST_CASE("a helper that returned nothing returns the loss") {
  CHECK(give_back.on(head + R"(    def call(self, x):
        ⟪self.charge(x)⟫
        return x
    @tf.function
    def charge(self, x):
        ⟦self.add_loss(tf.reduce_sum(x))⟧
)") == head + R"(    def call(self, x):
        self.add_loss(self.charge(x))
        return x
    @tf.function
    def charge(self, x):
        return tf.reduce_sum(x)
)");
}

TEST_CASE("a helper function that is given the layer works alike") {
  CHECK(
      give_back.on("import tensorflow as tf\n@tf.function\ndef charge(layer, x):\n    "
                   "⟦layer.add_loss(tf.reduce_sum(x))⟧\n    return x\n\n" +
                   head.substr(24) + "    def call(self, x):\n        y = ⟪charge(self, x)⟫\n        return y\n") ==
      "import tensorflow as tf\n@tf.function\ndef charge(layer, x):\n    return x, tf.reduce_sum(x)\n\n" +
          head.substr(24) +
          "    def call(self, x):\n        y, loss = charge(self, x)\n        self.add_loss(loss)\n        return y\n");
}

TEST_CASE("a traced call is split in two") {
  const std::string before = head + R"(    @tf.function
    def call(self, features, training=None, *, mask=None):
        spread = tf.math.reduce_variance(features)
        ⟦self.add_loss(self.price * spread)⟧
        return features

    def other(self):
        pass
)";
  const std::string after = head + R"(    @tf.function
    def _traced_call(self, features, training=None, *, mask=None):
        spread = tf.math.reduce_variance(features)
        return features, self.price * spread

    def call(self, features, training=None, *, mask=None):
        outputs, loss = self._traced_call(features, training, mask=mask)
        self.add_loss(loss)
        return outputs

    def other(self):
        pass
)";
  CHECK(give_back.on(before) == after);
  CHECK(give_back.on(windows(before)) == windows(after));
  CHECK(give_back.on(tabs(before)) == tabs(after));
}

TEST_CASE("a loss is not returned where that would lose it or others") {
  const auto call = [&](std::string_view body) {
    return give_back.on(head + "    @tf.function\n    def call(self, x):\n" + std::string(body));
  };
  CHECK(call("        if x > 0:\n            ⟦self.add_loss(x)⟧\n        return x\n") == not_offered);
  CHECK(call("        ⟦self.add_loss(x)⟧\n        self.add_loss(2 * x)\n        return x\n") == not_offered);
  CHECK(call("        ⟦self.add_loss(x)⟧\n        if x > 0:\n            return x\n        return -x\n") ==
        not_offered);
  CHECK(give_back.on(head + "    def call(self, x):\n        ⟦self.add_loss(x)⟧\n        return x\n") == not_offered);
  const std::string helper = "    @tf.function\n    def help(self, x):\n        ⟦self.add_loss(x)⟧\n        return x\n";
  CHECK(give_back.on(head + helper + "    def call(self, x):\n        return ⟪self.help(x)⟫ + self.help(2 * x)\n") ==
        not_offered);
  CHECK(give_back.on(head + helper + "    def call(self, x):\n        return [⟪self.help(y)⟫ for y in x]\n") ==
        not_offered);
  CHECK(give_back.on(head + helper + "layer = SpeedLimit()\ny = ⟪layer.help(1)⟫\n") == not_offered);
}

}  // namespace
}  // namespace graphfence::tests
