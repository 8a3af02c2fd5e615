#include "tests/unit/fixes_support.h"

namespace graphfence::tests {
namespace {

FixCase build(std::vector<std::string> names) {
  return {.kind = FixPlan::Kind::AddBuild, .names = std::move(names)};
}
const FixCase both = build({"hidden", "readout"});
const std::string_view not_offered = "not offered";

std::string model(std::string_view members) {
  return "import tensorflow as tf\nfrom tensorflow import keras\n\n\nclass ⟦Rod⟧(keras.Model):\n" +
         std::string(members);
}
std::string unmarked(std::string text) {
  for (const std::string_view mark : {"⟦", "⟧"}) text.erase(text.find(mark), mark.size());
  return text;
}

const std::string init = R"(    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(16, activation="tanh")
        self.readout = keras.layers.Dense(1)
        # both are small
)";
const std::string call = R"(
    @tf.function
    def call(self, inputs, training=None):
        return self.readout(self.hidden(inputs))
)";

TEST_CASE("a chain of sublayers gets a build behind __init__") {
  const std::string added = R"(
    def build(self, input_shape):
        self.hidden.build(input_shape)
        shape = self.hidden.compute_output_shape(input_shape)
        self.readout.build(shape)
        self.built = True
)";
  CHECK(both.on(model(init + call)) == unmarked(model(init + added + call)));
  CHECK(both.on(windows(model(init + call))) == windows(unmarked(model(init + added + call))));
  CHECK(both.on(tabs(model(init + call))) == tabs(unmarked(model(init + added + call))));
  CHECK(both.class_on(model(init + call)) == FixClass::B);
}

TEST_CASE("a call in several statements is a chain as well") {
  const std::string several = R"(
    def call(self, x):
        """Text."""
        h = self.hidden(x / 255.0)
        h = tf.nn.relu(h)
        return self.readout(h)
)";
  CHECK(both.on(model(init + several))
            .find("        self.hidden.build(input_shape)\n"
                  "        shape = self.hidden.compute_output_shape(input_shape)\n"
                  "        self.readout.build(shape)\n") != std::string::npos);
  CHECK(both.class_on(model(init + several)) == FixClass::B);
}

TEST_CASE("sublayers without weights on the way are built too, those behind are left out") {
  const std::string members = R"(    def __init__(self):
        super().__init__()
        self.join = keras.layers.Concatenate()
        self.hidden = keras.layers.Dense(16)
        self.readout = keras.layers.Dense(1)
        self.drop = keras.layers.Dropout(0.5)

    @tf.function
    def call(self, inputs):
        place, time = inputs
        return self.drop(self.readout(self.hidden(self.join([place, time]))))
)";
  const std::string result = both.on(model(members));
  CHECK(result.find(R"(    def build(self, input_shape):
        place_shape, time_shape = input_shape
        self.join.build([place_shape, time_shape])
        shape = self.join.compute_output_shape([place_shape, time_shape])
        self.hidden.build(shape)
        shape = self.hidden.compute_output_shape(shape)
        self.readout.build(shape)
        self.built = True
)") != std::string::npos);
  CHECK(both.class_on(model(members)) == FixClass::B);
}

TEST_CASE("shapes that are needed twice have names of their own") {
  const std::string members = R"(    def __init__(self):
        super().__init__()
        self.a = keras.layers.Dense(4)
        self.b = keras.layers.Dense(3)
        self.c = keras.layers.Dense(2)

    @tf.function
    def call(self, inputs):
        h = self.a(inputs)
        return self.b(h) * self.c(h)
)";
  const std::string result = build({"a", "b", "c"}).on(model(members));
  CHECK(result.find(R"(        self.a.build(input_shape)
        a_shape = self.a.compute_output_shape(input_shape)
        self.b.build(a_shape)
        self.c.build(a_shape)
        self.built = True
)") != std::string::npos);
}

TEST_CASE("where shapes are not derivable the build is a scaffold") {
  const std::string branches = R"(
    @tf.function
    def call(self, inputs, training=None):
        h = self.hidden(inputs)
        if training:
            h = h + 1.0
        return self.readout(tf.reshape(h, [-1, 4]))
)";
  const std::string result = both.on(model(init + branches));
  CHECK(result.find(R"(    def build(self, input_shape):
        self.hidden.build(input_shape)
        # Complete the shapes: what each of these sublayers is called with.
        self.readout.build((None, ...))
        self.built = True
)") != std::string::npos);
  CHECK(both.class_on(model(init + branches)) == FixClass::C);
  const std::string own =
      "    def __init__(self):\n        super().__init__()\n        self.hidden = Own(3)\n        self.readout = "
      "keras.layers.Dense(1)\n";
  CHECK(both.class_on(model(own + call)) == FixClass::C);
}

TEST_CASE("without __init__ the build stands before the call and its decorators") {
  CHECK(build({"d"}).on(model(
            "    d = keras.layers.Dense(1)\n\n    @tf.function\n    def call(self, x):\n        return self.d(x)\n")) ==
        unmarked(model("    d = keras.layers.Dense(1)\n\n"
                       "    def build(self, input_shape):\n"
                       "        # Complete the shapes: what each of these sublayers is called with.\n"
                       "        self.d.build((None, ...))\n"
                       "        self.built = True\n\n"
                       "    @tf.function\n    def call(self, x):\n        return self.d(x)\n")));
}

TEST_CASE("a build that builds nothing is extended, another one is left alone") {
  const auto with = [&](std::string_view body) {
    return both.on(model(init + "\n    def build(self, shape):\n        " + std::string(body) + "\n" + call));
  };
  CHECK(with("self.built = True")
            .find("    def build(self, shape):\n"
                  "        self.hidden.build(shape)\n"
                  "        shape = self.hidden.compute_output_shape(shape)\n"
                  "        self.readout.build(shape)\n"
                  "        self.built = True\n") != std::string::npos);
  CHECK(with("pass").find("        self.readout.build(shape)\n        self.built = True\n") != std::string::npos);
  CHECK(with("self.w = self.add_weight(shape=(2,))").find(not_offered) == 0);
}

}  // namespace
}  // namespace graphfence::tests
