#pragma once

#include <tree_sitter/api.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/base/span.h"
#include "analysis/text/source_text.h"

namespace graphfence {

/// A parser for Python. Reusable; one thread at a time.
class Parser {
 public:
  Parser();  ///< throws std::runtime_error when the runtime does not accept the grammar (a build mistake)
  [[nodiscard]] TSParser* get() const { return parser_.get(); }

 private:
  struct Delete {
    void operator()(TSParser* parser) const { ts_parser_delete(parser); }
  };
  std::unique_ptr<TSParser, Delete> parser_;
};

/// One edit: the bytes `old_span` gave way to `new_size` others.
struct TextChange {
  Span old_span;
  std::uint32_t new_size = 0;
};

/// A parsed tree; knows nothing of its text. One thread at a time, except that any thread may `share()` a tree nobody
/// is writing to; nodes live as long as the tree they came from.
class SyntaxTree {
 public:
  SyntaxTree() = default;
  explicit SyntaxTree(TSTree* owned) : tree_(owned) {}

  explicit operator bool() const { return tree_ != nullptr; }
  [[nodiscard]] const TSTree* get() const { return tree_.get(); }
  /// The null node when there is no tree.
  [[nodiscard]] TSNode root() const { return tree_ ? ts_tree_root_node(tree_.get()) : TSNode{}; }
  /// The same tree for another thread, or to edit. Costs a reference count.
  [[nodiscard]] SyntaxTree share() const { return SyntaxTree(tree_ ? ts_tree_copy(tree_.get()) : nullptr); }
  /// Moves positions to where they are after the change of a text with the lines `before` into one with `after`. The
  /// structure stays: parse to renew it. The grammar's lines end with `\n` only: no lone `\r` may stand in the texts.
  void apply_edit(const TextChange& change, const LineIndex& before, const LineIndex& after);
  /// Where nodes of `renewed`, which was parsed with this tree as its old one, have other ancestors than here.
  [[nodiscard]] std::vector<Span> changed_spans(const SyntaxTree& renewed) const;

 private:
  struct Delete {
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
  };
  std::unique_ptr<TSTree, Delete> tree_;
};

struct ParseLimits {
  std::chrono::microseconds wall{0};  ///< 0: none. May be overshot by about 8 ms
  std::size_t max_bytes = 8'000'000;
  /// Give up where every reading of the text is known to have an error. Recovery costs many times what a parse costs
  /// and is only worth it to somebody who reads trees with errors. Errors that are found late or mended by one missing
  /// token still give a tree.
  bool stop_at_error = false;
};

/// Nothing when a limit was hit or the text nests too deeply for the grammar (`nesting.h`). `old`, when given, went
/// through `apply_edit` for every change since it was parsed; what it shares with the result is parsed no second time.
/// A BOM at the start of `text` is skipped. Any bytes will do.
[[nodiscard]] std::optional<SyntaxTree> parse(Parser& parser, std::string_view text, const SyntaxTree* old,
                                              ParseLimits limits = {});

}  // namespace graphfence
