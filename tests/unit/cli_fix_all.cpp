#include "server/cli/fix_all.h"

#include <doctest/doctest.h>

#include <map>
#include <set>

#include "server/cli/unified_diff.h"

using namespace graphfence;

namespace {

/// Finds every word that has an entry in a table and offers its replacement.
class Words final : public FindingSource {
 public:
  struct Replacement {
    std::string text;
    FixClass fix_class = FixClass::A;
  };

  Words(std::map<std::string, std::string> texts, std::map<std::string, Replacement> table) : table_(std::move(table)) {
    for (auto& [path, text] : texts) set_text(path, std::move(text));
  }

  [[nodiscard]] std::vector<Finding> check(const ShowProgress&) override {
    std::vector<Finding> findings;
    for (const auto& [path, text] : texts_) {
      for (const auto& [word, replacement] : table_) {
        const auto at = text->bytes().find(word);
        if (at == std::string_view::npos) continue;
        Finding finding;
        finding.file = path;
        finding.span = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + word.size())};
        finding.fixes.push_back({"", replacement.fix_class, {{path, finding.span, replacement.text}}});
        for (const TextEdit& extra : extra_edits) finding.fixes[0].edits.push_back(extra);
        findings.push_back(finding);
      }
    }
    return findings;
  }
  void set_text(const std::string& path, std::string text) override {
    texts_[path] = std::make_shared<SourceText>(std::move(text));
  }
  [[nodiscard]] bool contains(const std::string& path) const override { return texts_.contains(path); }
  [[nodiscard]] std::shared_ptr<const SourceText> text(const std::string& path) const override {
    return texts_.at(path);
  }

  std::vector<TextEdit> extra_edits;

 private:
  std::map<std::string, std::shared_ptr<const SourceText>> texts_;
  std::map<std::string, Replacement> table_;
};

}  // namespace

TEST_CASE("fixes are applied until nothing is left to fix") {
  Words words({{"a.py", "one two\n"}}, {{"one", {"two"}}, {"two", {"three"}}});
  const FixResult result = fix_all(words, false, {});
  CHECK(result.files.at("a.py").before == "one two\n");
  CHECK(result.files.at("a.py").after == "three three\n");
  CHECK(result.applied == 3);
  CHECK(result.stable);
  CHECK(result.findings.empty());
}

TEST_CASE("fixes that undo each other end after ten rounds") {
  Words words({{"a.py", "one"}}, {{"one", {"two"}}, {"two", {"one"}}});
  const FixResult result = fix_all(words, false, {});
  CHECK_FALSE(result.stable);
  CHECK(result.applied == 10);
}

TEST_CASE("class B needs to be asked for, class C is never applied") {
  const std::map<std::string, Words::Replacement> table = {
      {"safe", {"A", FixClass::A}}, {"checked", {"B", FixClass::B}}, {"draft", {"C", FixClass::C}}};
  Words careful({{"a.py", "safe checked draft"}}, table);
  CHECK(fix_all(careful, false, {}).files.at("a.py").after == "A checked draft");
  Words daring({{"a.py", "safe checked draft"}}, table);
  const FixResult result = fix_all(daring, true, {});
  CHECK(result.files.at("a.py").after == "A B draft");
  CHECK(result.findings.size() == 1);
}

TEST_CASE("fixes that overlap or touch are applied in different rounds") {
  Words words({{"a.py", "abcd"}}, {{"bc", {"x"}}, {"cd", {"y"}}, {"d", {"z"}}});
  CHECK(fix_all(words, false, {}).files.at("a.py").after == "axz");
}

TEST_CASE("a fix that reaches outside of the files, or outside of their text, is left alone") {
  for (const TextEdit& extra : {TextEdit{"other.py", {0, 0}, "x"}, TextEdit{"a.py", {2, 99}, "x"}}) {
    Words words({{"a.py", "one"}}, {{"one", {"two"}}});
    words.extra_edits = {extra};
    const FixResult result = fix_all(words, false, {});
    CHECK(result.files.empty());
    CHECK(result.applied == 0);
  }
}

TEST_CASE("a fix that changes nothing is not applied for ever") {
  Words words({{"a.py", "one"}}, {{"one", {"one"}}});
  const FixResult result = fix_all(words, false, {});
  CHECK(result.applied == 0);
  CHECK(result.stable);
}

TEST_CASE("a file that ends as it began is not written") {
  Words words({{"a.py", "one two"}}, {{"one", {"two"}}, {"two", {"one"}}});
  CHECK(fix_all(words, false, {}).files.empty());
}

TEST_CASE("inserted lines get the line ends of the file") {
  CHECK(apply_edits("a\r\nb\r\n", {{"", {3, 3}, "x\ny\r\n"}}) == "a\r\nx\r\ny\r\nb\r\n");
  CHECK(apply_edits("a\nb\n", {{"", {2, 2}, "x\n"}}) == "a\nx\nb\n");
  CHECK(apply_edits("a # b\r\nc\r\n", {{"", {1, 6}, ""}}) == "a\r\nc\r\n");
  CHECK(apply_edits("a\r\nb", {{"", {2, 2}, "x"}}) == "ax\r\nb");
  CHECK(apply_edits("abc", {{"", {2, 3}, "Z"}, {"", {0, 1}, ""}}) == "bZ");
}

TEST_CASE("equal texts have no diff") {
  CHECK(unified_diff("a.py", "x\n", "x\n").empty());
}

TEST_CASE("a changed line with its context") {
  CHECK("\n" + unified_diff("a.py", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n") == R"(
--- a.py
+++ a.py
@@ -2,7 +2,7 @@
 2
 3
 4
-5
+five
 6
 7
 8
)");
}

TEST_CASE("distant changes get hunks of their own, near ones share one") {
  std::string before;
  std::string far;
  for (int i = 1; i <= 20; ++i) {
    before += std::to_string(i) + "\n";
    far += (i == 2 ? "two" : i == 19 ? "nineteen" : std::to_string(i)) + "\n";
  }
  const std::string diff = unified_diff("a", before, far);
  CHECK(diff.find("@@ -1,5 +1,5 @@\n") != std::string::npos);
  CHECK(diff.find("@@ -16,5 +16,5 @@\n") != std::string::npos);
  CHECK(unified_diff("a", "1\n2\n3\n4\n5\n", "one\n2\n3\n4\nfive\n").find("@@ -1,5 +1,5 @@") != std::string::npos);
}

TEST_CASE("diffs of empty files and of files without a last line end") {
  CHECK(unified_diff("a", "", "x\n") == "--- a\n+++ a\n@@ -0,0 +1 @@\n+x\n");
  CHECK(unified_diff("a", "x\n", "") == "--- a\n+++ a\n@@ -1 +0,0 @@\n-x\n");
  CHECK(unified_diff("a", "x", "y\n") == "--- a\n+++ a\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+y\n");
}

TEST_CASE("texts with nothing in common are still a diff") {
  std::string before;
  std::string after;
  for (int i = 0; i < 3000; ++i) {
    before += "a" + std::to_string(i) + "\n";
    after += "b" + std::to_string(i) + "\n";
  }
  CHECK(unified_diff("a", before, after).find("@@ -1,3000 +1,3000 @@") != std::string::npos);
}
