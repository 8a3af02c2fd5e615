#pragma once

#include <string>

#include "tests/laws/engine_support.h"

namespace graphfence::tests {

/// Modules of five kinds that import one another: helpers, layers that use them, models made of the layers, scripts
/// that train the models, and scripts that know nothing of TensorFlow but its helpers. What a decorator or a loss in
/// one does shows in the others.
inline Texts workspace(Random& random, int files) {
  Texts texts;
  const auto some = [&](int before) { return std::to_string(random.below(static_cast<std::uint32_t>(before))); };
  const auto maybe = [&](const char* text) { return random.below(2) == 0 ? std::string(text) : std::string(); };
  const int groups = files / 5;
  for (int i = 0; i < groups; ++i) {
    const std::string n = std::to_string(i);
    const std::string root = FixtureRoot;
    texts[root + "helpers_" + n + ".py"] =
        "import numpy as np\nimport tensorflow as tf\n" + (i > 0 ? "from helpers_" + some(i) + " import scale\n" : "") +
        "\n\ndef scale(x, by=2.0):\n    return x * by\n\n\ndef penalty(x):\n    value = " +
        (random.below(2) == 0 ? "tf.reduce_sum(scale(x))" : "np.sum(x)") + "\n    return value\n";
    texts[root + "layers_" + n + ".py"] =
        "import tensorflow as tf\n\nfrom helpers_" + some(i + 1) + " import penalty\n\n\nclass Dense" + n +
        "(tf.keras.layers.Layer):\n    def __init__(self, units=3, **kwargs):\n        super().__init__(**kwargs)\n" +
        "        self.units = units\n\n    def build(self, shape):\n" +
        "        self.kernel = self.add_weight(shape=(shape[-1], self.units), name='kernel')\n\n" +
        maybe("    @tf.function\n") + "    def call(self, x):\n" + maybe("        self.last = x\n") +
        maybe("        self.add_loss(penalty(self.kernel))\n") + "        return x @ self.kernel\n";
    const std::string layer = some(i + 1);
    texts[root + "models_" + n + ".py"] =
        "import tensorflow as tf\n\nfrom layers_" + layer + " import Dense" + layer + "\n\n\nclass Model" + n +
        "(tf.keras.Model):\n    def __init__(self):\n        super().__init__()\n        self.first = Dense" + layer +
        "()\n        self.second = tf.keras.layers.Dense(1)\n\n" + maybe("    @tf.function\n") +
        "    def call(self, x):\n        return self.second(self.first(x))\n";
    const std::string model = some(i + 1);
    texts[root + "train_" + n + ".py"] =
        "import tensorflow as tf\n\nfrom models_" + model + " import Model" + model + "\n\nmodel = Model" + model +
        "()\nhistory = []\n\n\n" + maybe("@tf.function\n") +
        "def step(x):\n    with tf.GradientTape() as tape:\n        y = model(x)\n" +
        "        loss = tf.reduce_mean(y) + sum(model.losses)\n" + maybe("    history.append(loss)\n") +
        "    return tape.gradient(loss, model.trainable_variables)\n\n\nfor _ in range(3):\n" +
        "    step(tf.ones((2, 4)))\nprint(model.losses, history)\n";
    texts[root + "plain_" + n + ".py"] = "from helpers_" + some(i + 1) + " import scale\n\nprint(scale(1.0))\n";
  }
  return texts;
}

}  // namespace graphfence::tests
