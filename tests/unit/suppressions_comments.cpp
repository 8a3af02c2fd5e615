#include <doctest/doctest.h>

#include "analysis/features/suppressions.h"
#include "analysis/rules/rule.h"

namespace graphfence::tests {
namespace {

const std::string leak = "tensor-leak-to-attribute";
const std::string frozen = "frozen-first-trace";

/// What is left of findings of `leak` (at each `⟦`) after the comments of the text had their say.
struct Result {
  std::string text;
  std::vector<Finding> findings;

  [[nodiscard]] std::size_t kept() const {
    return static_cast<std::size_t>(std::count_if(findings.begin(), findings.end(),
                                                  [](const Finding& f) { return f.rule != "unused-suppression"; }));
  }
  [[nodiscard]] std::vector<std::string> hints() const {
    std::vector<std::string> all;
    for (const Finding& finding : findings) {
      if (finding.rule != "unused-suppression") continue;
      CHECK(finding.severity == Severity::Hint);
      CHECK(finding.span.size() > 0);
      all.push_back(finding.message);
    }
    return all;
  }
  /// The text after the one fix of the hint with this number.
  [[nodiscard]] std::string fixed(std::size_t number, FixClass fix_class = FixClass::A) const {
    for (const Finding& finding : findings) {
      if (finding.rule != "unused-suppression" || number-- > 0) continue;
      REQUIRE(finding.fixes.size() == 1);
      CHECK(finding.fixes[0].fix_class == fix_class);
      REQUIRE(finding.fixes[0].edits.size() == 1);
      const TextEdit& edit = finding.fixes[0].edits[0];
      std::string after = text;
      return after.replace(edit.span.start, edit.span.size(), edit.text);
    }
    return {};
  }
};

Result apply(std::string marked, const std::string& rule = leak) {
  Result result;
  constexpr std::string_view open = "⟦";
  constexpr std::string_view close = "⟧";
  for (std::size_t at = marked.find(open); at != std::string::npos; at = marked.find(open)) {
    marked.erase(at, open.size());
    const std::size_t end = marked.find(close);
    marked.erase(end, close.size());
    Finding finding;
    finding.rule = rule;
    finding.severity = Severity::Error;
    finding.file = "a";
    finding.span = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
    result.findings.push_back(finding);
  }
  result.text = marked;
  Parser parser;
  const auto document = ParsedDocument::open(parser, std::make_shared<const SourceText>(marked), {});
  apply_suppressions(document, "a", result.findings);
  return result;
}

std::vector<std::string> none() {
  return {};
}

TEST_CASE("a comment on the line of a finding silences the rules it names") {
  CHECK(apply("⟦self.y = x⟧\n").kept() == 1);
  const Result named = apply("⟦self.y = x⟧  # graphfence: ignore[tensor-leak-to-attribute]\n");
  CHECK(named.kept() == 0);
  CHECK(named.hints() == none());
  CHECK(apply("⟦self.y = x⟧  #graphfence:ignore[ tensor-leak-to-attribute ] on purpose\n").kept() == 0);
  CHECK(apply("⟦self.y = x⟧  # noqa  # graphfence: ignore[tensor-leak-to-attribute]\n").kept() == 0);
  CHECK(apply("⟦self.y = x⟧  # graphfence: ignore[frozen-first-trace]\n").kept() == 1);
  CHECK(apply("⟦self.y = x⟧\nz = 1  # graphfence: ignore[tensor-leak-to-attribute]\n").kept() == 1);
}

TEST_CASE("a comment without names silences every rule") {
  const Result result = apply("⟦self.y⟧ = ⟦x⟧  # graphfence: ignore\n");
  CHECK(result.kept() == 0);
  CHECK(result.hints() == none());
}

TEST_CASE("a comment reaches a finding from the first and the last line of its statement") {
  CHECK(apply("f(  # graphfence: ignore[tensor-leak-to-attribute]\n    1,\n    ⟦x⟧,\n)\n").kept() == 0);
  CHECK(apply("f(\n    1,\n    ⟦x⟧,\n)  # graphfence: ignore[tensor-leak-to-attribute]\n").kept() == 0);
  CHECK(apply("f(\n    1,  # graphfence: ignore[tensor-leak-to-attribute]\n    ⟦x⟧,\n)\n").kept() == 1);
  CHECK(apply("if ⟦f(x)⟧ and \\\n        y:  # graphfence: ignore[tensor-leak-to-attribute]\n    z = 1\n").kept() == 0);
  CHECK(apply("if ⟦f(x)⟧:\n    z = 1  # graphfence: ignore[tensor-leak-to-attribute]\n").kept() == 1);
}

TEST_CASE("a comment above or in the head of a definition silences what is found there") {
  const std::string ignore = "# graphfence: ignore[frozen-first-trace]";
  CHECK(apply(ignore + "\n@⟦tf.function⟧\ndef call(self, x):\n    return x\n", frozen).kept() == 0);
  CHECK(apply("class M:\n    " + ignore +
                  "\n    # It is built before.\n    @staticmethod\n    @⟦tf.function⟧\n    def call(self, x):\n        "
                  "return x\n",
              frozen)
            .kept() == 0);
  CHECK(apply("@staticmethod  " + ignore + "\n@⟦tf.function⟧\ndef call(self, x):\n    return x\n", frozen).kept() == 0);
  CHECK(apply("@tf.function\ndef ⟦call⟧(self, x):  " + ignore + "\n    return x\n", frozen).kept() == 0);
  CHECK(apply(ignore + "\n\n@⟦tf.function⟧\ndef call(self, x):\n    return x\n", frozen).kept() == 1);
  CHECK(apply(ignore + "\n@tf.function\ndef call(self, x):\n    ⟦return x⟧\n", frozen).kept() == 1);
}

TEST_CASE("a comment may silence rules in the whole file") {
  const Result result =
      apply("import a\n⟦self.y = x⟧\n# graphfence: ignore-file[tensor-leak-to-attribute]\n⟦self.z = x⟧\n");
  CHECK(result.kept() == 0);
  CHECK(result.hints() == none());
  CHECK(apply("# graphfence: ignore-file\n⟦self.y = x⟧\n").kept() == 0);
}

TEST_CASE("in a string the same words are text") {
  const Result result = apply(
      "⟦self.y = \"# graphfence: ignore\"⟧\n\"\"\"\n# graphfence: ignore-file[tensor-leak-to-attribute]\n\"\"\"\n");
  CHECK(result.kept() == 1);
  CHECK(result.hints() == none());
}

TEST_CASE("other comments about graphfence are not suppressions") {
  const Result result = apply("⟦self.y = x⟧  # graphfence: ignored here, see graphfence: ignore\n");
  CHECK(result.kept() == 1);
  CHECK(result.hints() == none());
}

TEST_CASE("a suppression that silences nothing is a hint with a fix that removes it") {
  const Result line = apply("x = 1  # graphfence: ignore[frozen-first-trace] for now\ny = 2\n");
  CHECK(line.hints() == std::vector<std::string>{"this suppression silences nothing here"});
  CHECK(line.fixed(0) == "x = 1\ny = 2\n");
  CHECK(apply("x = 1\n    # graphfence: ignore\ny = 2\n").fixed(0) == "x = 1\ny = 2\n");
  CHECK(apply("x = 1\r\n# graphfence: ignore-file[frozen-first-trace]\r\ny = 2\r\n").fixed(0) == "x = 1\r\ny = 2\r\n");
  CHECK(apply("x = 1\n# graphfence: ignore").fixed(0) == "x = 1\n");
  CHECK(apply("x = 1  # noqa  # graphfence: ignore\n").fixed(0) == "x = 1  # noqa\n");
  CHECK(apply("x = 1  # graphfence: ignore  # noqa\n").fixed(0) == "x = 1  # noqa\n");
}

TEST_CASE("of several names only the unused one goes") {
  const Result first = apply("⟦x⟧ = 1  # graphfence: ignore[frozen-first-trace, tensor-leak-to-attribute]\n");
  CHECK(first.hints() == std::vector<std::string>{"`frozen-first-trace` is not reported here"});
  CHECK(first.fixed(0) == "x = 1  # graphfence: ignore[tensor-leak-to-attribute]\n");
  const Result last = apply("⟦x⟧ = 1  # graphfence: ignore[tensor-leak-to-attribute, frozen-first-trace]\n");
  CHECK(last.fixed(0) == "x = 1  # graphfence: ignore[tensor-leak-to-attribute]\n");
}

TEST_CASE("an unknown name is told with the nearest rule") {
  const Result result = apply("⟦x⟧ = 1  # graphfence: ignore[tensor-leaks-to-attribute]\n");
  CHECK(result.kept() == 1);
  CHECK(result.hints() == std::vector<std::string>{
                              "there is no rule `tensor-leaks-to-attribute`; did you mean `tensor-leak-to-attribute`"});
  CHECK(result.fixed(0, FixClass::B) == "x = 1  # graphfence: ignore[tensor-leak-to-attribute]\n");
  const Result far = apply("x = 1  # graphfence: ignore[E501]\n");
  CHECK(far.hints() == std::vector<std::string>{"there is no rule `E501`"});
  CHECK(far.fixed(0) == "x = 1\n");
}

TEST_CASE("a file may ask not to hear of unused suppressions") {
  CHECK(apply("# graphfence: ignore-file[unused-suppression]\nx = 1  # graphfence: ignore\n").hints() == none());
}

}  // namespace
}  // namespace graphfence::tests
