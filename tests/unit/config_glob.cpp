#include "server/config/glob.h"

#include <doctest/doctest.h>

using namespace graphfence;

namespace {

/// Does the `.gitignore` line name the path?
bool names(const char* line, const char* path, bool is_directory = false) {
  const auto pattern = parse_ignore_pattern(line);
  REQUIRE(pattern.has_value());
  return names_path(*pattern, path, is_directory);
}

}  // namespace

TEST_CASE("a star stays within one component of the path") {
  CHECK(glob_match("*.py", "a.py"));
  CHECK_FALSE(glob_match("*.py", "b/a.py"));
  CHECK(glob_match("a*c*e", "abcde"));
  CHECK_FALSE(glob_match("a*c*e", "abcd"));
  CHECK(glob_match("*", ".hidden"));
  CHECK(glob_match("a/*/c", "a/b/c"));
  CHECK_FALSE(glob_match("a/*/c", "a/b/b/c"));
}

TEST_CASE("two stars stand for any number of components") {
  CHECK(glob_match("**/c", "c"));
  CHECK(glob_match("**/c", "a/b/c"));
  CHECK(glob_match("a/**/c", "a/c"));
  CHECK(glob_match("a/**/c", "a/x/y/c"));
  CHECK(glob_match("a/**", "a/x/y"));
  CHECK_FALSE(glob_match("a/**", "a"));
  CHECK(glob_match("a/**/b/**/c", "a/b/b/x/c"));
  CHECK_FALSE(glob_match("a/**/b", "a/x/c"));
}

TEST_CASE("sets, single characters and quoted characters") {
  CHECK(glob_match("[a-c]x", "bx"));
  CHECK_FALSE(glob_match("[a-c]x", "dx"));
  CHECK(glob_match("[!a-c]x", "dx"));
  CHECK(glob_match("[]a]", "]"));
  CHECK(glob_match("a?c", "abc"));
  CHECK_FALSE(glob_match("a?c", "ac"));
  CHECK(glob_match("\\*", "*"));
  CHECK_FALSE(glob_match("\\*", "a"));
  CHECK(glob_match("[ab", "[ab"));
  CHECK_FALSE(glob_match("[ab", "a"));
}

TEST_CASE("a hostile pattern costs no more than its length times the path's") {
  std::string pattern;
  for (int i = 0; i < 2000; ++i) pattern += "*a";
  const std::string path(20000, 'a');
  // Exponential matching would not come back.
  CHECK_FALSE(glob_match(pattern + "b", path));
}

TEST_CASE("lines of an ignore file: comments, negation, quoted spaces") {
  CHECK_FALSE(parse_ignore_pattern("").has_value());
  CHECK_FALSE(parse_ignore_pattern("# a").has_value());
  CHECK_FALSE(parse_ignore_pattern("   ").has_value());
  CHECK_FALSE(parse_ignore_pattern("/").has_value());
  CHECK(parse_ignore_pattern("!a")->negated);
  CHECK(parse_ignore_pattern("\\!a")->negated == false);
  CHECK(names("\\!a", "!a"));
  CHECK(names("\\#a", "#a"));
  CHECK(names("a  ", "a"));
  CHECK(names("a\\ ", "a "));
  CHECK(names("a\r", "a"));
}

TEST_CASE("a pattern without a slash names things at any depth, one with a slash only from its folder") {
  CHECK(names("a.py", "x/y/a.py"));
  CHECK(names("/a.py", "a.py"));
  CHECK_FALSE(names("/a.py", "x/a.py"));
  CHECK(names("x/a.py", "x/a.py"));
  CHECK_FALSE(names("x/a.py", "y/x/a.py"));
  CHECK(names("gen/", "x/gen", true));
  CHECK_FALSE(names("gen/", "x/gen", false));
}

TEST_CASE("a pattern that names a folder covers the files in it") {
  CHECK(covers_file(*parse_ignore_pattern("tests/"), "a/tests/b/c.py"));
  CHECK(covers_file(*parse_ignore_pattern("tests"), "tests/c.py"));
  CHECK_FALSE(covers_file(*parse_ignore_pattern("tests/"), "a/tests"));
  CHECK(covers_file(*parse_ignore_pattern("*_test.py"), "a/b_test.py"));
  CHECK_FALSE(covers_file(*parse_ignore_pattern("/b"), "a/b/c.py"));
}
