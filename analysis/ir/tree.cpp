#include "analysis/ir/tree.h"

#include <array>
#include <cstddef>

namespace graphfence::ir {
namespace {

struct KindName {
  std::string_view text;
  Kind kind;
};

constexpr KindName kind_names[] = {
#define GRAPHFENCE_KIND(name, text) {text, Kind::name},
#include "analysis/ir/kinds.def"
#undef GRAPHFENCE_KIND
};

/// Grammar symbol -> Kind. Made once per process: there is one grammar.
class KindTable {
 public:
  explicit KindTable(const TSLanguage* language) {
    const std::uint32_t count = ts_language_symbol_count(language);
    for (std::uint32_t s = 0; s < count && s < kinds_.size(); ++s) {
      const auto type = ts_language_symbol_type(language, static_cast<TSSymbol>(s));
      if (type != TSSymbolTypeRegular && type != TSSymbolTypeAnonymous) continue;
      const std::string_view name = ts_language_symbol_name(language, static_cast<TSSymbol>(s));
      // `lambda`, `yield`, `await` name both a node and its keyword; the keyword is never kept.
      if (type == TSSymbolTypeAnonymous && (name == "lambda" || name == "yield" || name == "await" || name == "type")) {
        kinds_[s] = Kind::Comment;
        continue;
      }
      for (const auto& [text, kind] : kind_names) {
        if (text == name) kinds_[s] = kind;
      }
      // Brackets, keywords and the like: their positions say nothing that their neighbours do not say.
      if (type == TSSymbolTypeAnonymous && kinds_[s] == Kind::Other) kinds_[s] = Kind::Comment;
    }
  }
  [[nodiscard]] Kind operator[](TSSymbol s) const { return s < kinds_.size() ? kinds_[s] : Kind::Error; }

