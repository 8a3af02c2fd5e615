#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

#include "analysis/features/fixes.h"

// The kinds of rules and of syntax cannot meet in one file: places are found by hand.
namespace graphfence::tests {
namespace {

std::string read(const std::string& name) {
  std::ifstream file(std::string(GRAPHFENCE_SOURCE_DIR) + "/examples/" + name + ".py", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Every named node but the longest and the shortest: calls, stores, names.
std::vector<Span> places_in(TSNode root) {
  std::vector<Span> places;
  TSTreeCursor cursor = ts_tree_cursor_new(root);
  for (bool more = true; more;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    const Span here{ts_node_start_byte(node), ts_node_end_byte(node)};
    if (ts_node_is_named(node) && here.size() > 3 && here.size() < 120 && (places.empty() || places.back() != here))
      places.push_back(here);
    more = ts_tree_cursor_goto_first_child(&cursor);
    while (!more && !(more = ts_tree_cursor_goto_next_sibling(&cursor)) && ts_tree_cursor_goto_parent(&cursor)) {
    }
  }
  ts_tree_cursor_delete(&cursor);
  return places;
}

struct Tally {
  int offered = 0;
  int wrong = 0;
};

void try_kind(FixPlan::Kind kind, const ParsedDocument& document, const std::vector<Span>& places, Tally& tally) {
  Parser parser;
  const std::string_view text = document.text->bytes();
  for (std::size_t i = 0; i < places.size(); ++i) {
    // With a place close by, one far away, and none.
    for (const std::size_t step : {std::size_t{0}, std::size_t{7}, std::size_t{61}}) {
      const FixPlan plan{
          .kind = kind, .title = "t", .fix_class = FixClass::B, .names = {"kernel", "numpy"}, .text = "tf.reduce_sum"};
      FixRequest request{plan, "a", places[i], step == 0 ? "" : "a", places[(i + step) % places.size()]};
      const auto fix = write_fix(request, [&](const std::string&) { return &document; });
      if (!fix) continue;
      ++tally.offered;
      std::string after(text);
      bool ordered = !fix->edits.empty();
      for (std::size_t e = fix->edits.size(); e-- > 0;) {
        const TextEdit& edit = fix->edits[e];
        if (edit.span.end > text.size() || (e > 0 && fix->edits[e - 1].span.end >= edit.span.start)) {
          ordered = false;
          break;
        }
        after.replace(edit.span.start, edit.span.size(), edit.text);
      }
      const auto parsed = ParsedDocument::open(parser, std::make_shared<const SourceText>(after), {});
      if (ordered && !ts_node_has_error(parsed.tree->root())) continue;
      ++tally.wrong;
      CAPTURE(after);
      CHECK(ordered);
      CHECK_FALSE(ts_node_has_error(parsed.tree->root()));
    }
  }
}

TEST_CASE("plans about any place give ordered edits of programs that parse, or none") {
  Tally tally;
  for (const char* name :
       {"problem1_penalty_in_decorated_call", "problem1_decorated_helper", "problem2_loss_in_rnn_cell",
        "problem3_numpy_in_weight_penalty", "problem4_frozen_decorated_model", "problem4_habits"}) {
    Parser parser;
    const auto document = ParsedDocument::open(parser, std::make_shared<const SourceText>(read(name)), {});
    const std::vector<Span> places = places_in(document.tree->root());
    REQUIRE(places.size() > 50);
    for (int kind = 0; kind <= static_cast<int>(FixPlan::Kind::PythonConstant); ++kind) {
      try_kind(static_cast<FixPlan::Kind>(kind), document, places, tally);
    }
  }
  CHECK(tally.offered > 100);
  CHECK(tally.wrong == 0);
}

TEST_CASE("plans about places outside the text, or about broken text, give nothing") {
  Parser parser;
  for (const char* text : {"", "def f(:\n", "class C:\n    def call(self", "x = f(\n", "@\n", "\x80\xff"}) {
    const auto document = ParsedDocument::open(parser, std::make_shared<const SourceText>(text), {});
    for (int kind = 0; kind <= static_cast<int>(FixPlan::Kind::PythonConstant); ++kind) {
      const FixPlan plan{.kind = static_cast<FixPlan::Kind>(kind), .names = {"kernel"}, .text = "tf.reduce_sum"};
      for (const Span place : {Span{0, 0}, Span{0, 3}, Span{2, 9}, Span{100, 200}}) {
        CHECK_FALSE(
            write_fix({plan, "a", place, "a", place}, [&](const std::string&) { return &document; }).has_value());
      }
      CHECK_FALSE(write_fix({plan, "a", {0, 1}, "", {}}, [](const std::string&) { return nullptr; }).has_value());
    }
  }
}

}  // namespace
}  // namespace graphfence::tests
