#include "server/config/requirement.h"

#include <doctest/doctest.h>

using namespace graphfence;

namespace {

/// The minors of 2.0 to 2.21 that a specifier allows, as "first-last", "" for none, "?" when it says nothing.
std::string allowed(const char* specifier) {
  std::vector<Release> all;
  for (int minor = 0; minor <= 21; ++minor) all.push_back({2, minor});
  const auto releases = allowed_releases(specifier, all);
  if (!releases) return "?";
  if (releases->empty()) return "";
  return std::to_string(releases->front().minor) + "-" + std::to_string(releases->back().minor);
}

}  // namespace

TEST_CASE("version specifiers in the spellings of pip, Poetry and conda") {
  CHECK(allowed("") == "0-21");
  CHECK(allowed("*") == "0-21");
  CHECK(allowed("==2.15.0") == "15-15");
  CHECK(allowed("==2.15.*") == "15-15");
  CHECK(allowed(">=2.15") == "15-21");
  CHECK(allowed(">2.15.0") == "15-21");
  CHECK(allowed("<2.16") == "0-15");
  CHECK(allowed("<=2.16") == "0-16");
  CHECK(allowed(">=2.10,<2.16") == "10-15");
  CHECK(allowed(">= 2.10 , < 2.16 , != 2.10.*") == "11-15");
  CHECK(allowed("~=2.12") == "12-21");
  CHECK(allowed("~=2.12.0") == "12-12");
  CHECK(allowed("^2.15") == "15-21");
  CHECK(allowed("~2.15") == "15-15");
  CHECK(allowed("=2.15") == "15-15");
  CHECK(allowed("<2") == "");
  CHECK(allowed("@ git+https://x") == "?");
  CHECK(allowed(">=2.15 || <1") == "?");
  CHECK(allowed("banana") == "?");
}

TEST_CASE("requirement lines") {
  const auto plain = parse_requirement("tensorflow[and-cuda] >= 2.15 ; python_version >= '3.9'  # why");
  REQUIRE(plain.has_value());
  CHECK(plain->package == "tensorflow");
  CHECK(plain->specifier == ">= 2.15");
  CHECK(parse_requirement("TensorFlow-CPU==2.15.0 --hash=sha256:abc")->package == "tensorflow_cpu");
  CHECK(parse_requirement("TensorFlow-CPU==2.15.0 --hash=sha256:abc")->specifier == "==2.15.0");
  CHECK(parse_requirement("keras==2.15.0 \\")->specifier == "==2.15.0");
  CHECK(parse_requirement("keras (>=3)")->specifier == ">=3");
  CHECK(parse_requirement("keras @ https://x/y.whl")->specifier.empty());
  CHECK_FALSE(parse_requirement("-r other.txt").has_value());
  CHECK_FALSE(parse_requirement("# nothing").has_value());
  CHECK_FALSE(parse_requirement("").has_value());
  CHECK_FALSE(parse_requirement("keras[").has_value());
}

TEST_CASE("releases of installed packages") {
  CHECK(parse_release("2.15.1") == Release{2, 15});
  CHECK(parse_release("2.16.0rc0") == Release{2, 16});
  CHECK(parse_release("3.0") == Release{3, 0});
  CHECK_FALSE(parse_release("dev").has_value());
  CHECK_FALSE(parse_release("99999999999999").has_value());
}

TEST_CASE("names of a target version") {
  CHECK(parse_target_name("2.15")->tf_minor == 15);
  CHECK(parse_target_name("2.15")->tf_keras == KerasGeneration::Keras2);
  CHECK(parse_target_name("2.15")->keras == KerasGeneration::Keras2);
  CHECK(parse_target_name("2.16.1")->tf_keras == KerasGeneration::Keras3);
  CHECK(parse_target_name("keras2")->tf_keras == KerasGeneration::Keras2);
  CHECK(parse_target_name("keras3")->keras == KerasGeneration::Keras3);
  CHECK(parse_target_name("2.21")->known);
  for (const char* wrong : {"", "2", "1.15", "3.0", "2.x", "2.15rc1", "keras", "2.", "2.1000", ".15"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_target_name(wrong).has_value());
  }
}
