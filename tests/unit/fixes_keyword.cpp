#include "tests/unit/fixes_support.h"

namespace graphfence::tests {
namespace {

const FixCase unroll{.kind = FixPlan::Kind::SetKeyword, .names = {"unroll"}, .text = "True"};

TEST_CASE("a keyword is added behind the other arguments") {
  CHECK(unroll.on("rnn = ⟦RNN(cell)⟧\n") == "rnn = RNN(cell, unroll=True)\n");
  CHECK(unroll.on("rnn = ⟦RNN()⟧\n") == "rnn = RNN(unroll=True)\n");
  CHECK(unroll.on("rnn = ⟦RNN(cell,)⟧\n") == "rnn = RNN(cell, unroll=True)\n");
  CHECK(unroll.on("rnn = ⟦RNN(cell, **more)⟧\n") == "rnn = RNN(cell, **more, unroll=True)\n");
  CHECK(unroll.on("y = ⟦RNN(Cell(2))⟧(x)\n") == "y = RNN(Cell(2), unroll=True)(x)\n");
  CHECK(unroll.on("rnn = ⟦RNN(cell,\n          1)⟧\n") == "rnn = RNN(cell,\n          1, unroll=True)\n");
}

TEST_CASE("a keyword that is there gets the new value") {
  CHECK(unroll.on("rnn = ⟦RNN(cell, unroll=False, go_backwards=True)⟧\n") ==
        "rnn = RNN(cell, unroll=True, go_backwards=True)\n");
  CHECK(unroll.on("rnn = ⟦RNN(cell, unroll=True)⟧\n") == "not offered");
}

TEST_CASE("in a call with an argument a line the keyword has its own") {
  const std::string before = "rnn = ⟦RNN(\n    cell,\n    go_backwards=True,  # from the end\n)⟧\n";
  const std::string after = "rnn = RNN(\n    cell,\n    go_backwards=True,  # from the end\n    unroll=True,\n)\n";
  CHECK(unroll.on(before) == after);
  CHECK(unroll.on(windows(before)) == windows(after));
  CHECK(unroll.on(tabs(before)) == tabs(after));
  CHECK(unroll.on("rnn = ⟦RNN(\n    cell,\n    go_backwards=True  # from the end\n)⟧\n") ==
        "rnn = RNN(\n    cell,\n    go_backwards=True,  # from the end\n    unroll=True\n)\n");
}

TEST_CASE("unrolling a series of unknown length is left to the reader") {
  const std::string imports = "import tensorflow as tf\n";
  const auto class_with = [&](const std::string& line) {
    return unroll.class_on(imports + line + "\nh = ⟦tf.keras.layers.RNN(cell)⟧(x)\n");
  };
  CHECK(class_with("x = tf.keras.Input((7, 3))") == FixClass::B);
  CHECK(class_with("x = tf.keras.Input(shape=[7, 3])") == FixClass::B);
  CHECK(class_with("x = load()") == FixClass::B);
  CHECK(class_with("x = Input((None, 3))") == FixClass::B);
  CHECK(class_with("x = tf.keras.Input((None, 3))") == FixClass::C);
  CHECK(class_with("x = tf.keras.layers.Input(shape=[None, 3])") == FixClass::C);
  CHECK(class_with("x = tf.keras.Input(batch_shape=(None, None, 3))") == FixClass::C);
  CHECK(class_with("x = tf.keras.Input(batch_shape=(None, 7, 3))") == FixClass::B);
  CHECK(class_with("d = tf.keras.layers.Dense(2, input_shape=(None, 3))") == FixClass::C);
}

TEST_CASE("a call without a list of arguments gets no keyword") {
  CHECK(unroll.on("rnn = ⟦RNN(c for c in cells)⟧\n") == "not offered");
  CHECK(unroll.on("rnn = ⟦cell⟧\n") == "not offered");
}

}  // namespace
}  // namespace graphfence::tests
