#include "server/config/configuration.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/unit/config_temporary_folder.h"

using namespace graphfence;
using graphfence::tests::TemporaryFolder;

namespace {

const Environment no_variables = [](const std::string&) { return std::optional<std::string>(); };

bool has(const std::vector<std::string>& list, const std::string& value) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

std::string some_rule() {
  REQUIRE_FALSE(rule_catalogue().empty());
  return rule_catalogue().front().id;
}

}  // namespace

TEST_CASE("import roots: configured ones, then src, then the project") {
  const TemporaryFolder folder;
  folder.write("graphfence.toml", "src = ['lib']\n");
  folder.make_folder("src");
  folder.make_folder("a/b");
  ConfigOverrides overrides;
  overrides.roots = {"/elsewhere", folder.path()};
  const Configuration found = load_configuration(folder.at("a/b"), overrides, no_variables);
  CHECK(found.root == folder.path());
  CHECK(found.engine.roots ==
        std::vector<std::string>{folder.at("lib"), folder.at("src"), folder.path(), "/elsewhere"});
}

TEST_CASE("a folder that `src` names and that is none is a warning with its place, and the settings hold") {
  const TemporaryFolder folder;
  folder.write("graphfence.toml",
               "ignore = ['losses']\nsrc = ['lib', 'nosuch',\n       'a.py', '../nowhere-at-all']\n");
  folder.make_folder("lib");
  folder.write("a.py", "");
  const Configuration found = load_configuration(folder.path(), {}, no_variables);
  CHECK(found.problems.empty());
  CHECK(!found.engine.rules.ignore.empty());
  std::vector<std::string> warnings;
  for (const ConfigProblem& warning : found.warnings) warnings.push_back(to_string(warning));
  const std::string file = folder.at("graphfence.toml");
  CHECK(warnings == std::vector<std::string>{file + ":2:15: `src` names `nosuch`, which is no folder",
                                             file + ":3:8: `src` names `a.py`, which is no folder",
                                             file + ":3:16: `src` names `../nowhere-at-all`, which is no folder"});
}

TEST_CASE("a package named src is no src layout") {
  const TemporaryFolder folder;
  folder.write("setup.py", "");
  folder.write("src/__init__.py", "");
  const Configuration found = load_configuration(folder.at("src"), {}, no_variables);
  CHECK(found.engine.roots == std::vector<std::string>{folder.path()});
}

TEST_CASE("exclude and per-file-ignores are relative to their file and cover folders") {
  const TemporaryFolder folder;
  folder.write("graphfence.toml",
               "exclude = ['gen/', '/top.py', '*_pb2.py', 'x/**', '!x/keep.py']\n[per-file-ignores]\n'tests/' = "
               "['all']\n'!lib/*' = ['all']\n");
  const Configuration found = load_configuration(folder.path(), {}, no_variables);
  CHECK(found.excludes(folder.at("a/gen"), true));
  CHECK(found.excludes(folder.at("a/gen/b.py"), false));
  CHECK_FALSE(found.excludes(folder.at("a/gen"), false));
  CHECK(found.excludes(folder.at("top.py"), false));
  CHECK_FALSE(found.excludes(folder.at("a/top.py"), false));
  CHECK(found.excludes(folder.at("a/b_pb2.py"), false));
  CHECK(found.excludes(folder.at("x/a.py"), false));
  CHECK_FALSE(found.excludes(folder.at("x/keep.py"), false));
  CHECK_FALSE(found.excludes("/somewhere/else/gen", true));
  CHECK(found.ignores(folder.at("tests/deep/a.py"), some_rule()));
  CHECK(found.ignores(folder.at("other/a.py"), some_rule()));
  CHECK_FALSE(found.ignores(folder.at("lib/a.py"), some_rule()));
  CHECK_FALSE(found.ignores(folder.at("tests/a.py"), "no-such-rule"));
}

TEST_CASE("the command line's choice of rules wins over the file's") {
  const TemporaryFolder folder;
  const std::string rule = some_rule();
  folder.write("graphfence.toml", "ignore = ['" + rule + "']\n");
  ConfigOverrides overrides;
  CHECK(has(load_configuration(folder.path(), overrides, no_variables).engine.rules.ignore, rule));
  overrides.select = {rule};
  const RuleSettings rules = load_configuration(folder.path(), overrides, no_variables).engine.rules;
  CHECK(rules.select == std::vector<std::string>{rule});
  CHECK_FALSE(has(rules.ignore, rule));
  overrides.ignore = {rule};
  CHECK(has(load_configuration(folder.path(), overrides, no_variables).engine.rules.ignore, rule));
}

TEST_CASE("an empty selection selects nothing") {
  const TemporaryFolder folder;
  folder.write("graphfence.toml", "select = []\n");
  CHECK(has(load_configuration(folder.path(), {}, no_variables).engine.rules.ignore, some_rule()));
}

TEST_CASE("a broken file is reported and its settings are left out") {
  const TemporaryFolder folder;
  folder.write("graphfence.toml", "tf-version = '2.15'\nselect = 3\n");
  const Configuration found = load_configuration(folder.path(), {}, no_variables);
  REQUIRE(found.problems.size() == 1);
  CHECK(found.problems[0].line == 2);
  CHECK(found.engine.target.origin == "assumed");
}

TEST_CASE("without configuration files only the command line counts") {
  const TemporaryFolder folder;
  folder.write("graphfence.toml", "tf-version = '2.15'\n");
  ConfigOverrides overrides;
  overrides.use_files = false;
  CHECK(load_configuration(folder.path(), overrides, no_variables).engine.target.origin == "assumed");
  overrides.tf_version = "2.12";
  CHECK(load_configuration(folder.path(), overrides, no_variables).engine.target.tf_minor == 12);
}

TEST_CASE("a package's parent is the first folder that is no package") {
  const TemporaryFolder folder;
  folder.write("p/a/b/m.py", "");
  folder.write("p/a/b/__init__.py", "");
  folder.write("p/a/__init__.py", "");
  CHECK(package_parent(folder.at("p/a/b/m.py")) == folder.at("p"));
  CHECK(package_parent(folder.at("p/script.py")) == folder.at("p"));
}
