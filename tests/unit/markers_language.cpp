#include <doctest/doctest.h>

#include "tests/support/markers.h"

namespace graphfence::tests {
namespace {

Marker only(std::string_view text) {
  const Fixture fixture = parse_fixture(text, "main.py");
  CHECK(fixture.problems == std::vector<std::string>());
  REQUIRE(fixture.sections.size() == 1);
  REQUIRE(fixture.sections[0].markers.size() == 1);
  return fixture.sections[0].markers[0];
}

std::string problem(std::string_view text) {
  const Fixture fixture = parse_fixture(text, "main.py");
  REQUIRE(fixture.problems.size() == 1);
  return fixture.problems[0];
}

TEST_CASE("an expectation at the end of a line names a rule, and if it likes a level, a version and a text") {
  Marker marker = only("x = 1\ny = 2  # expect: some-rule\n");
  CHECK(marker.kind == Marker::Kind::Finding);
  CHECK(marker.line == 1);
  CHECK(marker.shown == 2);
  CHECK(marker.rule == "some-rule");
  CHECK_FALSE(marker.severity.has_value());
  CHECK_FALSE(marker.columns.has_value());
  CHECK(marker.text.empty());

  marker = only("y = 2  # expect: some-rule error on 2.15 \"lost for ever\"");
  CHECK(marker.severity == Severity::Error);
  CHECK(marker.version == "2.15");
  CHECK(only("y  # expect: some-rule \"in `call`\"\n").text == "in `call`");
  CHECK(only("y  # expect: some-rule hint\n").severity == Severity::Hint);
}

TEST_CASE("several markers share a line, also behind other comments") {
  const Fixture fixture = parse_fixture(
      "y = 2  # why  # expect: rule-a  # expect: rule-b warning  # known-miss: rule-c: later\n", "main.py");
  CHECK(fixture.problems == std::vector<std::string>());
  const auto& markers = fixture.sections[0].markers;
  REQUIRE(markers.size() == 3);
  CHECK(markers[0].rule == "rule-a");
  CHECK(markers[1].rule == "rule-b");
  CHECK(markers[1].severity == Severity::Warning);
  CHECK(markers[2].kind == Marker::Kind::KnownMiss);
  CHECK(markers[2].text.empty());
  CHECK(markers[2].reason == "later");
  const Marker with_text = only("y  # known-miss: rule-c hint \"in `call`\": later\n");
  CHECK(with_text.text == "in `call`");
  CHECK(with_text.reason == "later");
}

TEST_CASE("carets mark a range on the line of code above, whatever lines of carets stand between") {
  const Fixture fixture = parse_fixture(
      "\n"
      "    self.last = y\n"
      "#   ^^^^^^^^^ some-rule warning on 2.21: outlives\n"
      "    #         ^ note: made: here\n"
      "#   ^ hover on 2.15: FuncGraph\n",
      "main.py");
  CHECK(fixture.problems == std::vector<std::string>());
  const auto& markers = fixture.sections[0].markers;
  REQUIRE(markers.size() == 3);
  CHECK(markers[0].line == 1);
  CHECK(markers[0].columns == Columns{4, 13});
  CHECK(markers[0].severity == Severity::Warning);
  CHECK(markers[0].version == "2.21");
  CHECK(markers[0].text == "outlives");
  CHECK(markers[1].kind == Marker::Kind::Note);
  CHECK(markers[1].line == 1);
  CHECK(markers[1].columns == Columns{14, 15});
  CHECK(markers[1].text == "made: here");
  CHECK(markers[2].kind == Marker::Kind::Hover);
  CHECK(markers[2].version == "2.15");
  CHECK(markers[2].text == "FuncGraph");
}

TEST_CASE("a range that begins in the first column is marked with <") {
  const Marker marker = only("model.fit(x)\n#<^^^^^^^^^^ some-rule\n");
  CHECK(marker.columns == Columns{0, 12});
  CHECK(marker.rule == "some-rule");
}

TEST_CASE("sections are files, and edits begin steps") {
  const Fixture fixture = parse_fixture(
      "# options: tf-version=2.21+2.8, legacy-keras=1\n"
      "import util\n"
      "# --- file: pkg/util.py\n"
      "x = 1  # expect: some-rule\n"
      "# --- edit: pkg/util.py\n"
      "x = 2\n",
      "main.py");
  CHECK(fixture.problems == std::vector<std::string>());
  CHECK(fixture.versions == std::vector<std::string>{"2.21", "2.8"});
  CHECK(fixture.legacy_keras);
  CHECK(fixture.steps == 2);
  REQUIRE(fixture.sections.size() == 3);
  CHECK(fixture.sections[0].path == "main.py");
  CHECK(fixture.sections[1].path == "pkg/util.py");
  CHECK(fixture.sections[1].text == "x = 1  # expect: some-rule\n");
  CHECK(fixture.sections[1].step == 0);
  CHECK(fixture.sections[1].first_line == 4);
  CHECK(fixture.sections[1].markers[0].line == 0);
  CHECK(fixture.sections[1].markers[0].shown == 4);
  CHECK(fixture.sections[2].step == 1);
}

TEST_CASE("one step can change several files") {
  const Fixture fixture = parse_fixture(
      "# known-stale: names are not watched\nx = 1\n# --- file: b.py\ny = 1\n# --- edit: main.py\nx = 2\n# --- also: "
      "b.py\ny = 2\n",
      "main.py");
  CHECK(fixture.problems == std::vector<std::string>());
  CHECK(fixture.known_stale);
  CHECK(fixture.steps == 2);
  REQUIRE(fixture.sections.size() == 4);
  CHECK(fixture.sections[3].path == "b.py");
  CHECK(fixture.sections[3].step == 1);
}

TEST_CASE("comments alone above the first section are no file") {
  const Fixture fixture = parse_fixture("# what this shows\n\n# --- file: a.py\nx = 1\n", "main.py");
  REQUIRE(fixture.sections.size() == 1);
  CHECK(fixture.sections[0].path == "a.py");
}

TEST_CASE("a fixture runs on both generations of Keras unless it says otherwise") {
  CHECK(parse_fixture("x = 1", "main.py").versions == std::vector<std::string>{"2.15", "2.21"});
  CHECK(parse_fixture("# options: tf-version=2.21\n", "main.py").versions == std::vector<std::string>{"2.21"});
}

TEST_CASE("markers that say nothing are refused, with their line") {
  CHECK(problem("x  # expect: Rule\n").find("1: `Rule` is no rule") == 0);
  CHECK(problem("\nx  # expect: some-rule what\n").find("2: unexpected") == 0);
  CHECK(problem("x  # expect: some-rule \"text\n").find("no closing quote") != std::string::npos);
  CHECK(problem("x  # expects: some-rule\n").find("unknown marker `expects`") != std::string::npos);
  CHECK(problem("x  # known-wrong: some-rule\n").find("unknown marker `known-wrong`") != std::string::npos);
  CHECK(problem("x  # known-miss: some-rule\n").find("reason") != std::string::npos);
  CHECK(problem("#  ^^ some-rule\n").find("no line of code") != std::string::npos);
  CHECK(problem("xyz\n# ^ some-rule what\n").find("part of the message") != std::string::npos);
  CHECK(problem("# --- edit: other.py\n").find("never there") != std::string::npos);
  CHECK(problem("x = 1\n# --- also: main.py\n").find("without an edit") != std::string::npos);
  CHECK(problem("# known-stale:\n").find("reason") != std::string::npos);
  CHECK(problem("# --- file: main.py\n").find("there already") != std::string::npos);
  CHECK(problem("# options: colour=red\n").find("unknown option") != std::string::npos);
  CHECK(problem("x  # expect: some-rule on 2.8\n").find("not run on 2.8") != std::string::npos);
}

TEST_CASE("the heads of runnable programs and ordinary comments are no markers") {
  const Fixture fixture = parse_fixture(
      "# expect-error: none\n"
      "# expect-phase: both\n"
      "# x ^ y, not a marker\n"
      "x = 1  # we expect nothing here\n",
      "main.py");
  CHECK(fixture.problems == std::vector<std::string>());
  CHECK(fixture.sections[0].markers.empty());
}

}  // namespace
}  // namespace graphfence::tests
