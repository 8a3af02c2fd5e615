// A workspace of fifty files that import one another: what an engine says after many edits, what it says with files
// that nobody imports, and what it says while a statement is being typed.
#include <doctest/doctest.h>

#include <set>

#include "tests/laws/workspace_programs.h"

namespace graphfence::tests {
namespace {

std::shared_ptr<MemoryFiles> on_disk(const Texts& texts) {
  auto files = std::make_shared<MemoryFiles>();
  for (const auto& [name, text] : texts) files->set(name, text);
  return files;
}

std::vector<std::string> names_of(const Texts& texts) {
  std::vector<std::string> names;
  for (const auto& [name, text] : texts) names.push_back(name);
  return names;
}

}  // namespace

TEST_CASE(
    "law: after edits all over a workspace, each file has the findings of an engine that never saw anything else") {
  const std::uint64_t seed = law_seed(3);
  const int edits = law_edits(120);
  Random random(seed);
  int compared = 0;
  std::size_t found = 0;
  for (int made = 0; made < edits;) {
    const Texts start = workspace(random, 50);
    REQUIRE(start.size() == 50);
    const auto files = on_disk(start);
    const std::vector<std::string> names = names_of(start);
    Engine engine(options(), files);
    Texts documents;
    std::set<std::string> broken;
    for (int step = 0; step < 40 && made < edits; ++step, ++made) {
      // What was broken is mended soon: only clean states are compared.
      const bool mend = !broken.empty() && random.below(2) == 0;
      const std::string name = mend ? *broken.begin() : random.pick(names);
      if (documents.try_emplace(name, start.at(name)).second) engine.open(name, start.at(name));
      const Edit edit = mend || random.below(8) == 0
                            ? Edit{{0, static_cast<std::uint32_t>(documents[name].size())}, start.at(name)}
                            : random_edit(random, documents[name]);
      apply(documents[name], edit);
      engine.change(name, edit.span, edit.replacement);
      if (parses(documents[name])) {
        broken.erase(name);
      } else {
        broken.insert(name);
      }
      if (!broken.empty()) continue;
      ++compared;
      const auto open = names_of(documents);
      for (const std::string& seen : {name, random.pick(open)}) {
        INFO("GRAPHFENCE_SEED=" << seed << ", edit " << made << " of " << name);
        INFO(documents[name]);
        const std::string findings = findings_of(engine, seen);
        REQUIRE(findings == fresh_findings(documents, seen, files));
        found += findings.size();
      }
    }
  }
  CHECK(compared * 3 > edits);
  CHECK(found > 0);
}

TEST_CASE("law: files that nobody imports change no finding") {
  const std::uint64_t seed = law_seed(4);
  Random random(seed);
  const Texts texts = workspace(random, 50);
  const auto files = on_disk(texts);
  const auto more = on_disk(texts);
  for (int i = 0; i < 50; ++i) {
    const std::string n = std::to_string(i);
    more->set(FixtureRoot + ("other_" + n + ".py"),
              "import tensorflow as tf\nimport models_0\n\nmodels_0.Model0.call = tf.function(models_0.Model0.call)\n");
  }
  Engine few(options(), files);
  Engine many(options(), more);
  for (int i = 0; i < 50; ++i) {
    const std::string path = FixtureRoot + ("other_" + std::to_string(i) + ".py");
    many.open(path, *more->read(path));
  }
  std::size_t found = 0;
  for (const auto& [name, text] : texts) {
    few.open(name, text);
    many.open(name, text);
    INFO("GRAPHFENCE_SEED=" << seed << ", " << name);
    const std::string expected = findings_of(few, name);
    CHECK(findings_of(many, name) == expected);
    found += expected.size();
  }
  CHECK(found > 0);
}

TEST_CASE("law: while a statement is typed and does not parse, the findings around it stay where they are") {
  const std::uint64_t seed = law_seed(5);
  const int statements = law_edits(40);
  Random random(seed);
  int broken = 0;
  for (int typed = 0; typed < statements;) {
    const Texts texts = workspace(random, 50);
    const auto files = on_disk(texts);
    Engine engine(options(), files);
    for (const auto& [name, text] : texts) {
      if (typed == statements) break;
      const std::vector<Span> lines = lines_of(text);
      const Span line = random.pick(lines);
      const std::string statement = text.substr(line.start, line.size() - 1);
      const std::size_t indent = statement.find_first_not_of(' ');
      if (indent == std::string::npos) continue;
      ++typed;
      engine.open(name, text);
      const std::uint32_t start = line.start + static_cast<std::uint32_t>(indent);
      std::uint32_t end = line.end - 1;
      std::string now = text;
      const auto change = [&](Span span, const std::string& replacement) {
        engine.change(name, span, replacement);
        apply(now, {span, replacement});
        end = end + static_cast<std::uint32_t>(replacement.size()) - span.size();
      };
      std::vector<Finding> good = engine.diagnostics(*engine.snapshot(), name, CancelToken());
      std::uint32_t good_end = end;
      const auto look = [&] {
        const auto findings = engine.diagnostics(*engine.snapshot(), name, CancelToken());
        if (parses(now)) {
          good = findings;
          good_end = end;
          return;
        }
        ++broken;
        // Outside of the statement: as before, moved by what was typed.
        const auto around = [&](const std::vector<Finding>& list, std::uint32_t list_end) {
          std::string out;
          for (const Finding& finding : list) {
            if (finding.span.end > line.start && finding.span.start <= list_end) continue;
            const bool behind = finding.span.start > list_end;
            const Span span = behind ? Span{finding.span.start - list_end, finding.span.end - list_end} : finding.span;
            out += place(behind ? "behind" : "before", span) + " " + finding.rule + " " + finding.message + "\n";
          }
          return out;
        };
        INFO("GRAPHFENCE_SEED=" << seed << ", " << name << ", typing " << statement);
        INFO(now);
        REQUIRE(around(findings, end) == around(good, good_end));
      };
      change({start, end}, "");
      look();
      for (const char c : statement.substr(indent)) {
        change({end, end}, std::string(1, c));
        look();
      }
      CHECK(now == text);
    }
  }
  CHECK(broken > statements);
}

}  // namespace graphfence::tests
