#include "server/config/target_version.h"

#include <doctest/doctest.h>

#include <map>

#include "server/config/pipfile_lock.h"
#include "server/config/toml_reader.h"
#include "tests/unit/config_temporary_folder.h"

using namespace graphfence;
using graphfence::tests::TemporaryFolder;

namespace {

Environment variables(std::map<std::string, std::string> values) {
  return [values = std::move(values)](const std::string& name) -> std::optional<std::string> {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
}

/// "2.15 K2 K2 (.venv)": TensorFlow, what tf.keras is, what keras is, and where that comes from; "assumed" when
/// unknown.
std::string described(const TargetVersion& target) {
  if (!target.known) return "assumed";
  const auto name = [](KerasGeneration g) { return g == KerasGeneration::Keras2 ? "K2" : "K3"; };
  return "2." + std::to_string(target.tf_minor) + " " + name(target.tf_keras) + " " + name(target.keras) + " (" +
         target.origin + ")";
}

std::string detected(const TemporaryFolder& folder, std::map<std::string, std::string> environment = {},
                     std::optional<std::string> stated = {}) {
  return described(detect_target(folder.path(), folder.path(), stated, variables(std::move(environment))));
}

void install(const TemporaryFolder& folder, const std::string& environment, const std::string& package) {
  folder.make_folder(environment + "/lib/python3.11/site-packages/" + package + ".dist-info");
}

}  // namespace

TEST_CASE("without any evidence the newest version is assumed") {
  const TemporaryFolder folder;
  const TargetVersion target = detect_target(folder.path(), folder.path(), {}, variables({}));
  CHECK_FALSE(target.known);
  CHECK(target.origin == "assumed");
  CHECK(target.tf_keras == KerasGeneration::Keras3);
}

TEST_CASE("the environment beside the code says what is installed") {
  const TemporaryFolder folder;
  install(folder, "venv", "tensorflow-2.15.1");
  install(folder, "venv", "keras-2.15.0");
  CHECK(detected(folder) == "2.15 K2 K2 (venv)");
  install(folder, ".venv", "tensorflow_cpu-2.21.0");
  install(folder, ".venv", "keras-3.15.1");
  install(folder, ".venv", "tf_keras-2.21.0");
  CHECK(detected(folder) == "2.21 K3 K3 (.venv)");
}

TEST_CASE("an environment above the folder counts, up to the project's root") {
  const TemporaryFolder folder;
  install(folder, ".venv", "tensorflow-2.15.1");
  folder.make_folder("a/b");
  const Environment none = variables({});
  CHECK(described(detect_target(folder.at("a/b"), folder.path(), {}, none)) == "2.15 K2 K2 (.venv)");
  CHECK(described(detect_target(folder.at("a/b"), folder.at("a"), {}, none)) == "assumed");
}

TEST_CASE("the active environment counts where none lies beside the code") {
  const TemporaryFolder folder;
  const TemporaryFolder elsewhere;
  install(elsewhere, "env", "tensorflow-2.12.0");
  CHECK(detected(folder, {{"VIRTUAL_ENV", elsewhere.at("env")}}) == "2.12 K2 K2 (VIRTUAL_ENV)");
  CHECK(detected(folder, {{"CONDA_PREFIX", elsewhere.at("env")}}) == "2.12 K2 K2 (CONDA_PREFIX)");
  CHECK(detected(folder, {{"VIRTUAL_ENV", elsewhere.at("none")}}) == "assumed");
}

TEST_CASE("what is stated wins over what is installed") {
  const TemporaryFolder folder;
  install(folder, ".venv", "tensorflow-2.15.1");
  CHECK(detected(folder, {}, "2.21") == "2.21 K3 K3 (configuration)");
  CHECK(detected(folder, {}, "keras3") == "2.21 K3 K3 (configuration)");
}

TEST_CASE("TF_USE_LEGACY_KERAS changes tf.keras and leaves keras") {
  const TemporaryFolder folder;
  CHECK(detected(folder, {{"TF_USE_LEGACY_KERAS", "1"}}) == "2.21 K2 K3 (assumed, TF_USE_LEGACY_KERAS)");
  CHECK(detected(folder, {{"TF_USE_LEGACY_KERAS", "0"}}) == "assumed");
  CHECK(detected(folder, {{"TF_USE_LEGACY_KERAS", "True"}}, "2.21") ==
        "2.21 K2 K3 (configuration, TF_USE_LEGACY_KERAS)");
  CHECK(detected(folder, {{"TF_USE_LEGACY_KERAS", "1"}}, "keras3") == "2.21 K3 K3 (configuration)");
}

TEST_CASE("Keras 3 beside an old TensorFlow is keras, not tf.keras") {
  const TemporaryFolder folder;
  install(folder, ".venv", "tensorflow-2.15.1");
  install(folder, ".venv", "keras-3.0.5");
  CHECK(detected(folder) == "2.15 K2 K3 (.venv)");
}

TEST_CASE("lock files win over requirement files") {
  const TemporaryFolder folder;
  folder.write("requirements.txt", "tensorflow==2.10.0\n");
  CHECK(detected(folder) == "2.10 K2 K2 (requirements.txt)");
  folder.write("uv.lock", "[[package]]\nname = 'tensorflow'\nversion = '2.18.0'\n");
  CHECK(detected(folder) == "2.18 K3 K3 (uv.lock)");
}

TEST_CASE("every kind of lock and requirement file is understood") {
  SUBCASE("poetry.lock") {
    const TemporaryFolder folder;
    folder.write("poetry.lock", "[[package]]\nname = \"tensorflow\"\nversion = \"2.14.0\"\n");
    CHECK(detected(folder) == "2.14 K2 K2 (poetry.lock)");
  }
  SUBCASE("Pipfile.lock") {
    const TemporaryFolder folder;
    folder.write("Pipfile.lock", R"({"default": {"tensorflow": {"version": "==2.17.0"}, "x": 3}})");
    CHECK(detected(folder) == "2.17 K3 K3 (Pipfile.lock)");
  }
  SUBCASE("requirements in a folder") {
    const TemporaryFolder folder;
    folder.write("requirements/train.txt", "numpy\ntensorflow~=2.13.0\n");
    CHECK(detected(folder) == "2.13 K2 K2 (requirements/train.txt)");
  }
  SUBCASE("pyproject.toml") {
    const TemporaryFolder folder;
    folder.write("pyproject.toml", "[project]\ndependencies = ['tensorflow>=2.16']\n");
    CHECK(detected(folder) == "2.21 K3 K3 (pyproject.toml)");
  }
  SUBCASE("pyproject.toml of Poetry") {
    const TemporaryFolder folder;
    folder.write("pyproject.toml", "[tool.poetry.dependencies]\npython = '^3.9'\nkeras = {version = '^2.11'}\n");
    CHECK(detected(folder) == "2.15 K2 K2 (pyproject.toml)");
  }
  SUBCASE("a newer pin than any known release") {
    const TemporaryFolder folder;
    folder.write("requirements.txt", "tensorflow==2.35.0\n");
    CHECK(detected(folder) == "2.35 K3 K3 (requirements.txt)");
  }
}

TEST_CASE("a requirement that allows both generations decides nothing") {
  const TemporaryFolder folder;
  folder.write("requirements.txt", "tensorflow>=2.10\n");
  CHECK(detected(folder) == "assumed");
  folder.write("requirements-dev.txt", "tensorflow==2.15.0 ; python_version<'3.12'\ntensorflow==2.18.0\n");
  CHECK(detected(folder) == "assumed");
  folder.write("requirements.txt", "tensorflow>=2.10\nkeras>=3\n");
  CHECK(detected(folder) == "2.21 K3 K3 (requirements.txt)");
}

TEST_CASE("rubbish in lock files is passed over") {
  const TemporaryFolder folder;
  folder.write("uv.lock", "[[[");
  folder.write("poetry.lock", "package = 3");
  folder.write("Pipfile.lock", "[1, 2");
  folder.write("pyproject.toml", "[project]\ndependencies = 3\n");
  CHECK(detected(folder) == "assumed");
  CHECK(pipfile_lock_packages("[]").empty());
  CHECK(toml_lock_packages("package = [1]").empty());
}
