#include <algorithm>
#include <string>

#include "analysis/ir/lowering.h"

namespace graphfence::ir {
namespace {

/// `a . b` is written `a.b` whatever stands between.
Symbol dotted(Lowering& l, std::uint32_t name) {
  const auto text = l.tree.text_of(name);
  if (text.find_first_of(" \t\r\n\\\f#") == std::string_view::npos) return l.names.intern(text);
  std::string joined;
  for (std::uint32_t c = l.tree.first(name); c != no_node; c = l.tree.after(name, c)) {
    if (!joined.empty()) joined += '.';
    joined += l.tree.text_of(c);
  }
  return l.names.intern(joined);
}

}  // namespace

void lower_import(Lowering& l, std::uint32_t node) {
  for (std::uint32_t c = l.tree.first(node); c != no_node; c = l.tree.after(node, c)) {
    if (l.tree.kind(c) == Kind::AliasedImport) {
      const std::uint32_t name = l.tree.first(c);
      const std::uint32_t alias = l.tree.last(c);
      if (name == no_node || alias == name || l.tree.kind(alias) != Kind::Identifier) continue;
      const Reg module = l.emit_value(Op::Import, l.span(c), dotted(l, name).id);
      assign_name(l, l.symbol(alias), module, l.span(c));
    } else if (l.tree.kind(c) == Kind::DottedName && l.tree.first(c) != no_node) {
      const std::uint32_t head = l.tree.first(c);
      const bool single = l.tree.after(c, head) == no_node;
      const Reg module = l.emit_value(Op::Import, l.span(c), dotted(l, c).id, no_reg, no_reg, 0,
                                      single ? flag_none : flag_top_package);
      assign_name(l, l.symbol(head), module, l.span(c));
    }
  }
}

void lower_import_from(Lowering& l, std::uint32_t node) {
  Symbol module;
  std::uint8_t level = 0;
  std::uint32_t c = l.tree.first(node);
  if (l.tree.kind(node) == Kind::FutureImport) {
    module = l.names.intern("__future__");
  } else {
    if (c == no_node) return;
    if (l.tree.kind(c) == Kind::RelativeImport) {
      const std::uint32_t dots = l.tree.find(c, Kind::ImportPrefix);
      const std::uint32_t name = l.tree.find(c, Kind::DottedName);
      if (dots != no_node) {
        const auto text = l.tree.text_of(dots);
        level = static_cast<std::uint8_t>(std::min<std::ptrdiff_t>(255, std::count(text.begin(), text.end(), '.')));
      }
      if (name != no_node) module = dotted(l, name);
    } else if (l.tree.kind(c) == Kind::DottedName) {
      module = dotted(l, c);
    }
    c = l.tree.after(node, c);
  }
  for (; c != no_node; c = l.tree.after(node, c)) {
    if (l.tree.kind(c) == Kind::WildcardImport) {
      l.emit(Op::ImportStar, l.span(node), no_reg, module.id, no_reg, no_reg, level);
      continue;
    }
    std::uint32_t name = c;
    std::uint32_t alias = l.tree.first(c);
    if (l.tree.kind(c) == Kind::AliasedImport) {
      name = l.tree.first(c);
      alias = l.tree.last(c);
    } else if (l.tree.kind(c) != Kind::DottedName) {
      continue;
    }
    if (name == no_node || alias == no_node || alias == name || l.tree.kind(alias) != Kind::Identifier) continue;
    const Reg value = l.emit_value(Op::ImportFrom, l.span(c), module.id, dotted(l, name).id, no_reg, level);
    assign_name(l, l.symbol(alias), value, l.span(c));
  }
}

}  // namespace graphfence::ir
