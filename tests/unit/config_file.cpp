#include "server/config/config_file.h"

#include <doctest/doctest.h>

#include "tests/unit/config_temporary_folder.h"

using namespace graphfence;
using graphfence::tests::TemporaryFolder;

namespace {

RuleSummary rule(const char* id, const char* family) {
  return {id, family, "", Severity::Error, FixClass::D, ""};
}

RuleNames three_rules() {
  return RuleNames(
      {rule("tensor-leak", "escape"), rule("add-loss-in-call", "losses"), rule("losses-left-out", "losses")});
}

ConfigReading parse(const char* text) {
  return parse_config(text, "/p/graphfence.toml", three_rules());
}

/// The only problem of a text that has one.
std::string problem_in(const char* text) {
  const ConfigReading reading = parse(text);
  CHECK_FALSE(reading.file.has_value());
  REQUIRE(reading.problems.size() == 1);
  return to_string(reading.problems[0]);
}

}  // namespace

TEST_CASE("a configuration file with everything in it") {
  const ConfigReading reading = parse(R"(
select = ["losses", "tensor-leak"]
ignore = ["losses-left-out"]
exclude = ["third_party/"]
tf-version = "2.15"
src = ["src", "../shared", "."]

[per-file-ignores]
"tests/*" = ["losses"]

[severity]
tensor-leak = "warning"
losses = "off"
)");
  for (const ConfigProblem& problem : reading.problems) MESSAGE(to_string(problem));
  REQUIRE(reading.file.has_value());
  CHECK(reading.file->folder == "/p");
  CHECK(reading.file->select == std::vector<std::string>{"add-loss-in-call", "losses-left-out", "tensor-leak"});
  CHECK(reading.file->ignore == std::vector<std::string>{"losses-left-out"});
  CHECK(reading.file->exclude == std::vector<std::string>{"third_party/"});
  CHECK(reading.file->tf_version == "2.15");
  std::vector<std::string> folders;
  for (const SourceFolder& folder : reading.file->src) folders.push_back(folder.path);
  CHECK(folders == std::vector<std::string>{"/p/src", "/shared", "/p"});
  REQUIRE(reading.file->per_file_ignores.size() == 1);
  CHECK(reading.file->per_file_ignores[0].rules.size() == 2);
  REQUIRE(reading.file->severity.size() == 3);
}

TEST_CASE("an empty configuration file selects all rules") {
  const ConfigReading reading = parse("");
  REQUIRE(reading.file.has_value());
  CHECK_FALSE(reading.file->select.has_value());
}

TEST_CASE("problems name file, line and column") {
  CHECK(problem_in("select = [\n  \"tensor-leek\"]") ==
        "/p/graphfence.toml:2:3: unknown rule `tensor-leek`; did you mean `tensor-leak`?");
  CHECK(problem_in("slect = []") == "/p/graphfence.toml:1:1: unknown key `slect`; did you mean `select`?");
  CHECK(problem_in("select = 3").starts_with("/p/graphfence.toml:1:10: "));
  CHECK(problem_in("ignore = [3]").starts_with("/p/graphfence.toml:1:11: "));
  CHECK(problem_in("[severity]\ntensor-leak = \"fatal\"").starts_with("/p/graphfence.toml:2:15: a severity is one of"));
  CHECK(problem_in("[severity]\ntensor = \"error\"").find("unknown rule `tensor`") != std::string::npos);
  CHECK(problem_in("tf-version = 2.15").find("must be a string") != std::string::npos);
  CHECK(problem_in("tf-version = \"1.15\"").find("tf-version") != std::string::npos);
  CHECK(problem_in("select = [").starts_with("/p/graphfence.toml:1:"));
  CHECK(problem_in("per-file-ignores = []").find("must be a table") != std::string::npos);
}

TEST_CASE("every problem of a file is reported, not only the first") {
  CHECK(parse("a = 1\nb = 2\nselect = [\"x\"]").problems.size() == 3);
}

TEST_CASE("deep nesting and other rubbish are problems, not crashes") {
  CHECK(parse(std::string("select = " + std::string(100000, '[')).c_str()).problems.size() == 1);
  CHECK(parse("\xFF\xFE").problems.size() == 1);
  CHECK(parse("select = ü").problems.size() == 1);
  CHECK(parse("[[[").problems.size() == 1);
}

TEST_CASE("pyproject.toml counts only with our table") {
  const RuleNames names = three_rules();
  const auto none = parse_config("[tool.ruff]\nselect = []", "/p/pyproject.toml", names);
  CHECK_FALSE(none.file.has_value());
  CHECK(none.problems.empty());
  const auto ours = parse_config("[tool.graphfence]\nignore = [\"tensor-leak\"]", "/p/pyproject.toml", names);
  REQUIRE(ours.file.has_value());
  CHECK(ours.file->ignore == std::vector<std::string>{"tensor-leak"});
  const auto wrong = parse_config("[tool]\ngraphfence = 1", "/p/pyproject.toml", names);
  CHECK(wrong.problems.size() == 1);
}

TEST_CASE("the nearest configuration wins, and graphfence.toml over pyproject.toml") {
  const TemporaryFolder folder;
  const RuleNames names = three_rules();
  folder.write("graphfence.toml", "");
  folder.write("a/pyproject.toml", "[project]\nname = 'x'\n");
  folder.make_folder("a/b");
  CHECK(find_config(folder.at("a/b"), names).file->path == folder.at("graphfence.toml"));
  folder.write("a/pyproject.toml", "[tool.graphfence]\n");
  CHECK(find_config(folder.at("a/b"), names).file->path == folder.at("a/pyproject.toml"));
  folder.write("a/graphfence.toml", "");
  CHECK(find_config(folder.at("a/b"), names).file->path == folder.at("a/graphfence.toml"));
}

TEST_CASE("a broken pyproject.toml that does not mention us is not our business") {
  const TemporaryFolder folder;
  folder.write("graphfence.toml", "");
  folder.write("a/pyproject.toml", "[[[");
  CHECK(find_config(folder.at("a"), three_rules()).file->path == folder.at("graphfence.toml"));
  folder.write("a/pyproject.toml", "[tool.graphfence\n");
  CHECK(find_config(folder.at("a"), three_rules()).problems.size() == 1);
}

TEST_CASE("an unknown key is told with the nearest one, or with all") {
  const auto message = [](const std::string& text) {
    const ConfigReading reading = parse_config(text, "/p/graphfence.toml", three_rules());
    REQUIRE(reading.problems.size() == 1);
    return reading.problems[0].message;
  };
  CHECK(message("exlcude = []\n") == "unknown key `exlcude`; did you mean `exclude`?");
  CHECK(message("tf_version = '2.15'\n") == "unknown key `tf_version`; did you mean `tf-version`?");
  CHECK(message("line-length = 100\n") ==
        "unknown key `line-length`; the keys are exclude, ignore, per-file-ignores, select, severity, src, tf-version");
}

TEST_CASE("the header of pyproject.toml has no place in graphfence.toml") {
  for (const char* text : {"[tool.graphfence]\nselect = []\n", "[tool.graphfence.severity]\n"}) {
    const ConfigReading reading = parse_config(text, "/p/graphfence.toml", three_rules());
    REQUIRE(reading.problems.size() == 1);
    CHECK(reading.problems[0].message ==
          "unknown key `tool`; in graphfence.toml the settings stand without the header `[tool.graphfence]`");
    CHECK(reading.problems[0].line == 1);
  }
}