 private:
  std::array<Kind, 512> kinds_{};
};

/// Most tokens carry nothing that the position among the children does not say.
bool keep_token(Kind token, Kind parent) {
  switch (token) {
    case Kind::TokenAsync:
      return true;
    case Kind::TokenFrom:
      return parent == Kind::Yield || parent == Kind::RaiseStatement;
    case Kind::TokenAs:
      return parent == Kind::ExceptClause;
    case Kind::TokenColon:
      return parent == Kind::Slice || parent == Kind::DictPattern;
    case Kind::TokenComma:
      return parent == Kind::CaseClause || parent == Kind::MatchStatement || parent == Kind::Subscript ||
             parent == Kind::TuplePattern;
    case Kind::TokenAssign:
      return parent == Kind::Interpolation || parent == Kind::FormatExpression;
    case Kind::TokenUnderscore:
      return parent != Kind::SplatPattern;
    case Kind::TokenAnd:
    case Kind::TokenOr:
      return parent == Kind::BooleanOperator;
    case Kind::TokenMinus:
    case Kind::TokenPlus:
      return parent != Kind::Other;
    default:
      return parent == Kind::BinaryOperator || parent == Kind::UnaryOperator || parent == Kind::ComparisonOperator ||
             parent == Kind::AugmentedAssignment;
  }
}

/// Nodes whose inside is never looked at (annotations are not evaluated).
bool is_leaf(Kind kind) {
  if (kind >= Kind::TokenAsync) return true;
  switch (kind) {
    case Kind::Type:
    case Kind::TypeParameter:
    case Kind::StringContent:
    case Kind::StringStart:
    case Kind::StringEnd:
    case Kind::TypeConversion:
    case Kind::ImportPrefix:
    case Kind::TokenNotIn:
    case Kind::TokenIsNot:
    case Kind::PrintStatement:
    case Kind::ExecStatement:
    case Kind::Identifier:
    case Kind::Integer:
    case Kind::Float:
    case Kind::True:
    case Kind::False:
    case Kind::None:
    case Kind::Ellipsis:
    case Kind::PassStatement:
    case Kind::BreakStatement:
    case Kind::ContinueStatement:
      return true;
    default:
      return false;
  }
}

bool is_bracket(Kind kind) {
  switch (kind) {
    case Kind::ParenthesizedExpression:
    case Kind::ArgumentList:
    case Kind::Parameters:
    case Kind::List:
    case Kind::Set:
    case Kind::Tuple:
    case Kind::Dictionary:
    case Kind::ListComprehension:
    case Kind::SetComprehension:
    case Kind::DictionaryComprehension:
    case Kind::GeneratorExpression:
    case Kind::ListPattern:
    case Kind::TuplePattern:
    case Kind::DictPattern:
    case Kind::Interpolation:
    case Kind::Subscript:
    case Kind::WithClause:
      return true;
    default:
      return false;
  }
}

}  // namespace

Tree::~Tree() {
  if (has_cursor_) ts_tree_cursor_delete(&cursor_);
}

std::uint32_t Tree::last(std::uint32_t i) const {
  std::uint32_t found = no_node;
  for (std::uint32_t c = i + 1; c < nodes[i].next; c = nodes[c].next) found = c;
  return found;
}

std::uint32_t Tree::find(std::uint32_t i, Kind wanted) const {
  for (std::uint32_t c = i + 1; c < nodes[i].next; c = nodes[c].next) {
    if (nodes[c].kind == wanted) return c;
  }
  return no_node;
}

/// `self.` followed by a line break parses as an attribute of the next line's first word while the user is still
/// typing. Inside brackets, or after a backslash, that is what the user wrote.
bool Tree::dangling_dot(std::uint32_t attribute) const {
  const std::uint32_t object = attribute + 1;
  if (object >= nodes[attribute].next) return false;
  const std::uint32_t name = nodes[object].next;
  if (name >= nodes[attribute].next || nodes[name].start == nodes[object].end + 1) return false;
  const auto gap = text.substr(nodes[object].end, nodes[name].start - nodes[object].end);
  const auto dot = gap.find('.');
  if (dot == std::string_view::npos) return false;
  const auto line_break = gap.find('\n', dot);
  if (line_break == std::string_view::npos) return false;
  auto before = gap.substr(0, line_break);
  if (before.ends_with('\r')) before.remove_suffix(1);
  if (before.ends_with('\\')) return false;
  for (const std::uint32_t outer : open_) {
    if (outer != attribute && is_bracket(nodes[outer].kind) && nodes[outer].start < nodes[attribute].start) {
      // A `with` clause is in brackets only when it is written so.
      if (nodes[outer].kind != Kind::WithClause || text[nodes[outer].start] == '(') return false;
    }
  }
  return true;
}

void Tree::close(std::uint32_t i) {
  nodes[i].next = static_cast<std::uint32_t>(nodes.size());
  if (i == type_call_.arguments) nodes[type_call_.call].next = nodes[i].next;
  if (i == type_call_.statement) type_call_ = {};
  if (nodes[i].kind == Kind::Attribute && dangling_dot(i)) has_error = true;
}

/// Returns the kind to use; in front of the arguments it adds the call and its callee.
Kind Tree::correct_type_call(Kind kind, std::uint32_t start, std::uint32_t end) {
  if (kind == Kind::TypeAlias) {
    const auto bracket = text.find_first_not_of(" \t", start + 4);
    if (bracket == std::string_view::npos || text[bracket] != '(') return kind;
    type_call_ = {static_cast<std::uint32_t>(nodes.size()), start, static_cast<std::uint32_t>(bracket), no_node,
                  no_node};
    return Kind::Assignment;
  }
  if (type_call_.statement == no_node) return kind;
  if (kind == Kind::Type) return Kind::ParenthesizedExpression;
  if (kind != Kind::ParenthesizedExpression || start != type_call_.left || type_call_.call != no_node) return kind;
  type_call_.call = static_cast<std::uint32_t>(nodes.size());
  type_call_.arguments = type_call_.call + 2;
  nodes.push_back({.kind = Kind::Call, .start = type_call_.start, .end = end, .next = 0});
  nodes.push_back(
      {.kind = Kind::Identifier, .start = type_call_.start, .end = type_call_.start + 4, .next = type_call_.arguments});
  return Kind::ArgumentList;
}

void Tree::build(std::string_view file, TSNode root, bool is_module) {
  static const KindTable kinds(ts_node_language(root));
  nodes.clear();
  functions.clear();
  open_.clear();
  type_call_ = {};
  has_error = false;
  has_walrus = false;
  const std::uint32_t base = is_module ? 0 : ts_node_start_byte(root);
  const auto size = static_cast<std::uint32_t>(file.size());
  const auto clamp = [&](std::uint32_t offset) { return (offset < size ? offset : size) - base; };
  text = is_module ? file : file.substr(base, ts_node_end_byte(root) - base);
  const bool broken = ts_node_has_error(root);
  if (has_cursor_) {
    ts_tree_cursor_reset(&cursor_, root);
  } else {
    cursor_ = ts_tree_cursor_new(root);
    has_cursor_ = true;
  }

  while (true) {
    const TSNode syntax = ts_tree_cursor_current_node(&cursor_);
    const Kind parent = open_.empty() ? Kind::Other : nodes[open_.back()].kind;
    Kind kind = kinds[ts_node_symbol(syntax)];
    if (broken && ts_node_is_missing(syntax)) has_error = true;
    bool keep = true;
    if (open_.empty()) {
      if (is_module) kind = Kind::Module;  // also when the parser gave up and made the root an error
      if (ts_node_is_error(syntax)) has_error = true;
    } else if (kind == Kind::Error) {
      has_error = true;
      // In an expression the positions of the others matter; among statements what is whole can be saved.
      keep = parent == Kind::Module || parent == Kind::Block || parent == Kind::Error;
    } else if (kind == Kind::Comment || kind == Kind::LineContinuation) {
      keep = false;
    } else if (kind >= Kind::TokenAsync) {
      keep = keep_token(kind, parent);
    } else if (is_module && kind == Kind::Block && parent == Kind::FunctionDefinition) {
      keep = false;
    }
    bool descended = false;
    if (keep) {
      std::uint32_t start = clamp(ts_node_start_byte(syntax));
      const std::uint32_t end = clamp(ts_node_end_byte(syntax));
      if (kind == Kind::TypeAlias || type_call_.statement != no_node) {
        kind = correct_type_call(kind, start, end);
        if (start == type_call_.left && kind != Kind::ArgumentList) start = type_call_.start;
      }
      const auto index = static_cast<std::uint32_t>(nodes.size());
      nodes.push_back({.kind = kind, .flags = 0, .start = start, .end = end, .next = index + 1, .value = 0});
      if (kind == Kind::NamedExpression) has_walrus = true;
      if (is_module && kind == Kind::FunctionDefinition) functions.push_back({index, syntax});
      if (is_leaf(kind)) {
        if (broken && ts_node_has_error(syntax)) has_error = true;
      } else if (ts_tree_cursor_goto_first_child(&cursor_)) {
        open_.push_back(index);
        descended = true;
      }
    }
    if (descended) continue;
    if (open_.empty()) break;
    while (!ts_tree_cursor_goto_next_sibling(&cursor_)) {
      ts_tree_cursor_goto_parent(&cursor_);
      const std::uint32_t index = open_.back();
      close(index);
      open_.pop_back();
      if (open_.empty()) return;
    }
  }
}

}  // namespace graphfence::ir
