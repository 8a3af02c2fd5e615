#include "tests/unit/fixes_support.h"

namespace graphfence::tests {
namespace {

const FixCase drop{.kind = FixPlan::Kind::DropMethodCall, .names = {"numpy"}};
FixCase host(std::string counterpart) {
  return {.kind = FixPlan::Kind::ReplaceHostCall, .text = std::move(counterpart)};
}
const FixCase sum = host("tf.reduce_sum");
const std::string imports = "import numpy as np\nimport tensorflow as tf\n";
const std::string_view not_offered = "not offered";

TEST_CASE(".numpy() goes where a tensor will do") {
  CHECK(drop.on("loss = tf.reduce_sum(⟦w.numpy()⟧)\n") == "loss = tf.reduce_sum(w)\n");
  CHECK(drop.on("self.add_loss(0.5 * ⟦self.w.numpy()⟧ ** 2)\n") == "self.add_loss(0.5 * self.w ** 2)\n");
  CHECK(drop.on("y = ⟦(a + b).numpy()⟧\n") == "y = (a + b)\n");
  CHECK(drop.on("y = ⟦x.item()⟧\n") == not_offered);
}

TEST_CASE("host calls around a dropped .numpy() become TensorFlow calls") {
  const std::string before = imports + R"(
def gap(kernel):
    lengths = np.sqrt(np.sum(np.square(⟦kernel.numpy()⟧), axis=0))
    return 0.5 * np.sum(np.abs(lengths - 1.0))
)";
  const std::string after = imports + R"(
def gap(kernel):
    lengths = tf.sqrt(tf.reduce_sum(tf.square(kernel), axis=0))
    return 0.5 * tf.reduce_sum(tf.abs(lengths - 1.0))
)";
  CHECK(drop.on(before) == after);
  CHECK(drop.on(windows(before)) == windows(after));
  CHECK(drop.on(tabs(before)) == tabs(after));
}

TEST_CASE("tf.constant around a converted value goes: it takes no tensor in a graph") {
  CHECK(
      drop.on(imports +
              "def f(self):\n    size = np.sum(np.square(⟦self.w.numpy()⟧))\n    self.add_loss(tf.constant(size))\n") ==
      imports + "def f(self):\n    size = tf.reduce_sum(tf.square(self.w))\n    self.add_loss(size)\n");
  CHECK(drop.on(imports + "y = tf.constant(⟦w.numpy()⟧, dtype=tf.float32)\n") ==
        imports + "y = tf.cast(w, dtype=tf.float32)\n");
}

TEST_CASE("a host call is replaced with the host calls in it") {
  CHECK(sum.on(imports + "y = ⟦np.sum(np.square(w.numpy()))⟧\n") == imports + "y = tf.reduce_sum(tf.square(w))\n");
  CHECK(sum.on(imports + "y = ⟦np.sum(\n    x,  # all of it\n    axis=0,\n)⟧\n") ==
        imports + "y = tf.reduce_sum(\n    x,  # all of it\n    axis=0,\n)\n");
  CHECK(host("tf.reduce_mean").on(imports + "y = ⟦np.mean(x * np.float32(2.0) + np.pi)⟧\n") ==
        imports + "y = tf.reduce_mean(x * np.float32(2.0) + np.pi)\n");
  CHECK(host("tf.reduce_mean").on(imports + "y = ⟦np.mean(x / np.prod(x.shape[1:]))⟧\n") ==
        imports + "y = tf.reduce_mean(x / np.prod(x.shape[1:]))\n");
}

