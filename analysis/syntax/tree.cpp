#include "analysis/syntax/tree.h"

#include <algorithm>
#include <stdexcept>

#include "analysis/syntax/kinds.h"
#include "analysis/syntax/nesting.h"

namespace graphfence {
namespace {

using Clock = std::chrono::steady_clock;

const char* read_text(void* payload, std::uint32_t at, TSPoint, std::uint32_t* size) {
  const auto& text = *static_cast<const std::string_view*>(payload);
  if (at >= text.size()) {
    *size = 0;
    return "";
  }
  *size = static_cast<std::uint32_t>(text.size()) - at;
  return text.data() + at;
}

struct Patience {
  std::optional<Clock::time_point> end;
  bool stop_at_error = false;
};

bool is_over(TSParseState* state) {
  const auto& patience = *static_cast<const Patience*>(state->payload);
  // `has_error` is set when no version of the parse is left that is not recovering.
  if (patience.stop_at_error && state->has_error) return true;
  return patience.end && Clock::now() >= *patience.end;
}

/// As tree-sitter counts: rows end with `\n` only, columns are bytes.
TSPoint advance(TSPoint from, std::string_view text) {
  const std::size_t last = text.rfind('\n');
  if (last == std::string_view::npos) return {from.row, from.column + static_cast<std::uint32_t>(text.size())};
  const auto rows = std::count(text.begin(), text.end(), '\n');
  return {from.row + static_cast<std::uint32_t>(rows), static_cast<std::uint32_t>(text.size() - last - 1)};
}

}  // namespace

Parser::Parser() : parser_(ts_parser_new()) {
  if (!ts_parser_set_language(parser_.get(), Grammar::get().language())) {
    throw std::runtime_error("the tree-sitter runtime does not accept the Python grammar's ABI");
  }
}

void SyntaxTree::apply_edit(const TextChange& change, std::string_view before, std::string_view after) {
  if (!tree_) return;
  const Span old_span = change.old_span;
  TSInputEdit edit{};
  edit.start_byte = old_span.start;
  edit.old_end_byte = old_span.end;
  edit.new_end_byte = old_span.start + change.new_size;
  edit.start_point = advance({0, 0}, before.substr(0, old_span.start));
  edit.old_end_point = advance(edit.start_point, before.substr(old_span.start, old_span.size()));
  edit.new_end_point = advance(edit.start_point, after.substr(old_span.start, change.new_size));
  ts_tree_edit(tree_.get(), &edit);
}

std::optional<SyntaxTree> parse(Parser& parser, std::string_view text, const SyntaxTree* old, ParseLimits limits) {
  if (text.size() > limits.max_bytes || may_nest_too_deeply(text)) return std::nullopt;
  Patience patience{std::nullopt, limits.stop_at_error};
  if (limits.wall.count() > 0) patience.end = Clock::now() + limits.wall;
  const TSInput input{&text, read_text, TSInputEncodingUTF8, nullptr};
  const TSParseOptions options{&patience, is_over};
  TSTree* tree = ts_parser_parse_with_options(parser.get(), old != nullptr ? old->get() : nullptr, input, options);
  if (tree == nullptr) {
    ts_parser_reset(parser.get());  // otherwise the next parse would go on with this one's state
    return std::nullopt;
  }
  return SyntaxTree(tree);
}

}  // namespace graphfence
