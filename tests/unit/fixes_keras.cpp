#include "tests/unit/fixes_support.h"

namespace graphfence::tests {
namespace {

const FixCase name{.kind = FixPlan::Kind::NameToSuperInit, .names = {"name"}};
const FixCase rename{.kind = FixPlan::Kind::RenameAttribute, .names = {"losses"}, .text = "losses_"};
const FixCase constant{FixPlan::Kind::PythonConstant};
const FixCase forward{FixPlan::Kind::ForwardArguments};
const std::string_view not_offered = "not offered";

std::string init(std::string_view parameters, std::string_view body) {
  return "class L(Layer):\n    def __init__(self" + std::string(parameters) + "):\n" + std::string(body);
}

TEST_CASE("a name goes to the base class") {
  const std::string before =
      init(", label", "        super().__init__()\n        ⟦self.name = label⟧  # shown\n        self.x = 1\n");
  const std::string after = init(", label", "        super().__init__(name=label)\n        self.x = 1\n");
  CHECK(name.on(before) == after);
  CHECK(name.on(windows(before)) == windows(after));
  CHECK(name.on(tabs(before)) == tabs(after));
  CHECK(name.on(init("", "        ⟦self.name = \"l\"⟧\n        super(L, self).__init__(dtype=None)\n")) ==
        init("", "        super(L, self).__init__(dtype=None, name=\"l\")\n"));
  CHECK(name.on(init(", n", "        super().__init__(name=n)\n        ⟦self.name = n⟧\n")) ==
        init(", n", "        super().__init__(name=n)\n"));
}

TEST_CASE("a name stays where the base class cannot get it") {
  CHECK(name.on(init(", label", "        ⟦self.name = label⟧\n")) == not_offered);
  CHECK(name.on(init(", label", "        super().__init__(name=\"other\")\n        ⟦self.name = label⟧\n")) ==
        not_offered);
  CHECK(name.on(init("", "        super().__init__()\n        label = make()\n        ⟦self.name = label⟧\n")) ==
        not_offered);
  CHECK(name.on(init("", "        super().__init__()\n        ⟦self.name = self.make()⟧\n")) == not_offered);
  CHECK(name.on(init(", n", "        super().__init__()\n        if n:\n            ⟦self.name = n⟧\n")) ==
        not_offered);
}

TEST_CASE("a reserved attribute is renamed in its class") {
  const std::string before =
      "class M(Model):\n    def __init__(self):\n        ⟦self.losses = []⟧\n    def step(me, x):\n        "
      "me.losses.append(x)\n        return other.losses\n";
  const std::string after =
      "class M(Model):\n    def __init__(self):\n        self.losses_ = []\n    def step(me, x):\n        "
      "me.losses_.append(x)\n        return other.losses\n";
  CHECK(rename.on(before) == after);
  CHECK(rename.on(windows(before)) == windows(after));
}

TEST_CASE("an attribute that others read, or that is defined, keeps its name") {
  const std::string store = "class M(Model):\n    def __init__(self):\n        ⟦self.losses = []⟧\n";
  CHECK(rename.on(store + "class N(M):\n    def f(self):\n        return self.losses\n") == not_offered);
  CHECK(rename.on(store + "print(M().losses)\n") == not_offered);
  CHECK(rename.on(store + "        self.losses_ = 1\n") == not_offered);
  CHECK(rename.on(store + "    @property\n    def losses(self):\n        return []\n") == not_offered);
}

TEST_CASE("a constant tensor becomes the number") {
  CHECK(constant.on("self.gain = ⟦tf.constant(2.0)⟧\n") == "self.gain = 2.0\n");
  CHECK(constant.on("self.gain = ⟦tf.constant(-1)⟧\n") == "self.gain = -1\n");
  CHECK(constant.on("self.gain = ⟦tf.constant(value=1e-3)⟧\n") == "self.gain = 1e-3\n");
  CHECK(constant.on("self.gain = ⟦tf.constant(2.0, dtype=tf.float16)⟧\n") == not_offered);
  CHECK(constant.on("self.gain = ⟦tf.constant([2.0])⟧\n") == not_offered);
  CHECK(constant.on("self.gain = ⟦tf.constant(gain)⟧\n") == not_offered);
}

std::string compile(std::string_view parameters, std::string_view body) {
  return "class M(Model):\n    def ⟦compile⟧(self" + std::string(parameters) + "):\n        " + std::string(body) +
         "\n";
}
std::string compiled(std::string_view parameters, std::string_view body) {
  return "class M(Model):\n    def compile(self" + std::string(parameters) + "):\n        " + std::string(body) + "\n";
}

TEST_CASE("a compile override takes and forwards what Keras takes") {
  CHECK(forward.on(compile("", "super().compile()")) ==
        compiled(", *args, **kwargs", "super().compile(*args, **kwargs)"));
  CHECK(forward.on(compile(", optimizer", "super().compile()")) ==
        compiled(", optimizer, **kwargs", "super().compile(optimizer=optimizer, **kwargs)"));
  CHECK(forward.on(compile(", optimizer, loss=None, scale=1", "super().compile(optimizer)")) ==
        compiled(", optimizer, loss=None, scale=1, **kwargs", "super().compile(optimizer, loss=loss, **kwargs)"));
  CHECK(forward.on(compile(", *, optimizer", "super().compile(run_eagerly=True)")) ==
        compiled(", *, optimizer, **kwargs", "super().compile(run_eagerly=True, optimizer=optimizer, **kwargs)"));
  CHECK(forward.on(compile("", "super().compile(run_eagerly=True)")) ==
        compiled(", *args, **kwargs", "super().compile(*args, run_eagerly=True, **kwargs)"));
  CHECK(forward.on(compile(", *a, **k", "super(M, self).compile()")) ==
        compiled(", *a, **k", "super(M, self).compile(*a, **k)"));
}

TEST_CASE("a loss under another name is forwarded as the loss; where none comes in the callers are to be changed") {
  CHECK(forward.on(compile(", optimizer, loss_fn", "super().compile()")) ==
        compiled(", optimizer, loss_fn, **kwargs", "super().compile(optimizer=optimizer, loss=loss_fn, **kwargs)"));
  CHECK(forward.class_on(compile(", optimizer, loss_fn", "super().compile()")) == FixClass::B);
  CHECK(forward.class_on(compile(", optimizer, loss", "super().compile()")) == FixClass::B);
  CHECK(forward.class_on(compile("", "super().compile()")) == FixClass::B);
  CHECK(forward.class_on(compile(", optimizer", "super().compile()")) == FixClass::C);
  const FixCase told{.kind = FixPlan::Kind::ForwardArguments, .names = {"loss"}};
  CHECK(told.class_on(compile(", optimizer", "super().compile()")) == FixClass::B);
}

TEST_CASE("a compile override that forwards all, or cannot, is left alone") {
  CHECK(forward.on(compile(", *a, **k", "super().compile(*a, **k)")) == not_offered);
  CHECK(forward.on(compile(", optimizer", "self.o = optimizer")) == not_offered);
  CHECK(forward.on(compile("", "super().compile() if self.a else super().compile()")) == not_offered);
}

TEST_CASE("parameters over several lines get lines of their own") {
  const std::string before =
      "class M(Model):\n    def ⟦compile⟧(\n        self,\n        optimizer,\n    ):\n        super().compile()\n";
  const std::string after =
      "class M(Model):\n    def compile(\n        self,\n        optimizer,\n        **kwargs,\n    ):\n        "
      "super().compile(optimizer=optimizer, **kwargs)\n";
  CHECK(forward.on(before) == after);
  CHECK(forward.on(windows(before)) == windows(after));
  CHECK(forward.on(tabs(before)) == tabs(after));
}

}  // namespace
}  // namespace graphfence::tests
