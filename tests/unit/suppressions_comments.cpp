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
  for (const char* comment : {"# graphfence finds this", "# graphfence: disabled tests are above", "# Graphfence [1]",
                              "# graphfence", "# graphfence: see [1]", "# the graphfence: disable[x] form"})
    CHECK(apply("x = 1  " + std::string(comment) + "\n").hints() == none());
}

TEST_CASE("a suppression that silences nothing is a hint with a fix that removes it") {
  const Result line = apply("x = 1  # graphfence: ignore[frozen-first-trace]\ny = 2\n");
  CHECK(line.hints() == std::vector<std::string>{"this suppression silences nothing here"});
  CHECK(line.fixed(0) == "x = 1\ny = 2\n");
  CHECK(apply("x = 1\n    # graphfence: ignore\ny = 2\n").fixed(0) == "x = 1\ny = 2\n");
  CHECK(apply("x = 1\r\n# graphfence: ignore-file[frozen-first-trace]\r\ny = 2\r\n").fixed(0) == "x = 1\r\ny = 2\r\n");
  CHECK(apply("x = 1  # graphfence: ignore\r\ny = 2\r\n").fixed(0) == "x = 1\r\ny = 2\r\n");
  CHECK(apply("x = 1  # graphfence: ignore  \ny = 2\n").fixed(0) == "x = 1\ny = 2\n");
  CHECK(apply("x = 1\n# graphfence: ignore").fixed(0) == "x = 1\n");
  CHECK(apply("x = 1  # noqa  # graphfence: ignore\n").fixed(0) == "x = 1  # noqa\n");
  CHECK(apply("x = 1  # graphfence: ignore  # noqa\n").fixed(0) == "x = 1  # noqa\n");
}

TEST_CASE("what a person wrote behind a suppression stays when it goes") {
  const std::string ignore = "x = 1  # graphfence: ignore[frozen-first-trace]";
  for (const char* reason :
       {"  keep: see #123", " - keep: see #123", ": keep: see #123", " — keep: see #123", " -- keep: see #123"})
    CHECK(apply(ignore + reason + "\ny = 2\n").fixed(0) == "x = 1  # keep: see #123\ny = 2\n");
  CHECK(apply(ignore + " -- # noqa: E501\n").fixed(0) == "x = 1  # noqa: E501\n");
  CHECK(apply(ignore + " --  \ny = 2\n").fixed(0) == "x = 1\ny = 2\n");
  CHECK(apply("# graphfence: ignore-file[frozen-first-trace] for now\r\ny = 2\r\n").fixed(0) ==
        "# for now\r\ny = 2\r\n");
  CHECK(apply("x = 1  # graphfence: ignore for now\n").fixed(0) == "x = 1  # for now\n");
  CHECK(apply("x = 1  # graphfence: ignore[E501] too long\n").fixed(0) == "x = 1  # too long\n");
  CHECK(apply("x = 1  # type: ignore  # graphfence: ignore[frozen-first-trace] why\n").fixed(0) ==
        "x = 1  # type: ignore  # why\n");
}

TEST_CASE("a suppression at a definition that does not reach the finding inside says where it is") {
  const std::string ignore = "# graphfence: ignore[tensor-leak-to-attribute]\n";
  const std::string body = "def call(self, x):\n    y = x\n    ⟦self.y = x⟧\n    ⟦self.z = x⟧\n";
  const std::vector<std::string> expected{"this suppression silences nothing here; the finding is on line 5"};
  const Result above = apply(ignore + "@tf.function\n" + body);
  CHECK(above.kept() == 2);
  CHECK(above.hints() == expected);
  CHECK(apply("@tf.function  " + ignore + "\n" + body).hints() == expected);
  CHECK(apply("class M:\n    pass\n" + ignore + "def f(self):\n    ⟦self.y = x⟧\n").hints() == expected);
  CHECK(apply("\n" + ignore + "class M:\n    def f(self):\n        ⟦self.y = x⟧\n").hints() == expected);
  CHECK(apply("x = 1\ny = 1\nz = 1\n" + ignore + "⟦self.y = x⟧\n").hints() == expected);
  const std::string both = "# graphfence: ignore[frozen-first-trace, tensor-leak-to-attribute]\n";
  const Result two = apply(both + "def ⟦f⟧():\n    pass\n", frozen);
  CHECK(two.hints() == std::vector<std::string>{"`tensor-leak-to-attribute` is not reported here"});
  CHECK(apply("# graphfence: ignore[frozen-first-trace]\ndef f():\n    ⟦self.y = x⟧\n").hints() ==
        std::vector<std::string>{"this suppression silences nothing here"});
  CHECK(apply(ignore + "def f():\n    pass\n\n\ndef g():\n    ⟦self.y = x⟧\n").hints() ==
        std::vector<std::string>{"this suppression silences nothing here"});
}

TEST_CASE("a family in a suppression stands for its rules, and `all` for all") {
  const std::string family(all_rules().front()->family);
  const std::string rule(all_rules().front()->id);
  for (const std::string& name : {family, std::string("all")}) {
    const Result line = apply("⟦x⟧ = 1  # graphfence: ignore[" + name + "]\n", rule);
    CHECK(line.kept() == 0);
    CHECK(line.hints() == none());
    CHECK(apply("# graphfence: ignore-file[" + name + "]\nx = 1\n⟦y⟧ = 1\n", rule).kept() == 0);
    CHECK(apply("x = 1  # graphfence: ignore[" + name + "]\n").hints() ==
          std::vector<std::string>{"this suppression silences nothing here"});
  }
  const std::string other(
      std::find_if(all_rules().begin(), all_rules().end(), [&](const Rule* r) { return r->family != family; })[0]->id);
  CHECK(apply("⟦x⟧ = 1  # graphfence: ignore[" + family + "]\n", other).kept() == 1);
  CHECK(apply("# graphfence: ignore-file[suppressions]\nx = 1  # graphfence: ignore\n").hints() == none());
}

TEST_CASE("a misspelt suppression is told how to write it") {
  struct Case {
    std::string written, right;
  };
  const std::string line = "# graphfence: ignore";
  const std::string file = "# graphfence: ignore-file";
  for (const Case& one : std::vector<Case>{{"# graphfence: disable", line},
                                           {"# graphfence: ignored", line},
                                           {"# graphfence: Ignore", line},
                                           {"# Graphfence: ignore", line},
                                           {"# GRAPHFENCE:ignore", line},
                                           {"# graphfence ignore", line},
                                           {"# graphfence-ignore", line},
                                           {"#graphfence: noqa", line},
                                           {"# graphfence: ignore_file", file},
                                           {"# graphfence: disable-file", file},
                                           {"# graphfence: skip-file", file}}) {
    CAPTURE(one.written);
    const Result result = apply("⟦x⟧ = 1  " + one.written + "[tensor-leak-to-attribute]\n");
    CHECK(result.kept() == 1);
    CHECK(result.hints() ==
          std::vector<std::string>{"`" + one.written + "` silences nothing; did you mean `" + one.right + "`"});
    CHECK(result.fixed(0, FixClass::B) == "x = 1  " + one.right + "[tensor-leak-to-attribute]\n");
  }
  CHECK(apply("⟦x⟧ = 1  # Graphfence: ignore\n").hints().size() == 1);
  CHECK(apply("⟦x⟧ = 1  # graphfence: disable  # noqa\n").hints().size() == 1);
  CHECK(apply("# graphfence: ignore-file[unused-suppression]\nx = 1  # graphfence: disable[all]\n").hints() == none());
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