TEST_CASE("float and int of a converted value become casts, methods of arrays functions") {
  CHECK(drop.on(imports + "y = float(⟦x.numpy()⟧)\n") == imports + "y = tf.cast(x, tf.float32)\n");
  CHECK(drop.on(imports + "y = int(np.sum(⟦x.numpy()⟧))\n") == imports + "y = tf.cast(tf.reduce_sum(x), tf.int32)\n");
  CHECK(drop.on(imports + "y = ⟦x.numpy()⟧.mean(axis=0)\n") == imports + "y = tf.reduce_mean(x, axis=0)\n");
  CHECK(drop.on(imports + "y = ⟦x.numpy()⟧.sum()\n") == imports + "y = tf.reduce_sum(x)\n");
  CHECK(drop.on(imports + "y = ⟦x.numpy()⟧.astype('float32')\n") == imports + "y = tf.cast(x, 'float32')\n");
  CHECK(drop.on(imports + "y = ⟦x.numpy()⟧.item()\n") == imports + "y = x\n");
  CHECK(drop.on(imports + "y = ⟦x.numpy()⟧.tolist()\n") == not_offered);
  CHECK(drop.on(imports + "y = ⟦x.numpy()⟧.shape\n") == imports + "y = x.shape\n");
}

TEST_CASE("keywords get the counterpart's names") {
  CHECK(sum.on(imports + "y = ⟦np.sum(a=x, axis=1, keepdims=True)⟧\n") ==
        imports + "y = tf.reduce_sum(input_tensor=x, axis=1, keepdims=True)\n");
  CHECK(host("tf.clip_by_value").on(imports + "y = ⟦np.clip(x, a_min=0, a_max=1)⟧\n") ==
        imports + "y = tf.clip_by_value(x, clip_value_min=0, clip_value_max=1)\n");
  CHECK(host("tf.transpose").on(imports + "y = ⟦np.transpose(x, axes=(1, 0))⟧\n") ==
        imports + "y = tf.transpose(x, perm=(1, 0))\n");
  CHECK(host("tf.reshape").on(imports + "y = ⟦np.reshape(x, newshape=(4, 3))⟧\n") ==
        imports + "y = tf.reshape(x, shape=(4, 3))\n");
  CHECK(host("tf.concat").on(imports + "y = ⟦np.concatenate([a, b])⟧\n") ==
        imports + "y = tf.concat([a, b], axis=0)\n");
  CHECK(host("tf.concat").on(imports + "y = ⟦np.concatenate([a, b], 1)⟧\n") == imports + "y = tf.concat([a, b], 1)\n");
}

TEST_CASE("arguments that mean something else in TensorFlow prevent the fix") {
  CHECK(sum.on(imports + "y = ⟦np.sum(x, dtype=np.float64)⟧\n") == not_offered);
  CHECK(sum.on(imports + "y = ⟦np.sum(x, 0, np.float32)⟧\n") == not_offered);
  CHECK(sum.on(imports + "y = ⟦np.sum(*parts)⟧\n") == not_offered);
  CHECK(sum.on(imports + "y = ⟦np.sum(x, **options)⟧\n") == not_offered);
  CHECK(host("tf.math.reduce_std").on(imports + "y = ⟦np.std(x, ddof=1)⟧\n") == not_offered);
  CHECK(host("tf.clip_by_value").on(imports + "y = ⟦np.clip(x, None, 1)⟧\n") == not_offered);
  CHECK(host("tf.where").on(imports + "y = ⟦np.where(x > 0)⟧\n") == not_offered);
  CHECK(host("tf.norm").on(imports + "y = ⟦np.linalg.norm(x, ord=2)⟧\n") == not_offered);
  CHECK(host("tf.norm").on(imports + "y = ⟦np.linalg.norm(x, ord=2, axis=-1)⟧\n") ==
        imports + "y = tf.norm(x, ord=2, axis=-1)\n");
}

TEST_CASE("functions that flatten without an axis are replaced with one only") {
  CHECK(drop.on(imports + "y = np.argmax(⟦x.numpy()⟧, axis=1)\n") == imports + "y = tf.argmax(x, axis=1)\n");
  CHECK(drop.on(imports + "y = np.cumsum(⟦x.numpy()⟧, 0)\n") == imports + "y = tf.cumsum(x, 0)\n");
  CHECK(drop.on(imports + "y = np.argmax(⟦x.numpy()⟧)\n") == not_offered);
}

