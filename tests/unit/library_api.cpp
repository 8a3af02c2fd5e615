#include "analysis/library/api.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

using namespace graphfence::library;

namespace {

struct Name {
  std::string_view path;
  std::string_view target;
};

#define API(path, ...) std::string_view{path},
constexpr auto paths = std::to_array<std::string_view>({
#include "analysis/library/api_tables.inc"
});
#undef API

#define ALIAS(path, target) Name{path, target},
constexpr auto aliases = std::to_array<Name>({
#include "analysis/library/api_aliases.def"
});
#undef ALIAS

#define PREFIX(path, target) Name{path, target},
constexpr auto prefixes = std::to_array<Name>({
#include "analysis/library/api_prefixes.def"
});
#undef PREFIX

#define OPAQUE(path) std::string_view{path},
constexpr auto opaque = std::to_array<std::string_view>({
#include "analysis/library/api_opaque.def"
});
#undef OPAQUE

std::string_view module_of(std::string_view path) {
  return path.substr(0, path.rfind('.'));
}

const Api& entry(std::string_view path) {
  const Api* api = find_api(path);
  CAPTURE(path);
  REQUIRE(api != nullptr);
  return *api;
}

}  // namespace

TEST_CASE("every row of the library table is found under its own path") {
  CHECK(paths.size() >= 700);
  for (const std::string_view path : paths) {
    CAPTURE(path);
    CHECK(entry(path).path == path);
  }
}

TEST_CASE("no path has two rows, none is both an entry and an alias, and the short lists are in order") {
  std::vector<std::string_view> all(paths.begin(), paths.end());
  std::ranges::sort(all);
  CHECK(std::ranges::adjacent_find(all) == all.end());
  CHECK(std::ranges::is_sorted(aliases, {}, &Name::path));
  CHECK(std::ranges::is_sorted(prefixes, {}, &Name::path));
  CHECK(std::ranges::is_sorted(opaque));
  for (const Name& alias : aliases) {
    CAPTURE(alias.path);
    CHECK_FALSE(std::ranges::binary_search(all, alias.path));
  }
}

TEST_CASE("every alias leads to the entry of its target") {
  for (const Name& alias : aliases) {
    CAPTURE(alias.path);
    CHECK(entry(alias.path).path == alias.target);
  }
}

TEST_CASE("replacing the beginning of a path always ends") {
  for (const Name& prefix : prefixes) {
    CAPTURE(prefix.path);
    CHECK(prefix.target.size() < prefix.path.size());
    CHECK(prefix.path.ends_with('.'));
    CHECK(prefix.target.ends_with('.'));
  }
}

TEST_CASE("every counterpart is itself a TensorFlow function of the table") {
  std::size_t counterparts = 0;
  for (const std::string_view path : paths) {
    const Api& api = entry(path);
    if (api.counterpart.empty() || api.maker) continue;
    ++counterparts;
    CAPTURE(path);
    CAPTURE(api.counterpart);
    CHECK(module_of(api.counterpart).starts_with("tf"));
    CHECK(entry(api.counterpart).use == (api.counterpart == "tf.timestamp"           ? Use::Nothing
                                         : api.counterpart == "tf.convert_to_tensor" ? Use::Look
                                                                                     : Use::Consume));
  }
  CHECK(counterparts > 50);
}

TEST_CASE("only callers of functions name a callable argument, and only they run one") {
  for (const std::string_view path : paths) {
    const Api& api = entry(path);
    CAPTURE(path);
    if (api.callback == Callback::None) CHECK(api.callback_argument == 0);
    if (api.use == Use::Host && api.result == Result::Array) CHECK_FALSE(api.differentiable);
  }
  CHECK(entry("tf.while_loop").callback == Callback::WhileLoop);
  CHECK(entry("tf.cond").callback_argument == 1);
  CHECK(entry("tf.map_fn").callback == Callback::Map);
  CHECK(entry("tf.numpy_function").callback == Callback::PyFunction);
  CHECK_FALSE(entry("tf.numpy_function").differentiable);
  CHECK(entry("tf.py_function").differentiable);
}

TEST_CASE("other spellings of a module lead to the same entry") {
  const Api* sum = find_api("tf.reduce_sum");
  REQUIRE(sum != nullptr);
  CHECK(find_api("tf.math.reduce_sum") == sum);
  CHECK(find_api("tensorflow.math.reduce_sum") == sum);
  CHECK(find_api("tf.compat.v1.reduce_sum") == sum);
  CHECK(find_api("tf.compat.v2.math.reduce_sum") == sum);
  CHECK(find_api("numpy.sum") == find_api("np.sum"));
  CHECK(find_api("keras.ops.numpy.sum") == find_api("keras.ops.sum"));
  CHECK(find_api("tf.keras.ops.nn.relu") == find_api("keras.ops.relu"));
  CHECK(find_api("tf_keras.backend.get_value") == find_api("keras.backend.get_value"));
}

TEST_CASE("an unknown or incomplete path has no entry") {
  for (const std::string_view path : {"", ".", "tf", "tf.", "tf.reduce_su", "tf.reduce_summ", "reduce_sum", "keras.",
                                      "numpy.", "tf.compat.v1.", "tf.keras", "np"}) {
    CAPTURE(path);
    CHECK(find_api(path) == nullptr);
  }
}

TEST_CASE("functions without an entry make tensors only where TensorFlow's do") {
  for (const std::string_view path :
       {"tf.some_new_op", "tf.math.some_new_op", "tf.raw_ops.MatMul", "keras.ops.new_op",
        "tf.compat.v1.matrix_band_part", "tf.experimental.numpy.sum", "tf.keras.ops.new_op"}) {
    CAPTURE(path);
    CHECK(makes_tensors_by_default(path));
  }
  for (const std::string_view path : {"tf.Module", "tf.config.anything", "tf.train.load_checkpoint", "np.anything",
                                      "keras.layers.Dense", "keras.utils.anything", "tf.keras.models.load_model",
                                      "math.sqrt", "tfp.distributions.normal", "", "tf.", "keras.ops."}) {
    CAPTURE(path);
    CHECK_FALSE(makes_tensors_by_default(path));
  }
}

TEST_CASE("what happens to a leaked or symbolic tensor is as measured") {
  CHECK(entry("tf.is_tensor").use == Use::Look);
  CHECK(entry("builtins.isinstance").use == Use::Look);
  CHECK(entry("tf.convert_to_tensor").result == Result::Argument);
  CHECK(entry("tf.convert_to_tensor").use == Use::Look);
  CHECK(entry("tf.identity").use == Use::Consume);
  CHECK(entry("np.mean").use == Use::Host);
  CHECK(entry("np.mean").counterpart == "tf.reduce_mean");
  CHECK(entry("np.shape").use == Use::Look);
  CHECK(entry("keras.backend.get_value").use == Use::Host);
  CHECK(entry("tf.constant").use == Use::Host);
  CHECK(entry("tf.constant").differentiable);
  CHECK_FALSE(entry("tf.argmax").differentiable);
  CHECK_FALSE(entry("tf.one_hot").differentiable);
  CHECK(entry("np.random.normal").random);
  CHECK_FALSE(entry("tf.random.normal").random);
  CHECK(entry("builtins.print").effect);
  CHECK(entry("tf.unstack").result == Result::Tensors);
  CHECK(entry("tf.data.Dataset.from_generator").result == Result::Dataset);
}
