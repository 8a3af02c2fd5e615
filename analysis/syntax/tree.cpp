#include "analysis/syntax/tree.h"

#include <cstdlib>
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

TSPoint point(const LineIndex& lines, std::uint32_t at) {
  const std::uint32_t row = lines.line_of(at);
  return {row, at - lines.line_start(row)};
}

}  // namespace

Parser::Parser() : parser_(ts_parser_new()) {
  if (!ts_parser_set_language(parser_.get(), Grammar::get().language())) {
    throw std::runtime_error("the tree-sitter runtime does not accept the Python grammar's ABI");
  }
}

void SyntaxTree::apply_edit(const TextChange& change, const LineIndex& before, const LineIndex& after) {
  if (!tree_) return;
  const Span old_span = change.old_span;
  TSInputEdit edit{};
  edit.start_byte = old_span.start;
  edit.old_end_byte = old_span.end;
  edit.new_end_byte = old_span.start + change.new_size;
  edit.start_point = point(before, edit.start_byte);
  edit.old_end_point = point(before, edit.old_end_byte);
  edit.new_end_point = point(after, edit.new_end_byte);
  ts_tree_edit(tree_.get(), &edit);
}

std::vector<Span> SyntaxTree::changed_spans(const SyntaxTree& renewed) const {
  std::vector<Span> spans;
  if (!tree_ || !renewed.tree_) return spans;
  std::uint32_t count = 0;
  TSRange* ranges = ts_tree_get_changed_ranges(tree_.get(), renewed.tree_.get(), &count);
  for (std::uint32_t i = 0; i < count; ++i) spans.push_back({ranges[i].start_byte, ranges[i].end_byte});
  std::free(ranges);
  return spans;
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
