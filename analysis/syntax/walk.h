#pragma once

#include <tree_sitter/api.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "analysis/base/span.h"
#include "analysis/syntax/kinds.h"

/// Reading trees. Nothing here recurses: input may be nested 100,000 deep. `ts_node_next_sibling` is never used, it
/// searches from the root each time.
namespace graphfence {

[[nodiscard]] inline NodeKind kind_of(TSNode node) {
  return ts_node_is_null(node) ? NodeKind::Null : Grammar::get().kind(ts_node_symbol(node));
}

[[nodiscard]] inline Span span(TSNode node) {
  return {ts_node_start_byte(node), ts_node_end_byte(node)};
}

/// Clamped: a tree that is older than `source` may point past its end.
[[nodiscard]] inline std::string_view text(TSNode node, std::string_view source) {
  const std::size_t start = std::min<std::size_t>(ts_node_start_byte(node), source.size());
  return source.substr(start, ts_node_end_byte(node) - start);
}

/// The first child in this field, or the null node.
[[nodiscard]] inline TSNode child_by_field(TSNode node, Field field) {
  return ts_node_child_by_field_id(node, Grammar::get().id(field));
}

/// Comments and line joins may stand between any two children.
[[nodiscard]] inline bool is_trivia(NodeKind kind) {
  return kind == NodeKind::Comment || kind == NodeKind::LineContinuation;
}

/// Owns a position in a tree; cannot leave the node it was made from.
class Cursor {
 public:
  explicit Cursor(TSNode root) : cursor_(ts_tree_cursor_new(root)) {}
  ~Cursor() { ts_tree_cursor_delete(&cursor_); }
  Cursor(const Cursor&) = delete;
  Cursor& operator=(const Cursor&) = delete;

  [[nodiscard]] TSNode node() const { return ts_tree_cursor_current_node(&cursor_); }
  [[nodiscard]] Field field() const { return Grammar::get().field(ts_tree_cursor_current_field_id(&cursor_)); }
  bool to_first_child() { return ts_tree_cursor_goto_first_child(&cursor_); }
  bool to_next_sibling() { return ts_tree_cursor_goto_next_sibling(&cursor_); }
  bool to_parent() { return ts_tree_cursor_goto_parent(&cursor_); }
  void reset(TSNode root) { ts_tree_cursor_reset(&cursor_, root); }

 private:
  TSTreeCursor cursor_;
};

namespace detail {
/// Calls a visitor that may return nothing; true unless it returned false.
template <typename F, typename... Args>
bool go_on(F& visit, Args&&... args) {
  if constexpr (std::is_void_v<std::invoke_result_t<F&, Args...>>) {
    visit(std::forward<Args>(args)...);
    return true;
  } else {
    return visit(std::forward<Args>(args)...);
  }
}
}  // namespace detail

/// `visit(child, field)` for every child, tokens and comments included. A visitor that returns false ends the loop.
template <std::invocable<TSNode, Field> F>
void for_each_child_or_token(TSNode node, F&& visit) {
  if (ts_node_is_null(node)) return;
  Cursor cursor(node);
  if (!cursor.to_first_child()) return;
  do {
    if (!detail::go_on(visit, cursor.node(), cursor.field())) return;
  } while (cursor.to_next_sibling());
}

/// `visit(child)` or `visit(child, field)` for every named child but comments and line joins. A visitor that returns
/// false ends the loop.
template <typename F>
  requires std::invocable<F&, TSNode> || std::invocable<F&, TSNode, Field>
void for_each_child(TSNode node, F&& visit) {
  for_each_child_or_token(node, [&](TSNode child, Field field) {
    if (!ts_node_is_named(child) || is_trivia(kind_of(child))) return true;
    if constexpr (std::invocable<F&, TSNode, Field>) {
      return detail::go_on(visit, child, field);
    } else {
      return detail::go_on(visit, child);
    }
  });
}

/// `visit(child)` for every child in this field (some fields repeat: the `subscript` of `x[a, 1:2]`).
template <std::invocable<TSNode> F>
void for_each_in_field(TSNode node, Field wanted, F&& visit) {
  for_each_child_or_token(node,
                          [&](TSNode child, Field field) { return field != wanted || detail::go_on(visit, child); });
}

/// `visit(node)` for `root` and all below it, parents first, tokens included. A visitor that returns false is not shown
/// the node's children.
template <std::invocable<TSNode> F>
void for_each_below(TSNode root, F&& visit) {
  if (ts_node_is_null(root)) return;
  Cursor cursor(root);
  std::uint32_t depth = 0;
  while (true) {
    if (detail::go_on(visit, cursor.node()) && cursor.to_first_child()) {
      ++depth;
      continue;
    }
    while (depth > 0 && !cursor.to_next_sibling()) {
      cursor.to_parent();
      --depth;
    }
    if (depth == 0) return;
  }
}

}  // namespace graphfence
