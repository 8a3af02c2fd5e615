#include "tests/unit/ir_support.h"

#include <utility>

#include "analysis/ir/lower.h"
#include "analysis/ir/verify.h"

extern "C" const TSLanguage* tree_sitter_python(void);

namespace graphfence::test {
namespace {

std::string dump_units(std::string_view text, std::size_t first) {
  Interner names;
  const auto file = lower(std::string(text), names);
  std::string out;
  for (std::size_t u = 0; u < file->units.size(); ++u) {
    const std::string problem = ir::verify(*file->units[u].unit);
    if (!problem.empty()) return "unit " + std::to_string(u) + ": " + problem;
    if (u < first) continue;
    for (const ir::Chunk& chunk : file->units[u].unit->chunks) out += ir::dump(chunk, names);
  }
  return out;
}

}  // namespace

ParsedText::ParsedText(std::string text) : text_(std::move(text)) {
  TSParser* const parser = ts_parser_new();
  ts_parser_set_language(parser, tree_sitter_python());
  tree_ = ts_parser_parse_string(parser, nullptr, text_.data(), static_cast<std::uint32_t>(text_.size()));
  ts_parser_delete(parser);
}

ParsedText::~ParsedText() {
  ts_tree_delete(tree_);
}

std::shared_ptr<const ir::FileIr> ParsedText::lower(Interner& names, const ir::FileIr* previous) const {
  return ir::lower_file(SourceText(std::string(text_)), ts_tree_root_node(tree_), names, previous);
}

std::shared_ptr<const ir::FileIr> lower(std::string text, Interner& names, const ir::FileIr* previous) {
  return ParsedText(std::move(text)).lower(names, previous);
}

std::string lowered(std::string_view text) {
  return dump_units(text, 0);
}

std::string lowered_functions(std::string_view text) {
  return dump_units(text, 1);
}

}  // namespace graphfence::test
