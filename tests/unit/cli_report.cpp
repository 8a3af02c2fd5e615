#include "server/cli/report.h"

#include <doctest/doctest.h>

#include <map>
#include <nlohmann/json.hpp>

using namespace graphfence;

namespace {

class Files {
 public:
  void add(const std::string& path, const std::string& text) { texts_[path] = std::make_shared<SourceText>(text); }

  [[nodiscard]] Span span(const std::string& path, std::string_view part) const {
    const auto at = texts_.at(path)->bytes().find(part);
    REQUIRE(at != std::string_view::npos);
    return {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + part.size())};
  }

  [[nodiscard]] Sources sources() const {
    return {[this](const std::string& path) -> std::shared_ptr<const SourceText> {
              const auto found = texts_.find(path);
              return found == texts_.end() ? nullptr : found->second;
            },
            [](const std::string& path) { return path.substr(path.rfind('/') + 1); },
            {}};
  }

 private:
  std::map<std::string, std::shared_ptr<const SourceText>> texts_;
};

struct Example {
  Files files;
  Report report;

  Example() {
    files.add("/p/a.py", "@tf.function\ndef call(self, x):\n    self.add_loss(x)\n");
    files.add("/p/b.py", "ü = layer.losses\n");
    Finding finding;
    finding.rule = "add-loss-in-call";
    finding.severity = Severity::Error;
    finding.file = "/p/a.py";
    finding.span = files.span("/p/a.py", "self.add_loss(x)");
    finding.message = "the loss stays in the graph of `call`";
    finding.related.push_back({"/p/a.py", files.span("/p/a.py", "@tf.function"), "opens the graph"});
    finding.related.push_back({"/p/b.py", files.span("/p/b.py", "layer.losses"), "reads the losses"});
    finding.fixes.push_back({"Remove the decorator", FixClass::A, {{"/p/a.py", {0, 13}, ""}}});
    report.findings.push_back(finding);
    report.files = 2;
  }
};

}  // namespace

TEST_CASE("a finding with related places and a fix, as people see it") {
  const Example example;
  CHECK("\n" + render_text(example.report, example.files.sources(), {}) == R"(
error[add-loss-in-call]: the loss stays in the graph of `call`
 --> a.py:3:5
  |
3 |     self.add_loss(x)
  |     ^^^^^^^^^^^^^^^^
  |
 ::: a.py:1:1
  |
1 | @tf.function
  | ------------ opens the graph
  |
 ::: b.py:1:5
  |
1 | ü = layer.losses
  |     ------------ reads the losses
  |
  = help: Remove the decorator [--fix]

Found 1 error in 1 file, 2 files checked
1 problem can be fixed with --fix
)");
}

TEST_CASE("a related place in a file that is gone keeps its message") {
  Example example;
  example.report.findings[0].related = {{"/p/gone.py", {4, 9}, "reads the losses"}};
  const std::string text = render_text(example.report, example.files.sources(), {});
  CHECK(text.find(" ::: gone.py\n  = reads the losses\n") != std::string::npos);
}

TEST_CASE("each fix says what takes it, and the summary counts the same") {
  struct Fixes {
    std::string classes;
    std::vector<std::string> marks;
    std::string summary;
  };
  const std::string safe = "\n1 problem can be fixed with --fix\n";
  const std::string risky = "\n1 problem can be fixed with --fix --unsafe-fixes\n";
  for (const Fixes& fixes : std::vector<Fixes>{{"A", {"--fix"}, safe},
                                               {"B", {"--unsafe-fixes"}, risky},
                                               {"C", {"editor"}, " checked\n"},
                                               {"D", {""}, " checked\n"},
                                               {"BBC", {"--unsafe-fixes", "editor", "editor"}, risky},
                                               {"CAB", {"editor", "--fix", "editor"}, safe},
                                               {"BA", {"--unsafe-fixes", "--fix"}, safe}}) {
    CAPTURE(fixes.classes);
    Example example;
    Finding& finding = example.report.findings[0];
    finding.fixes.clear();
    std::string expected;
    for (std::size_t i = 0; i < fixes.classes.size(); ++i) {
      const auto fix_class = static_cast<FixClass>(fixes.classes[i] - 'A');
      finding.fixes.push_back({"Do it", fix_class, {}});
      if (fix_class != FixClass::D) finding.fixes.back().edits.push_back({"/p/a.py", {0, 13}, ""});
      expected += "  = help: Do it" + (fixes.marks[i].empty() ? "" : " [" + fixes.marks[i] + "]") + "\n";
    }
    const std::string text = render_text(example.report, example.files.sources(), {});
    CHECK(text.find("  |\n" + expected + "\n") != std::string::npos);
    CHECK(text.ends_with(fixes.summary));
  }
}

TEST_CASE("a fix that would change a file nobody asked for is for the editor") {
  const Example example;
  Sources sources = example.files.sources();
  sources.asked_for = [](const std::string& path) { return path != "/p/a.py"; };
  const std::string text = render_text(example.report, sources, {});
  CHECK(text.find("= help: Remove the decorator [editor]\n") != std::string::npos);
  CHECK(text.ends_with(" checked\n"));
}

