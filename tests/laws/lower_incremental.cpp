// Code lowered after random edits, with what was known before, against code lowered from nothing.
#include <doctest/doctest.h>

#include "analysis/ir/lower.h"
#include "tests/laws/syntax_edits.h"
#include "tests/laws/syntax_programs.h"

namespace graphfence::tests {
namespace {

void compare(const ir::FileIr& got, const ir::FileIr& expected, const Interner& names) {
  CHECK(got.has_error == expected.has_error);
  REQUIRE(got.units.size() == expected.units.size());
  for (std::size_t i = 0; i < got.units.size(); ++i) {
    CAPTURE(names.text(expected.units[i].unit->qualname));
    CHECK(got.units[i].start == expected.units[i].start);
    CHECK(*got.units[i].unit == *expected.units[i].unit);
  }
}

}  // namespace

TEST_CASE("law: lowering after edits gives what lowering from nothing gives") {
  const std::uint64_t seed = law_seed(20240613);
  CAPTURE(seed);
  Random random(seed);
  Parser parser;
  Interner names;
  int kept_modules = 0;
  for (int round = 0; round < 60; ++round) {
    CAPTURE(round);
    ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(program(3)));
    auto code = ir::lower_file(*document.text, document.tree->root(), names);
    document.difference = {document.text, std::nullopt};
    std::vector<Edit> undo;
    for (int step = 0; step < 24; ++step) {
      CAPTURE(step);
      Edit edit = random_edit(random, document);
      if (!undo.empty() && random.below(3) == 0) {
        edit = undo.back();
        undo.pop_back();
      } else {
        undo.push_back({{edit.span.start, edit.span.start + static_cast<std::uint32_t>(edit.replacement.size())},
                        std::string(document.text->slice(edit.span))});
      }
      CAPTURE(edit.span.start);
      CAPTURE(edit.span.end);
      CAPTURE(edit.replacement);
      document = document.edited(parser, edit.span, edit.replacement, {});
      if (random.below(4) == 0) continue;  // several edits between two readings
      const auto root = document.tree->root();
      const auto next = ir::lower_file(*document.text, root, names, code.get(), document.difference.change);
      compare(*next, *ir::lower_file(*document.text, root, names), names);
      kept_modules += document.difference.change ? 1 : 0;
      code = next;
      document.difference = {document.text, std::nullopt};
    }
  }
  CHECK(kept_modules > 500);
}

}  // namespace graphfence::tests