TEST_CASE("float becomes a cast when the plan is about it") {
  CHECK(host("tf.cast").on(imports + "y = ⟦float(x)⟧ * 2\n") == imports + "y = tf.cast(x, tf.float32) * 2\n");
}

TEST_CASE("a host function without counterpart anywhere on the way prevents the fix") {
  CHECK(drop.on(imports + "y = np.unique(⟦x.numpy()⟧)\n") == not_offered);
  CHECK(sum.on(imports + "y = ⟦np.sum(np.unique(x))⟧\n") == not_offered);
  CHECK(drop.on(imports + "def f(x):\n    a = ⟦x.numpy()⟧\n    return np.unique(a)\n") == not_offered);
  CHECK(drop.on(imports + "import scipy.stats\ny = scipy.stats.entropy(⟦x.numpy()⟧)\n") == not_offered);
  CHECK(drop.on(imports + "y = sorted(⟦x.numpy()⟧)\n") == not_offered);
  CHECK(drop.on(imports + "y = names[⟦x.numpy()⟧]\n") == not_offered);
}

TEST_CASE("a host value that is kept or shown stays a host value") {
  CHECK(drop.on(imports + "self.last = ⟦x.numpy()⟧\n") == not_offered);
  CHECK(drop.on(imports + "last[0] = 2 * ⟦x.numpy()⟧\n") == not_offered);
  CHECK(drop.on(imports + "history.append(⟦x.numpy()⟧)\n") == not_offered);
  CHECK(drop.on(imports + "print(⟦x.numpy()⟧)\n") == not_offered);
  CHECK(drop.on(imports + "text = f\"{⟦x.numpy()⟧}\"\n") == not_offered);
  CHECK(drop.on(imports + "metric.update_state(⟦x.numpy()⟧)\n") == imports + "metric.update_state(x)\n");
}

TEST_CASE("TensorFlow is spelled as the file spells it, and imported where it is not") {
  CHECK(sum.on("import numpy\nimport tensorflow as flow\ny = ⟦numpy.sum(x)⟧\n") ==
        "import numpy\nimport tensorflow as flow\ny = flow.reduce_sum(x)\n");
  CHECK(sum.on("import tensorflow\nfrom numpy import sum as total\ny = ⟦total(x)⟧\n") ==
        "import tensorflow\nfrom numpy import sum as total\ny = tensorflow.reduce_sum(x)\n");
  CHECK(sum.on("\"\"\"Text.\"\"\"\nimport numpy as np\nimport keras\n\n\ndef f(x):\n    return ⟦np.sum(x)⟧\n") ==
        "\"\"\"Text.\"\"\"\nimport numpy as np\nimport keras\nimport tensorflow as tf\n\n\ndef f(x):\n    return "
        "tf.reduce_sum(x)\n");
  CHECK(sum.on("import numpy as np\ntf = 3\ny = ⟦np.sum(x)⟧\n") == not_offered);
  CHECK(sum.on(imports + "def f(x, tf):\n    return ⟦np.sum(x)⟧\n") == not_offered);
}

TEST_CASE("a name that only looks like NumPy is not taken for it") {
  CHECK(drop.on("import tensorflow as tf\nimport jax.numpy as np\ny = np.sum(⟦x.numpy()⟧)\n") == not_offered);
  CHECK(drop.on("import tensorflow as tf\ndef f(np, x):\n    return np.sum(⟦x.numpy()⟧)\n") ==
        "import tensorflow as tf\ndef f(np, x):\n    return np.sum(x)\n");
}

TEST_CASE("a function of the file takes the tensor") {
  CHECK(drop.on(imports + "def half(v):\n    return v / 2\ny = half(⟦x.numpy()⟧)\n") ==
        imports + "def half(v):\n    return v / 2\ny = half(x)\n");
}

}  // namespace
}  // namespace graphfence::tests
