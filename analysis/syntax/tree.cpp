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

bool is_past(TSParseState* state) {
  return Clock::now() >= *static_cast<const Clock::time_point*>(state->payload);
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
  Clock::time_point deadline = Clock::now() + limits.wall;
  const TSInput input{&text, read_text, TSInputEncodingUTF8, nullptr};
  const TSParseOptions options{&deadline, limits.wall.count() > 0 ? is_past : nullptr};
  TSTree* tree = ts_parser_parse_with_options(parser.get(), old != nullptr ? old->get() : nullptr, input, options);
  if (tree == nullptr) {
    ts_parser_reset(parser.get());  // otherwise the next parse would go on with this one's state
    return std::nullopt;
  }
  return SyntaxTree(tree);
}

}  // namespace graphfence
