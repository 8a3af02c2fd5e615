#include "tests/unit/fixes_support.h"

namespace graphfence::tests {
namespace {

const FixCase parameter{.kind = FixPlan::Kind::AddParameter, .text = "training=None"};
const FixCase super_init{FixPlan::Kind::SuperInit};
const FixCase call_layer{FixPlan::Kind::CallLayer};
const FixCase keep{FixPlan::Kind::KeepResult};
const std::string_view not_offered = "not offered";

TEST_CASE("a parameter is added behind the others") {
  CHECK(parameter.on("class M:\n    def ⟦call⟧(self, x):\n        return x\n") ==
        "class M:\n    def call(self, x, training=None):\n        return x\n");
  CHECK(parameter.on("class M:\n    def ⟦call⟧(self, x: int, mask=None) -> int:\n        return x\n") ==
        "class M:\n    def call(self, x: int, mask=None, training=None) -> int:\n        return x\n");
  CHECK(parameter.on(windows("class M:\n    def ⟦call⟧(self, x):\n        return x\n")) ==
        windows("class M:\n    def call(self, x, training=None):\n        return x\n"));
}

TEST_CASE("no parameter is added where it would be of another kind") {
  CHECK(parameter.on("class M:\n    def ⟦call⟧(self, *xs):\n        return xs\n") == not_offered);
  CHECK(parameter.on("class M:\n    def ⟦call⟧(self, x, **options):\n        return x\n") == not_offered);
  CHECK(parameter.on("class M:\n    def ⟦call⟧(self, x, *, deep):\n        return x\n") == not_offered);
  CHECK(parameter.on("class M:\n    def ⟦call⟧(self, *xs: int):\n        return xs\n") == not_offered);
}

TEST_CASE("Keras' own __init__ is called first, behind the docstring") {
  CHECK(super_init.on("class L(Layer):\n    def ⟦__init__⟧(self, n):\n        self.n = n\n") ==
        "class L(Layer):\n    def __init__(self, n):\n        super().__init__()\n        self.n = n\n");
  CHECK(
      super_init.on("class L(Layer):\n    def ⟦__init__⟧(self, n):\n        \"\"\"Of n.\"\"\"\n        self.n = n\n") ==
      "class L(Layer):\n    def __init__(self, n):\n        \"\"\"Of n.\"\"\"\n        super().__init__()\n        "
      "self.n = "
      "n\n");
  CHECK(super_init.on(tabs("class L(Layer):\n    def ⟦__init__⟧(self, n):\n        self.n = n\n")) ==
        tabs("class L(Layer):\n    def __init__(self, n):\n        super().__init__()\n        self.n = n\n"));
}

TEST_CASE("an __init__ that calls the base somewhere, or stands in one line, stays") {
  CHECK(
      super_init.on("class L(Layer):\n    def ⟦__init__⟧(self, n):\n        if n:\n            super().__init__()\n") ==
      not_offered);
  CHECK(super_init.on("class L(Layer):\n    def ⟦__init__⟧(self, n): self.n = n\n") == not_offered);
}

TEST_CASE("the layer itself is called") {
  CHECK(call_layer.on("y = ⟦self.dense.call(x)⟧\n") == "y = self.dense(x)\n");
  CHECK(call_layer.on("y = ⟦layers[0].call(inputs, mask=m)⟧ + 1\n") == "y = layers[0](inputs, mask=m) + 1\n");
  CHECK(call_layer.on("y = ⟦layer.call(x, True)⟧\n") == not_offered);
  CHECK(call_layer.on("call = layer.call\ny = ⟦call(x)⟧\n") == not_offered);
}

TEST_CASE("the array that a write gives is kept") {
  CHECK(keep.on("for i in r:\n    ⟦array.write(i, x)⟧\n") == "for i in r:\n    array = array.write(i, x)\n");
  CHECK(keep.on("⟦self.array.write(i, x)⟧\n") == not_offered);
  CHECK(keep.on("other = ⟦array.write(i, x)⟧\n") == not_offered);
}

}  // namespace
}  // namespace graphfence::tests
