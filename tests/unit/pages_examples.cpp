// A rule's page is its first test: the program under "Example" has the mistake and no other, the one under "Instead"
// none.
#include <doctest/doctest.h>

#include <algorithm>

#include "server/config/target_version.h"
#include "tests/support/memory_files.h"

namespace graphfence::tests {
namespace {

struct Program {
  std::string text;
  std::vector<std::string> versions{"2.15", "2.21"};
};

/// The block of Python under a heading of a page. `<!-- tf-version: 2.21 -->` above it: for this version only.
Program program_under(std::string_view page, const std::string& heading) {
  const std::string start = "\n## " + heading + "\n";
  const std::size_t at = page.find(start);
  REQUIRE(at != std::string_view::npos);
  const std::string_view section = page.substr(at, page.find("\n## ", at + 1) - at);
  constexpr std::string_view fence = "\n```python\n";
  const std::size_t block = section.find(fence);
  REQUIRE(block != std::string_view::npos);
  REQUIRE(section.find(fence, block + 1) == std::string_view::npos);
  const std::size_t body = block + fence.size();
  Program program{std::string(section.substr(body, section.find("\n```", body) + 1 - body))};
  constexpr std::string_view option = "<!-- tf-version: ";
  if (const std::size_t only = section.find(option); only < block) {
    const std::size_t value = only + option.size();
    program.versions = {std::string(section.substr(value, section.find(' ', value) - value))};
  }
  return program;
}

std::vector<Finding> findings_of(const std::string& text, const std::string& version) {
  const auto files = std::make_shared<MemoryFiles>();
  const std::string path = std::string(FixtureRoot) + "page.py";
  files->set(path, text);
  EngineOptions options;
  options.roots = {"/fixture"};
  options.target = detect_target("/fixture", "/fixture", version, [](const std::string&) { return std::nullopt; });
  const Engine engine(options, files);
  return engine.root_findings(*engine.snapshot(), path, CancelToken{});
}

bool of_weight(const Finding& finding) {
  return finding.severity == Severity::Error || finding.severity == Severity::Warning;
}

}  // namespace

TEST_CASE("every rule has a page that begins with its name") {
  for (const RuleSummary& rule : rule_catalogue()) {
    CAPTURE(rule.id);
    CHECK(rule.page.starts_with("# " + rule.id + "\n"));
  }
}

TEST_CASE("the program under Example raises its rule and nothing else of weight") {
  for (const RuleSummary& rule : rule_catalogue()) {
    const Program program = program_under(rule.page, "Example");
    for (const std::string& version : program.versions) {
      CAPTURE(rule.id);
      CAPTURE(version);
      const std::vector<Finding> findings = findings_of(program.text, version);
      const bool raised =
          std::any_of(findings.begin(), findings.end(), [&](const Finding& f) { return f.rule == rule.id; });
      CHECK(raised);
      for (const Finding& finding : findings) {
        CAPTURE(finding.message);
        if (of_weight(finding)) CHECK(finding.rule == rule.id);
      }
    }
  }
}

TEST_CASE("the program under Instead raises nothing of weight, and not the rule") {
  for (const RuleSummary& rule : rule_catalogue()) {
    const Program program = program_under(rule.page, "Instead");
    for (const std::string& version : program.versions) {
      CAPTURE(rule.id);
      CAPTURE(version);
      const std::vector<Finding> findings = findings_of(program.text, version);
      const bool raised = std::any_of(findings.begin(), findings.end(),
                                      [&](const Finding& f) { return of_weight(f) || f.rule == rule.id; });
      CHECK(!raised);
    }
  }
}

}  // namespace graphfence::tests
