#include "tests/unit/fixes_support.h"

namespace graphfence::tests {
namespace {

const FixCase carry{.kind = FixPlan::Kind::CarryLossInState, .fix_class = FixClass::C};
const FixCase outside{.kind = FixPlan::Kind::PenaltyInModelCall, .fix_class = FixClass::C};
const std::string_view not_offered = "not offered";

const std::string imports = "import tensorflow as tf\nfrom tensorflow import keras\n\n\n";
std::string cell(std::string_view call, std::string_view state_size = "units") {
  return "class LeakyMemory(keras.layers.Layer):\n"
         "    def __init__(self, units, price, **kwargs):\n"
         "        super().__init__(**kwargs)\n"
         "        self.price = price\n"
         "        self.state_size = " +
         std::string(state_size) +
         "\n"
         "        self.output_size = units\n\n"
         "    def call(self, inputs, states):\n" +
         std::string(call);
}
const std::string usual = R"(        before = states[0]
        now = 0.5 * before + inputs
        ⟦self.add_loss(self.price * tf.reduce_mean(tf.square(now - before)))⟧
        return now, [now]


)";
std::string model(std::string_view construction, std::string_view call) {
  return "class Reader(keras.Model):\n"
         "    def __init__(self):\n"
         "        super().__init__()\n"
         "        self.memory = " +
         std::string(construction) +
         "\n"
         "        self.verdict = keras.layers.Dense(1)\n\n"
         "    def call(self, series):\n" +
         std::string(call);
}

TEST_CASE("a loss of a cell becomes a running sum in its state") {
  const std::string before =
      imports + cell(usual) +
      model("⟪keras.layers.RNN(LeakyMemory(2, price=0.1))⟫", "        return self.verdict(self.memory(series))\n");
  const std::string after = imports +
                            cell(R"(        before = states[0]
        now = 0.5 * before + inputs
        charged = states[1] + self.price * tf.reduce_mean(tf.square(now - before), axis=-1, keepdims=True)
        return now, [now, charged]


)",
                                 "[units, 1]") +
                            model("keras.layers.RNN(LeakyMemory(2, price=0.1), return_state=True)",
                                  "        outputs, _, charges = self.memory(series)\n"
                                  "        self.add_loss(tf.reduce_mean(charges))\n"
                                  "        return self.verdict(outputs)\n");
  CHECK(carry.on(before) == after);
  CHECK(carry.on(windows(before)) == windows(after));
  CHECK(carry.on(tabs(before)) == tabs(after));
}

TEST_CASE("a cell with several states gets one more") {
  CHECK(carry.on(imports +
                 cell(R"(        h, c = states
        now = h + c + inputs
        ⟦self.add_loss(tf.reduce_sum(now))⟧
        return now, [now, c]
)",
                      "[units, units]") +
                 model("⟪keras.layers.RNN(LeakyMemory(2, 0.1))⟫",
                       "        last = self.memory(series)\n        return self.verdict(last)\n")) ==
        imports +
            cell(R"(        h, c, so_far = states
        now = h + c + inputs
        charged = so_far + tf.reduce_sum(now, axis=-1, keepdims=True)
        return now, [now, c, charged]
)",
                 "[units, units, 1]") +
            model("keras.layers.RNN(LeakyMemory(2, 0.1), return_state=True)",
                  "        last, _, _, charges = self.memory(series)\n        self.add_loss(tf.reduce_sum(charges))\n  "
                  "      return self.verdict(last)\n"));
}

TEST_CASE("cell and model may be in two files") {
  const std::string layers = imports + cell(usual);
  const std::string models =
      "import tensorflow as flow\nimport a\n" +
      model("⟪flow.keras.layers.RNN(a.LeakyMemory(2, 0.1))⟫", "        return self.verdict(self.memory(series))\n");
  const std::string result = carry.on(layers, models);
  CHECK(result.find("charged = states[1] + self.price") != std::string::npos);
  CHECK(result.find("        self.add_loss(flow.reduce_mean(charges))\n") != std::string::npos);
}