TEST_CASE("a clean run says how much was checked") {
  Report report;
  report.files = 1;
  CHECK(render_text(report, Files().sources(), {}) == "No problems found, 1 file checked\n");
  report.fixed = 2;
  CHECK(render_text(report, Files().sources(), {}) == "No problems found, 1 file checked; 2 fixed\n");
}

TEST_CASE("what was not checked is counted, and told in JSON") {
  Report report;
  report.files = 2;
  report.skipped.push_back({"/p/a.py", true, LineColumn{3, 4}, "cannot be parsed from here; not checked"});
  report.skipped.push_back({"/p/b.py", false, LineColumn{1, 2}, "the function `f` is not checked"});
  report.skipped.push_back({"/p/\x1b.py", true, {}, "is binary"});
  CHECK(render_text(report, Files().sources(), {}) == "No problems found, 2 files checked, 2 not checked\n");
  const auto skipped = nlohmann::json::parse(render_json(report, Files().sources()))["skipped"];
  REQUIRE(skipped.size() == 3);
  CHECK(skipped[0]["position"] == nlohmann::json{{"line", 3}, {"column", 4}});
  CHECK(skipped[0]["scope"] == "file");
  CHECK(skipped[1]["scope"] == "function");
  CHECK_FALSE(skipped[2].contains("position"));
  report.files = 0;
  CHECK(render_text(report, Files().sources(), {}) == "No files checked: 2 could not be\n");
}

TEST_CASE("messages, rule names and file names are made visible") {
  Example example;
  example.files.add("/p/\x1b[2J.py", "x\n");
  Finding& finding = example.report.findings[0];
  finding.file = "/p/\x1b[2J.py";
  finding.span = {0, 1};
  finding.message = "a\nb\x1b";
  finding.related.clear();
  finding.fixes[0].title = "c\rd";
  for (const auto& render : {render_json, render_github}) {
    for (const char c : render(example.report, example.files.sources()))
      CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
  }
  for (const char c : render_text(example.report, example.files.sources(), {})) {
    CHECK((c == '\n' || static_cast<unsigned char>(c) >= 0x20));
  }
}

TEST_CASE("JSON has the documented fields, lines and columns from 1, columns in code points") {
  const Example example;
  const auto root = nlohmann::json::parse(render_json(example.report, example.files.sources()));
  const auto position = [](int line, int column) { return nlohmann::json{{"line", line}, {"column", column}}; };
  const auto range = [&](int l1, int c1, int l2, int c2) {
    return nlohmann::json{{"start", position(l1, c1)}, {"end", position(l2, c2)}};
  };
  const nlohmann::json expected = {
      {"version", 1},
      {"files", 2},
      {"skipped", nlohmann::json::array()},
      {"diagnostics",
       {{{"file", "a.py"},
         {"rule", "add-loss-in-call"},
         {"severity", "error"},
         {"message", "the loss stays in the graph of `call`"},
         {"range", range(3, 5, 3, 21)},
         {"related",
          {{{"file", "a.py"}, {"range", range(1, 1, 1, 13)}, {"message", "opens the graph"}},
           {{"file", "b.py"}, {"range", range(1, 5, 1, 17)}, {"message", "reads the losses"}}}},
         {"fixes",
          {{{"title", "Remove the decorator"},
            {"class", "A"},
            {"edits", {{{"file", "a.py"}, {"range", range(1, 1, 2, 1)}, {"text", ""}}}}}}}}}}};
  CHECK(root == expected);
}

TEST_CASE("JSON without findings has empty lists, and survives names that are no UTF-8") {
  CHECK(nlohmann::json::parse(render_json({}, Files().sources())) ==
        nlohmann::json{{"version", 1},
                       {"files", 0},
                       {"diagnostics", nlohmann::json::array()},
                       {"skipped", nlohmann::json::array()}});
  Example example;
  example.report.findings[0].file = "/p/\xff.py";
  const auto root = nlohmann::json::parse(render_json(example.report, example.files.sources()));
  CHECK(root["diagnostics"][0]["file"] == "\uFFFD.py");
}

TEST_CASE("workflow commands cannot be broken out of") {
  Example example;
  Finding& finding = example.report.findings[0];
  CHECK(render_github(example.report, example.files.sources()) ==
        "::error title=graphfence (add-loss-in-call),file=a.py,line=3,col=5,endLine=3,endColumn=21::the loss stays in "
        "the "
        "graph of `call`\n");
  finding.message = "100%\n::error::x";
  finding.severity = Severity::Hint;
  CHECK(render_github(example.report, example.files.sources()).starts_with("::notice "));
  CHECK(render_github(example.report, example.files.sources()).ends_with("::100%25␊::error::x\n"));
}

TEST_CASE("statistics count rules, the most frequent first") {
  Example example;
  example.report.findings.push_back(example.report.findings[0]);
  example.report.findings[1].rule = "tensor-leak";
  example.report.findings.push_back(example.report.findings[1]);
  const std::string text = render_statistics(example.report, example.files.sources());
  CHECK(text.starts_with("      2  error        tensor-leak\n      1  error        add-loss-in-call\nFound 3 errors"));
}
