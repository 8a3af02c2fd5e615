// An engine that lived through edits against an engine that was just made: same texts, same findings, byte for byte
// (invariant 1); whatever the order of opening, the company of other documents, or the number of readers (2 and 8).
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "tests/laws/engine_support.h"

namespace graphfence::tests {
namespace {

Texts load_examples() {
  Texts texts;
  for (const auto& entry : std::filesystem::directory_iterator(GRAPHFENCE_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".py") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    texts[FixtureRoot + entry.path().filename().string()] = {std::istreambuf_iterator<char>(in), {}};
  }
  return texts;
}

/// Two programs of which one imports the other, or any two.
std::vector<std::string> some_pair(Random& random, const Texts& texts) {
  std::vector<std::string> names;
  for (const auto& [name, text] : texts) names.push_back(name);
  if (random.below(2) == 0) {
    const std::string ending = random.below(2) == 0 ? "_fixed.py" : ".py";
    const std::string root = FixtureRoot;
    std::vector<std::string> pair = {root + "problem1_two_files_layers" + ending,
                                     root + "problem1_two_files_training" + ending};
    if (texts.contains(pair[0]) && texts.contains(pair[1])) return pair;
  }
  std::vector<std::string> pair = {random.pick(names), random.pick(names)};
  if (pair[0] == pair[1]) pair.pop_back();
  return pair;
}

}  // namespace

TEST_CASE("law: after random edits the findings are those of an engine that never saw anything else") {
  const Texts examples = load_examples();
  REQUIRE(examples.size() > 10);
  const std::uint64_t seed = law_seed(1);
  Random random(seed);
  auto files = std::make_shared<MemoryFiles>();
  for (const auto& [name, text] : examples) files->set(name, text);
  int compared = 0;
  for (int round = 0; round < 12; ++round) {
    const std::vector<std::string> names = some_pair(random, examples);
    Engine engine(options(), files);
    Texts documents;
    for (const std::string& name : names) {
      documents[name] = examples.at(name);
      engine.open(name, examples.at(name));
    }
    for (int step = 0; step < 8; ++step) {
      const std::string& name = random.pick(names);
      const Edit edit = random_edit(random, documents[name]);
      apply(documents[name], edit);
      engine.change(name, edit.span, edit.replacement);
      const bool all_parse =
          std::all_of(names.begin(), names.end(), [&](const auto& one) { return parses(documents[one]); });
      if (!all_parse) continue;
      ++compared;
      for (const std::string& seen : names) {
        INFO("GRAPHFENCE_SEED=" << seed << ", round " << round << ", step " << step << ", edit of " << name);
        INFO(documents[name]);
        REQUIRE(findings_of(engine, seen) == fresh_findings(documents, seen, files));
      }
    }
    // Back to the beginning in one step, as undo or a formatter does it.
    for (const std::string& name : names) {
      engine.replace(name, examples.at(name));
      documents[name] = examples.at(name);
    }
    for (const std::string& name : names) {
      INFO("GRAPHFENCE_SEED=" << seed << ", round " << round << ", put back");
      REQUIRE(findings_of(engine, name) == fresh_findings(documents, name, files));
    }
  }
  CHECK(compared > 20);
}

TEST_CASE("law: the order of opening and documents that have nothing to do with it change no finding") {
  const Texts examples = load_examples();
  auto files = std::make_shared<MemoryFiles>();
  for (const auto& [name, text] : examples) files->set(name, text);
  std::vector<std::string> names;
  for (const auto& [name, text] : examples) names.push_back(name);
  const std::uint64_t seed = law_seed(2);
  Random random(seed);
  Texts expected;
  Engine first(options(), files);
  for (const std::string& name : names) first.open(name, examples.at(name));
  std::size_t total = 0;
  for (const std::string& name : names) {
    expected[name] = findings_of(first, name);
    total += expected[name].size();
  }
  REQUIRE(total > 0);
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = names.size(); i > 1; --i)
      std::swap(names[i - 1], names[random.below(static_cast<std::uint32_t>(i))]);
    Engine engine(options(), files);
    engine.open(std::string(FixtureRoot) + "unrelated.py",
                "import tensorflow as tf\n\n\nclass Unrelated(tf.keras.Model):\n    pass\n");
    // Asking between the openings must not matter either.
    for (const std::string& name : names) {
      engine.open(name, examples.at(name));
      if (random.below(3) == 0) (void)findings_of(engine, name);
    }
    for (const std::string& name : names) {
      INFO("GRAPHFENCE_SEED=" << seed << ", round " << round << ", " << name);
      CHECK(findings_of(engine, name) == expected[name]);
    }
  }
}

TEST_CASE("law: readers on several threads see what one reader sees") {
  const Texts examples = load_examples();
  auto files = std::make_shared<MemoryFiles>();
  for (const auto& [name, text] : examples) files->set(name, text);
  Engine alone(options(), files);
  Engine shared(options(), files);
  std::vector<std::string> names;
  for (const auto& [name, text] : examples) {
    alone.open(name, text);
    shared.open(name, text);
    names.push_back(name);
  }
  const auto snapshot = shared.snapshot();
  std::vector<Texts> seen(3);
  std::vector<std::thread> readers;
  for (std::size_t reader = 0; reader < seen.size(); ++reader) {
    readers.emplace_back([&, reader] {
      for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string& name = names[(i + reader * 7) % names.size()];
        seen[reader][name] = written(shared.diagnostics(*snapshot, name, CancelToken()));
      }
    });
  }
  for (std::thread& reader : readers) reader.join();
  for (const std::string& name : names) {
    const std::string expected = findings_of(alone, name);
    for (const Texts& texts : seen) {
      INFO(name);
      CHECK(texts.at(name) == expected);
    }
  }
}

}  // namespace graphfence::tests
