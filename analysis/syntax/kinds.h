#pragma once

#include <tree_sitter/api.h>

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace graphfence {

/// Kinds of nodes, for `switch (kind_of(node))`. Tokens that carry no name (`async`, `+`, `not in`) are kinds as well.
enum class NodeKind : std::uint8_t {
  Null,   ///< the null node
  Error,  ///< text the parser could not place
  Other,  ///< a symbol this list does not know
#define GRAPHFENCE_KIND(enumerator, name, named) enumerator,
#include "analysis/syntax/kinds.def"
#undef GRAPHFENCE_KIND
};

/// Names under which a node holds its children.
enum class Field : std::uint8_t {
  None,
#define GRAPHFENCE_FIELD(enumerator, name) enumerator,
#include "analysis/syntax/fields.def"
#undef GRAPHFENCE_FIELD
};

#define GRAPHFENCE_FIELD(enumerator, name) +1
constexpr std::size_t field_count = 1
#include "analysis/syntax/fields.def"
    ;
#undef GRAPHFENCE_FIELD

/// The Python grammar with its names resolved once. Immutable; usable from every thread.
class Grammar {
 public:
  static const Grammar& get();

  [[nodiscard]] const TSLanguage* language() const { return language_; }
  [[nodiscard]] NodeKind kind(TSSymbol symbol) const {
    if (symbol < kinds_.size()) return kinds_[symbol];
    return symbol == error_symbol ? NodeKind::Error : NodeKind::Other;
  }
  [[nodiscard]] TSFieldId id(Field field) const { return ids_[static_cast<std::size_t>(field)]; }
  [[nodiscard]] Field field(TSFieldId id) const { return id < fields_.size() ? fields_[id] : Field::None; }

 private:
  Grammar();
  static constexpr TSSymbol error_symbol = 0xFFFF;

  const TSLanguage* language_;
  std::vector<NodeKind> kinds_;               // by symbol
  std::array<TSFieldId, field_count> ids_{};  // by field
  std::vector<Field> fields_;                 // by id
};

/// As the grammar spells it: `function_definition`, `+`.
[[nodiscard]] std::string_view name_of(NodeKind kind);

}  // namespace graphfence
