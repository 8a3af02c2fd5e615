// An engine that lived through edits against an engine that was just made: same texts, same findings, byte for byte
// (invariant 1); whatever the order of opening, the company of other documents, or the number of readers (2 and 8).
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "analysis/engine.h"
#include "analysis/syntax/document.h"
#include "tests/laws/text_random.h"
#include "tests/support/memory_files.h"

namespace graphfence::tests {
namespace {

using Texts = std::map<std::string, std::string>;

Texts load_examples() {
  Texts texts;
  for (const auto& entry : std::filesystem::directory_iterator(GRAPHFENCE_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".py") continue;
    std::ifstream in(entry.path(), std::ios::binary);
    texts[FixtureRoot + entry.path().filename().string()] = {std::istreambuf_iterator<char>(in), {}};
  }
  return texts;
}

std::string place(const std::string& file, const Span& span) {
  return file + ":" + std::to_string(span.start) + "-" + std::to_string(span.end);
}

/// Everything a user can see of the findings, so that a difference is readable.
std::string written(const std::vector<Finding>& findings) {
  std::string out;
  for (const Finding& finding : findings) {
    out += place(finding.file, finding.span) + " " + finding.rule + " " +
           std::to_string(static_cast<int>(finding.severity)) + " " + finding.message + "\n";
    for (const RelatedPlace& related : finding.related) {
      out += "  at " + place(related.file, related.span) + " " + related.message + "\n";
    }
    for (const Fix& fix : finding.fixes) {
      out += "  fix " + fix.title + "\n";
      for (const TextEdit& edit : fix.edits) out += "    " + place(edit.file, edit.span) + " " + edit.text + "\n";
    }
  }
  return out;
}

std::string findings_of(const Engine& engine, const std::string& path) {
  return written(engine.diagnostics(*engine.snapshot(), path, CancelToken()));
}

EngineOptions options() {
  EngineOptions result;
  result.roots = {FixtureRoot};
  return result;
}

/// An engine that has only ever seen these documents.
std::string fresh_findings(const Texts& documents, const std::string& path, const std::shared_ptr<MemoryFiles>& files) {
  Engine engine(options(), files);
  for (const auto& [name, text] : documents) engine.open(name, text);
  return findings_of(engine, path);
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

std::vector<Span> lines_of(const std::string& text) {
  std::vector<Span> lines;
  std::uint32_t start = 0;
  for (std::uint32_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\n') continue;
    lines.push_back({start, at + 1});
    start = at + 1;
  }
  return lines;
}

struct Edit {
  Span span;
  std::string replacement;
};

/// Mostly edits after which the program still means something: lines go, come back twice, or are commented out;
/// decorators come and go. Some break it.
Edit random_edit(Random& random, const std::string& text) {
  const std::vector<Span> lines = lines_of(text);
  if (lines.empty()) return {{0, 0}, "import tensorflow as tf\n"};
  const Span line = random.pick(lines);
  const std::string content = text.substr(line.start, line.end - line.start);
  const std::string indent = content.substr(0, std::min(content.find_first_not_of(' '), content.size() - 1));
  switch (random.below(8)) {
    case 0:
      return {line, ""};
    case 1:
      return {{line.start, line.start}, content};
    case 2:
      return {{line.start, line.start}, indent + "@tf.function\n"};
    case 3:
      return {{line.start, line.start}, "# "};
    case 4:
      return {{line.start, line.start}, "\n\n"};
    case 5: {
      const std::size_t call = text.find("@tf.function", random.below(static_cast<std::uint32_t>(text.size())));
      if (call == std::string::npos) return {{line.start, line.start}, indent + "value = 1\n"};
      const auto at = static_cast<std::uint32_t>(call);
      return {{at, at + 12}, "@staticmethod"};
    }
    case 6:
      return {{line.start, line.start}, random.below(2) == 0 ? "(" : indent + "if value:\n"};
    default:
      return {{line.start, line.start}, indent + "self.add_loss(tf.reduce_sum(self.kernel))\n"};
  }
}

/// While a document does not parse, the engine goes on with its last good text, which a fresh engine cannot know.
bool parses(const std::string& text) {
  Parser parser;
  const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(text));
  return document.complete && !ts_node_has_error(document.tree->root());
}

void apply(std::string& text, const Edit& edit) {
  text.replace(edit.span.start, edit.span.end - edit.span.start, edit.replacement);
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