TEST_CASE("a running sum is not written where a part of it would be missing") {
  const std::string use =
      model("⟪keras.layers.RNN(LeakyMemory(2, 0.1))⟫", "        return self.verdict(self.memory(series))\n");
  CHECK(carry.on(imports + cell("        now = inputs\n        ⟦self.add_loss(now)⟧\n        return now, [now]\n") +
                 use) == not_offered);
  CHECK(carry.on(imports + cell("        ⟦self.add_loss(tf.reduce_sum(inputs))⟧\n        return inputs, states\n") +
                 use) == not_offered);
  CHECK(carry.on(imports +
                 cell("        now = self.inner(inputs, states)\n        ⟦self.add_loss(tf.reduce_sum(now))⟧\n        "
                      "return now, [now]\n") +
                 use) == not_offered);
  CHECK(carry.on(imports + cell(usual) + "rnn = ⟪keras.layers.RNN(LeakyMemory(2, 0.1))⟫\n") == not_offered);
  CHECK(carry.on(imports + cell(usual) +
                 model("⟪keras.layers.RNN(LeakyMemory(2, 0.1))⟫",
                       "        return self.memory(series) + self.memory(-series)\n")) == not_offered);
}

TEST_CASE("a loss of a cell is computed from the sequence where the RNN is called") {
  const std::string before =
      imports + cell(usual) +
      model("keras.layers.RNN(LeakyMemory(2, price=0.1))", "        return self.verdict(⟪self.memory(series)⟫)\n");
  const std::string after = imports + cell(R"(        before = states[0]
        now = 0.5 * before + inputs
        return now, [now]


)") +
                            model("keras.layers.RNN(LeakyMemory(2, price=0.1), return_sequences=True)",
                                  R"(        sequence = self.memory(series)
        previous = tf.pad(sequence[:, :-1], [[0, 0], [1, 0], [0, 0]])
        self.add_loss(self.memory.cell.price * tf.reduce_sum(tf.reduce_mean(tf.square(sequence - previous), axis=[0, 2])))
        return self.verdict(sequence[:, -1])
)");
  CHECK(outside.on(before) == after);
  CHECK(outside.on(windows(before)) == windows(after));
  CHECK(outside.on(tabs(before)) == tabs(after));
}

TEST_CASE("a sum over the inputs stays a sum, and sequences stay sequences") {
  const std::string call =
      "        now = states[0] + inputs\n        ⟦self.add_loss(tf.reduce_sum(inputs * now))⟧\n        return now, "
      "[now]\n";
  const std::string result = outside.on(imports + cell(call) +
                                        model("keras.layers.RNN(LeakyMemory(2, 0.1), return_sequences=True)",
                                              "        return self.verdict(⟪self.memory(series)⟫)\n"));
  CHECK(result.find("        sequence = self.memory(series)\n"
                    "        self.add_loss(tf.reduce_sum(series * sequence))\n"
                    "        return self.verdict(sequence)\n") != std::string::npos);
}

TEST_CASE("a penalty about something the model cannot see stays in the cell") {
  const std::string use =
      model("keras.layers.RNN(LeakyMemory(2, 0.1))", "        return self.verdict(⟪self.memory(series)⟫)\n");
  CHECK(outside.on(imports +
                   cell("        gate = tf.sigmoid(inputs)\n        now = gate + states[0]\n        "
                        "⟦self.add_loss(tf.reduce_sum(gate))⟧\n        return now, [now]\n") +
                   use) == not_offered);
  CHECK(outside.on(imports +
                   cell("        now = inputs + states[0]\n        ⟦self.add_loss(tf.reduce_sum(now))⟧\n        return "
                        "2 * now, [now]\n") +
                   use) == not_offered);
  CHECK(outside.on(imports + cell(usual) +
                   model("keras.layers.RNN(LeakyMemory(2, 0.1), go_backwards=True)",
                         "        return self.verdict(⟪self.memory(series)⟫)\n")) == not_offered);
}

}  // namespace
}  // namespace graphfence::tests
