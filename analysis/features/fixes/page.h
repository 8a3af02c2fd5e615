#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/features/fixes/job.h"
#include "analysis/syntax/walk.h"

namespace graphfence::fixes {

/// The nodes around a place, the root first. Nodes of equal span follow each other, the outer first.
using Path = std::vector<TSNode>;

/// One file being rewritten: its tree, questions about it, and the edits so far.
class Page {
 public:
  /// Nothing when the file cannot be had or does not parse: then every construct has its parts.
  [[nodiscard]] static std::optional<Page> open(const Job& job, const std::string& path);

  [[nodiscard]] TSNode root() const { return root_; }
  [[nodiscard]] std::string_view source() const { return source_; }
  /// Empty for the null node.
  [[nodiscard]] std::string_view of(TSNode node) const {
    return ts_node_is_null(node) ? std::string_view{} : graphfence::text(node, source_);
  }
  [[nodiscard]] std::string_view of(Span part) const { return source_.substr(part.start, part.end - part.start); }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::string& newline() const { return newline_; }

  /// Down to the smallest node that covers `place`.
  [[nodiscard]] Path path_to(Span place) const;
  /// Down to `node` itself, also when a child has the same span.
  [[nodiscard]] Path path_of(TSNode node) const;

  [[nodiscard]] std::uint32_t line_start(std::uint32_t offset) const;
  /// Behind the line's terminator.
  [[nodiscard]] std::uint32_t next_line(std::uint32_t offset) const;
  /// The white space its line begins with.
  [[nodiscard]] std::string_view indent_at(std::uint32_t offset) const;
  [[nodiscard]] bool first_on_line(std::uint32_t offset) const;
  /// The step of indentation of this file, as its first block shows it.
  [[nodiscard]] std::string indent_step() const;

  void replace(Span part, std::string text);
  void erase(Span part) { replace(part, {}); }
  void insert(std::uint32_t at, std::string text) { replace({at, at}, std::move(text)); }
  /// Takes a statement out with its line, or leaves `pass` when its block has no other.
  void erase_statement(TSNode statement);
  /// Adds a line with the statement's indentation before or behind it.
  void insert_line_before(TSNode statement, std::string_view line);
  void insert_line_after(TSNode statement, std::string_view line);
  [[nodiscard]] bool changed() const { return !edits_.empty(); }

  /// Appends the edits, sorted and united where they touch; false when two overlap.
  [[nodiscard]] bool finish(std::vector<TextEdit>& out);

 private:
  Page(const ParsedDocument& document, std::string file);

  std::string file_;
  std::string_view source_;
  TSNode root_;
  std::string newline_;
  std::vector<std::pair<Span, std::string>> edits_;
};

/// The innermost node of the path of one of these kinds, or the null node.
[[nodiscard]] TSNode innermost(const Path& path, std::initializer_list<NodeKind> kinds);
/// The parent of `node` in a path that contains it.
[[nodiscard]] TSNode parent_in(const Path& path, TSNode node);
/// The statement in a block (or the module) that the path leads through last.
[[nodiscard]] TSNode statement_of(const Path& path);
/// Unlike the functions of the runtime these take the null node, and give it back.
[[nodiscard]] inline TSNode field_of(TSNode node, Field field) {
  return ts_node_is_null(node) ? node : child_by_field(node, field);
}
[[nodiscard]] inline TSNode child_of(TSNode node, std::uint32_t number) {
  return ts_node_is_null(node) ? node : ts_node_named_child(node, number);
}
[[nodiscard]] inline TSNode parent_of(TSNode node) {
  return ts_node_is_null(node) ? node : ts_node_parent(node);
}
[[nodiscard]] inline bool same(TSNode a, TSNode b) {
  return ts_node_eq(a, b);
}
/// A finished fix from the pages it touched; nothing when an edit went wrong or nothing changed.
[[nodiscard]] std::optional<Fix> finished(const Job& job, std::initializer_list<Page*> pages);

}  // namespace graphfence::fixes
