#include "analysis/library/reserved_attributes.h"

#include <doctest/doctest.h>

#include <string_view>

using namespace graphfence::library;

namespace {

Reserved layer2(std::string_view name) {
  return reserved_attribute(Generation::Keras2, false, name);
}
Reserved model2(std::string_view name) {
  return reserved_attribute(Generation::Keras2, true, name);
}
Reserved layer3(std::string_view name) {
  return reserved_attribute(Generation::Keras3, false, name);
}
Reserved model3(std::string_view name) {
  return reserved_attribute(Generation::Keras3, true, name);
}

}  // namespace

TEST_CASE("collected losses, metrics and weights are read-only everywhere") {
  for (const std::string_view name : {"losses", "metrics", "weights", "variables", "trainable_weights",
                                      "non_trainable_variables", "dtype", "input"}) {
    CAPTURE(name);
    CHECK(layer2(name) == Reserved::ReadOnly);
    CHECK(model2(name) == Reserved::ReadOnly);
    CHECK(layer3(name) == Reserved::ReadOnly);
    CHECK(model3(name) == Reserved::ReadOnly);
  }
}

TEST_CASE("the name is read-only in Keras 2 and free in Keras 3") {
  CHECK(layer2("name") == Reserved::ReadOnly);
  CHECK(model2("name") == Reserved::ReadOnly);
  CHECK(layer3("name") == Reserved::Free);
  CHECK(model3("name") == Reserved::Free);
}

TEST_CASE("some attributes are reserved in models only") {
  for (const std::string_view name : {"layers", "metrics_names", "distribute_strategy"}) {
    CAPTURE(name);
    CHECK(layer2(name) == Reserved::Free);
    CHECK(model2(name) == Reserved::ReadOnly);
    CHECK(layer3(name) == Reserved::Free);
    CHECK(model3(name) == Reserved::ReadOnly);
  }
  CHECK(layer2("optimizer") == Reserved::Free);
  CHECK(model2("optimizer") == Reserved::Overwritten);
  CHECK(model3("history") == Reserved::Overwritten);
}

TEST_CASE("typed setters differ between the generations") {
  CHECK(layer2("input_spec") == Reserved::Typed);
  CHECK(layer3("input_spec") == Reserved::Free);
  CHECK(layer2("dtype_policy") == Reserved::ReadOnly);
  CHECK(layer3("dtype_policy") == Reserved::Free);
}

TEST_CASE("a method is shadowed and an ordinary name is free") {
  CHECK(layer2("call") == Reserved::Shadowed);
  CHECK(layer3("build") == Reserved::Shadowed);
  CHECK(model3("train_step") == Reserved::Shadowed);
  CHECK(layer3("train_step") == Reserved::Free);
  for (const std::string_view name :
       {"outputs", "inputs", "mask", "states", "kernel", "activation", "built", "trainable", "", "zzz"}) {
    CAPTURE(name);
    CHECK(layer2(name) == Reserved::Free);
    CHECK(model2(name) == Reserved::Free);
    CHECK(layer3(name) == Reserved::Free);
    CHECK(model3(name) == Reserved::Free);
  }
}
