#include <doctest/doctest.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

#include "analysis/syntax/tree.h"
#include "analysis/syntax/walk.h"
#include "tests/laws/syntax_programs.h"

namespace graphfence::tests {
namespace {

SyntaxTree tree_of(std::string_view text) {
  Parser parser;
  std::optional<SyntaxTree> tree = parse(parser, text, nullptr);
  REQUIRE(tree.has_value());
  return std::move(*tree);
}

std::vector<std::string> texts_of_children(TSNode node, std::string_view source) {
  std::vector<std::string> result;
  for_each_child(node, [&](TSNode child) { result.emplace_back(text(child, source)); });
  return result;
}

TSNode find(TSNode root, NodeKind kind) {
  TSNode found{};
  for_each_below(root, [&](TSNode node) {
    if (ts_node_is_null(found) && kind_of(node) == kind) found = node;
    return ts_node_is_null(found);
  });
  return found;
}

}  // namespace

TEST_CASE("every symbol of the grammar has a kind of the same name, and every kind a symbol") {
  const Grammar& grammar = Grammar::get();
  std::set<NodeKind> seen;
  for (std::uint32_t i = 1; i < ts_language_symbol_count(grammar.language()); ++i) {
    const auto symbol = static_cast<TSSymbol>(i);
    const TSSymbolType type = ts_language_symbol_type(grammar.language(), symbol);
    if (type != TSSymbolTypeRegular && type != TSSymbolTypeAnonymous) continue;
    const std::string_view name = ts_language_symbol_name(grammar.language(), symbol);
    CAPTURE(name);
    CHECK(name_of(grammar.kind(symbol)) == name);
    seen.insert(grammar.kind(symbol));
  }
  constexpr NodeKind listed[] = {
#define GRAPHFENCE_KIND(enumerator, name, named) NodeKind::enumerator,
#include "analysis/syntax/kinds.def"
#undef GRAPHFENCE_KIND
  };
  for (const NodeKind kind : listed) {
    CAPTURE(name_of(kind));
    CHECK(seen.contains(kind));
  }
}

TEST_CASE("every field of the grammar is known and leads back to itself") {
  const Grammar& grammar = Grammar::get();
  CHECK(ts_language_field_count(grammar.language()) == field_count - 1);
  for (std::size_t i = 1; i < field_count; ++i) {
    const auto field = static_cast<Field>(i);
    CAPTURE(i);
    CHECK(grammar.id(field) != 0);
    CHECK(grammar.field(grammar.id(field)) == field);
  }
}

TEST_CASE("nodes that the parser could not place and the null node have kinds of their own") {
  const std::string source = "x = = 1\n";
  const SyntaxTree tree = tree_of(source);
  CHECK(ts_node_has_error(tree.root()));
  CHECK(kind_of(find(tree.root(), NodeKind::Error)) == NodeKind::Error);
  CHECK(kind_of(SyntaxTree().root()) == NodeKind::Null);
  CHECK(kind_of(child_by_field(tree.root(), Field::Superclasses)) == NodeKind::Null);
}

TEST_CASE("children are visited with their fields, without tokens and comments") {
  const std::string source = "f(a,  # first\n  b=2, *c)\n";
  const SyntaxTree tree = tree_of(source);
  const TSNode call = find(tree.root(), NodeKind::Call);
  CHECK(text(child_by_field(call, Field::Function), source) == "f");
  const TSNode arguments = child_by_field(call, Field::Arguments);
  CHECK(texts_of_children(arguments, source) == std::vector<std::string>{"a", "b=2", "*c"});
  std::vector<Field> fields;
  for_each_child(call, [&](TSNode, Field field) { fields.push_back(field); });
  CHECK(fields == std::vector<Field>{Field::Function, Field::Arguments});
  std::string tokens;
  for_each_child_or_token(arguments, [&](TSNode child, Field) {
    if (!ts_node_is_named(child)) tokens += text(child, source);
  });
  CHECK(tokens == "(,,)");
}

TEST_CASE("a field that repeats is visited as often") {
  const std::string source = "x[*a, 1:2, b]\n";
  const SyntaxTree tree = tree_of(source);
  std::vector<std::string> subscripts;
  for_each_in_field(find(tree.root(), NodeKind::Subscript), Field::Subscript,
                    [&](TSNode node) { subscripts.emplace_back(text(node, source)); });
  CHECK(subscripts == std::vector<std::string>{"*a", "1:2", "b"});
}

TEST_CASE("a visitor ends a loop over children with false, and keeps a walk out of a node with it") {
  const std::string source = "a\nb\nc\n";
  const SyntaxTree tree = tree_of(source);
  int visited = 0;
  for_each_child(tree.root(), [&](TSNode) { return ++visited < 2; });
  CHECK(visited == 2);

  std::vector<NodeKind> kinds;
  for_each_below(tree.root(), [&](TSNode node) {
    kinds.push_back(kind_of(node));
    return kind_of(node) == NodeKind::Module;
  });
  CHECK(kinds.size() == 4);
}

TEST_CASE("a walk from a node inside a tree stays below that node") {
  const std::string source = "def f():\n  return 1\n\ndef g():\n  return 2\n";
  const SyntaxTree tree = tree_of(source);
  const TSNode f = find(tree.root(), NodeKind::FunctionDefinition);
  int integers = 0;
  for_each_below(f, [&](TSNode node) { integers += kind_of(node) == NodeKind::Integer ? 1 : 0; });
  CHECK(integers == 1);
}

TEST_CASE("a byte order mark is skipped and keeps its place") {
  const std::string source =
      "\xEF\xBB\xBF"
      "def f():\n  return 1\n";
  const SyntaxTree tree = tree_of(source);
  CHECK_FALSE(ts_node_has_error(tree.root()));
  CHECK(text(find(tree.root(), NodeKind::Identifier), source) == "f");
}

TEST_CASE("a parser that hit a limit returns nothing and can be used again") {
  Parser parser;
  const std::string junk = [] {
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += "$%^ )(*&";
    return text;
  }();
  CHECK_FALSE(parse(parser, junk, nullptr, {std::chrono::microseconds(1)}).has_value());
  CHECK_FALSE(parse(parser, "x = 1\n", nullptr, {std::chrono::microseconds(0), 5}).has_value());
  const std::optional<SyntaxTree> tree = parse(parser, "x = 1\n", nullptr);
  REQUIRE(tree.has_value());
  CHECK(dump(*tree) == dump(tree_of("x = 1\n")));
}

TEST_CASE("an edited tree leads the parser to the tree of the new text, and the tree it was shared from stays") {
  Parser parser;
  const std::string before = program(2);
  const SyntaxTree old = tree_of(before);
  const std::string old_dump = dump(old);
  std::string after = before;
  const auto at = static_cast<std::uint32_t>(before.find("self.units"));
  after.replace(at, 4, "this_one");
  SyntaxTree moved = old.share();
  moved.apply_edit({{at, at + 4}, 8}, LineIndex(before), LineIndex(after));
  const std::optional<SyntaxTree> tree = parse(parser, after, &moved);
  REQUIRE(tree.has_value());
  CHECK(dump(*tree) == dump(tree_of(after)));
  CHECK(dump(old) == old_dump);
}

TEST_CASE("shared trees are read by several threads while the next one is parsed") {
  const std::string source = program(20);
  const SyntaxTree tree = tree_of(source);
  const std::string expected = dump(tree);
  std::vector<std::string> dumps(3);
  {
    std::vector<std::thread> readers;
    for (std::string& result : dumps) {
      readers.emplace_back([&result, &tree] {
        const SyntaxTree own = tree.share();
        result = dump(own);
      });
    }
    Parser parser;
    SyntaxTree moved = tree.share();
    moved.apply_edit({{0, 0}, 1}, LineIndex(source), LineIndex("\n" + source));
    CHECK(parse(parser, "\n" + source, &moved).has_value());
    for (std::thread& reader : readers) reader.join();
  }
  for (const std::string& result : dumps) CHECK(result == expected);
}

}  // namespace graphfence::tests
