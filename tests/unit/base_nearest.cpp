#include "analysis/base/nearest.h"

#include <doctest/doctest.h>

#include <string>

using namespace graphfence;

TEST_CASE("the nearest name is the one with the fewest changes") {
  CHECK(nearest("tensor-lek", {"add-loss", "tensor-leak"}) == "tensor-leak");
  CHECK(nearest("chekc", {"check", "rules", "explain"}) == "check");
  CHECK(nearest("check", {"check"}) == "check");
  CHECK(nearest("selct", {"severity", "select"}) == "select");
  CHECK(nearest("ab", {"ac", "ad"}) == "ac");
}

TEST_CASE("what is not near is no suggestion") {
  CHECK(nearest("nosuch", {"losses", "host", "keras", "escapes", "frozen-first-trace"}).empty());
  CHECK(nearest("x", {}).empty());
  CHECK(nearest("", {"a", "check"}).empty());
  CHECK(nearest("x", {"y"}).empty());
  CHECK(nearest("E501", {"host"}).empty());
  CHECK(nearest(std::string(200, 'a'), {std::string(199, 'a')}).empty());
}
