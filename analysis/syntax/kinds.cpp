#include "analysis/syntax/kinds.h"

#include <algorithm>

extern "C" const TSLanguage* tree_sitter_python(void);

namespace graphfence {
namespace {

struct KindName {
  std::string_view name;
  bool named;
};

// In the order of the enumerators behind `NodeKind::Other`.
constexpr KindName kind_names[] = {
#define GRAPHFENCE_KIND(enumerator, name, named) {name, named},
#include "analysis/syntax/kinds.def"
#undef GRAPHFENCE_KIND
};

constexpr std::string_view field_names[] = {
#define GRAPHFENCE_FIELD(enumerator, name) name,
#include "analysis/syntax/fields.def"
#undef GRAPHFENCE_FIELD
};

constexpr std::size_t first_listed = static_cast<std::size_t>(NodeKind::Other) + 1;
static_assert(std::size(kind_names) + first_listed <= 256, "NodeKind has one byte");

NodeKind kind_named(std::string_view name, bool named) {
  const auto* found = std::find_if(std::begin(kind_names), std::end(kind_names),
                                   [&](const KindName& k) { return k.named == named && k.name == name; });
  if (found == std::end(kind_names)) return NodeKind::Other;
  return static_cast<NodeKind>(first_listed + static_cast<std::size_t>(found - std::begin(kind_names)));
}

}  // namespace

Grammar::Grammar() : language_(tree_sitter_python()) {
  const std::uint32_t symbols = ts_language_symbol_count(language_);
  kinds_.assign(symbols, NodeKind::Other);
  for (std::uint32_t i = 0; i < symbols; ++i) {
    const auto symbol = static_cast<TSSymbol>(i);
    const TSSymbolType type = ts_language_symbol_type(language_, symbol);
    if (type != TSSymbolTypeRegular && type != TSSymbolTypeAnonymous) continue;
    kinds_[i] = kind_named(ts_language_symbol_name(language_, symbol), type == TSSymbolTypeRegular);
  }
  fields_.assign(ts_language_field_count(language_) + 1, Field::None);
  for (std::size_t i = 1; i < field_count; ++i) {
    const std::string_view name = field_names[i - 1];
    ids_[i] = ts_language_field_id_for_name(language_, name.data(), static_cast<std::uint32_t>(name.size()));
    if (ids_[i] < fields_.size()) fields_[ids_[i]] = static_cast<Field>(i);
  }
  fields_[0] = Field::None;
}

const Grammar& Grammar::get() {
  static const Grammar grammar;
  return grammar;
}

std::string_view name_of(NodeKind kind) {
  if (kind == NodeKind::Null) return "";
  if (kind == NodeKind::Error) return "ERROR";
  if (kind == NodeKind::Other) return "?";
  return kind_names[static_cast<std::size_t>(kind) - first_listed].name;
}

}  // namespace graphfence
