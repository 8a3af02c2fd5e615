#include "analysis/ir/matcher.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace graphfence::ir {
namespace {

/// Classes whose single positional sub-pattern is the subject itself.
constexpr std::array<std::string_view, 11> self_matching = {"bool", "bytearray", "bytes", "dict", "float", "frozenset",
                                                            "int",  "list",      "set",   "str",  "tuple"};

}  // namespace

/// Through case_pattern wrappers and groups: the pattern itself. A sign stays where it is, in front of its number.
std::uint32_t Matcher::inner(std::uint32_t node) const {
  while (true) {
    const Kind kind = l_.tree.kind(node);
    const std::uint32_t first = l_.tree.first(node);
    if (first == no_node) return node;
    const bool group = kind == Kind::TuplePattern && l_.tree.after(node, first) == no_node &&
                       l_.tree.kind(first) == Kind::CasePattern && l_.tree.find(first, Kind::SplatPattern) == no_node;
    if (kind != Kind::CasePattern && !group) return node;
    node = first;
  }
}

bool Matcher::is_wildcard(std::uint32_t node) const {
  const Kind kind = l_.tree.kind(node);
  if (kind == Kind::TokenUnderscore) return true;
  if (kind == Kind::CasePattern) return l_.tree.first(node) == no_node;
  return kind == Kind::DottedName && l_.tree.text_of(node) == "_";
}

std::uint32_t Matcher::captured_name(std::uint32_t node) const {
  if (l_.tree.kind(node) != Kind::DottedName || is_wildcard(node)) return no_node;
  const std::uint32_t first = l_.tree.first(node);
  return first != no_node && l_.tree.after(node, first) == no_node ? first : no_node;
}

void Matcher::bind(std::uint32_t identifier, Reg whole) {
  Capture capture;
  capture.how = whole == no_reg ? Capture::How::Unknown : Capture::How::Whole;
  capture.identifier = identifier;
  capture.base = whole;
  captures_.push_back(capture);
}

void Matcher::emit_captures() {
  for (const Capture& capture : captures_) {
    const Span span = l_.span(capture.identifier);
    Reg value = capture.base;
    if (capture.how == Capture::How::Unknown) {
      value = l_.emit_value(Op::Unknown, span);
    } else if (capture.how == Capture::How::Attribute) {
      value = l_.emit_value(Op::Attr, span, capture.base, capture.attribute.id);
    } else if (capture.how == Capture::How::Item) {
      Constant index;
      index.kind = ConstKind::Int;
      index.integer = capture.index;
      const Reg key = l_.emit_const(span, index);
      value = l_.emit_value(Op::Index, span, capture.base, key);
    }
    if (capture.how == Capture::How::Whole) {
      store_name(l_, l_.symbol(capture.identifier), value, span);
    } else {
      assign_name(l_, l_.symbol(capture.identifier), value, span);
    }
  }
  captures_.clear();
}

void Matcher::compare(Reg subject, Reg value, CompareOp op, Span span) {
  chain_.require(l_.emit_value(Op::Compare, span, subject, value, no_reg, static_cast<std::uint8_t>(op)), span);
}

void Matcher::unknown_test(Span span) {
  chain_.flush();
  chain_.require(l_.emit_value(Op::Unknown, span), span);
}

Reg Matcher::load_dotted(std::uint32_t dotted_name) {
  Reg value = no_reg;
  const std::uint32_t start = l_.tree[dotted_name].start;
  for (std::uint32_t c = l_.tree.first(dotted_name); c != no_node; c = l_.tree.after(dotted_name, c)) {
    const Span span{start, l_.tree[c].end};
    value = value == no_reg ? load_name(l_, l_.symbol(c), span) : l_.emit_value(Op::Attr, span, value, l_.symbol(c).id);
  }
  return value != no_reg ? value : l_.emit_value(Op::Unknown, l_.span(dotted_name));
}

void Matcher::match_value(std::uint32_t dotted_name, Reg subject) {
  chain_.flush();
  compare(subject, load_dotted(dotted_name), CompareOp::Eq, l_.span(dotted_name));
}

/// `-1`: the sign is a token in front of the number.
void Matcher::match_number(std::uint32_t minus, Reg subject) {
  const std::uint32_t number = l_.tree[minus].next;
  chain_.flush();
  const Reg value = lower_number(l_, number, true);
  compare(subject, value, CompareOp::Eq, {l_.tree[minus].start, l_.tree[number].end});
}

void Matcher::match_union(std::uint32_t node, Reg subject) {
  chain_.flush();
  Chain alternatives(l_, Why::Or);
  for (std::uint32_t c = l_.tree.first(node); c != no_node; c = l_.tree.after(node, c)) {
    alternatives.flush();
    Matcher alternative(l_);
    if (l_.tree.kind(c) == Kind::TokenMinus && l_.tree.after(node, c) != no_node) {
      alternative.match_number(c, subject);
      c = l_.tree.after(node, c);
    } else {
      alternative.match(c, subject);
    }
    // Which alternative matched is not known in the body, so neither is what its names are bound to.
    for (const Capture& capture : alternative.captures_) {
      const auto same = [&](const Capture& other) {
        return l_.tree[other.identifier].value == l_.tree[capture.identifier].value;
      };
      if (std::find_if(captures_.begin(), captures_.end(), same) == captures_.end()) bind(capture.identifier, no_reg);
    }
    Reg test = alternative.chain_.finish();
    if (test == no_reg) test = l_.emit_const(l_.span(c), ConstKind::True, flag_wildcard);
    alternatives.require(test, l_.span(c));
  }
  const Reg test = alternatives.finish();
  if (test != no_reg) chain_.require(test, l_.span(node));
}

void Matcher::match_unknown(std::uint32_t node) {
  node = inner(node);
  if (is_wildcard(node)) return;
  if (const std::uint32_t name = captured_name(node); name != no_node) {
    bind(name, no_reg);
    return;
  }
  chain_.flush();
  match(node, l_.emit_value(Op::Unknown, l_.span(node)));
}

void Matcher::match_item(std::uint32_t node, Reg subject, std::int64_t index) {
  node = inner(node);
  if (is_wildcard(node)) return;
  if (const std::uint32_t name = captured_name(node); name != no_node) {
    captures_.push_back({Capture::How::Item, name, subject, {}, index});
    return;
  }
  chain_.flush();
  Constant position;
  position.kind = ConstKind::Int;
  position.integer = index;
  const Reg key = l_.emit_const(l_.span(node), position);
  const Reg item = l_.emit_value(Op::Index, l_.span(node), subject, key);
  if (l_.tree.kind(node) == Kind::TokenMinus) {
    match_number(node, item);
  } else {
    match(node, item);
  }
}

/// Children of `node` before `stop` are the items (of a tuple, a list, or of a case without brackets).
void Matcher::match_sequence(std::uint32_t node, Reg subject, std::uint32_t stop) {
  std::int64_t count = 0;
  const auto each = [&](auto&& handle) {
    for (std::uint32_t c = l_.tree.first(node); c != no_node && c != stop; c = l_.tree.after(node, c)) {
      if (l_.tree.kind(c) == Kind::CasePattern) handle(c);
    }
  };
  each([&](std::uint32_t) { ++count; });
  unknown_test(l_.span(node));
  bool starred = false;
  std::int64_t position = 0;
  each([&](std::uint32_t c) {
    const std::uint32_t pattern = inner(c);
    if (l_.tree.kind(pattern) == Kind::SplatPattern) {
      starred = true;
      match(pattern, no_reg);
    } else {
      match_item(c, subject, starred ? position - count : position);
    }
    ++position;
  });
}

void Matcher::match_dict(std::uint32_t node) {
  unknown_test(l_.span(node));
  bool is_value = false;
  for (std::uint32_t c = l_.tree.first(node); c != no_node; c = l_.tree.after(node, c)) {
    if (l_.tree.kind(c) == Kind::TokenColon) {
      is_value = true;
    } else if (l_.tree.kind(c) == Kind::SplatPattern) {
      match(c, no_reg);
    } else if (is_value) {
      is_value = false;
      match_unknown(c);
    }
  }
}

void Matcher::match_keyword(std::uint32_t node, Reg subject) {
  const std::uint32_t name = l_.tree.first(node);
  std::uint32_t pattern = name == no_node ? no_node : l_.tree.after(node, name);
  if (pattern == no_node) return;
  pattern = inner(pattern);
  if (is_wildcard(pattern)) return;
  if (const std::uint32_t bound = captured_name(pattern); bound != no_node) {
    captures_.push_back({Capture::How::Attribute, bound, subject, l_.symbol(name), 0});
    return;
  }
  chain_.flush();
  const Reg value = l_.emit_value(Op::Attr, l_.span(node), subject, l_.symbol(name).id);
  if (l_.tree.kind(pattern) == Kind::TokenMinus) {
    match_number(pattern, value);
  } else {
    match(pattern, value);
  }
}

void Matcher::match_class(std::uint32_t node, Reg subject) {
  const std::uint32_t name = l_.tree.first(node);
  if (name == no_node) return;
  const Span span = l_.span(node);
  chain_.flush();
  const Reg isinstance = l_.emit_value(Op::LoadGlobal, span, l_.names.intern("isinstance").id);
  const Reg type = load_dotted(name);
  const std::size_t mark = l_.stack.size();
  for (const std::uint32_t operand : {2U, subject, type, 0U}) l_.stack.push_back(operand);
  const std::uint32_t arguments = l_.pool_from(mark);
  chain_.require(l_.emit_value(Op::Call, span, isinstance, arguments), span);
  const std::uint32_t first = l_.tree.after(node, name);
  const bool alone = first != no_node && l_.tree.after(node, first) == no_node;
  const bool matches_self =
      alone && std::find(self_matching.begin(), self_matching.end(), l_.tree.text_of(name)) != self_matching.end();
  for (std::uint32_t c = first; c != no_node; c = l_.tree.after(node, c)) {
    const std::uint32_t pattern = inner(c);
    if (l_.tree.kind(pattern) == Kind::KeywordPattern) {
      match_keyword(pattern, subject);
    } else if (matches_self) {
      match(pattern, subject);
    } else {
      match_unknown(pattern);  // `__match_args__` decides which attribute it is
    }
  }
}

void Matcher::match(std::uint32_t node, Reg subject) {
  node = inner(node);
  if (is_wildcard(node)) return;
  if (l_.expression_depth >= max_expression_depth) {
    l_.failed = true;
    unknown_test(l_.span(node));
    return;
  }
  ++l_.expression_depth;
  const std::uint32_t first = l_.tree.first(node);
  switch (l_.tree.kind(node)) {
    case Kind::DottedName:
      if (const std::uint32_t name = captured_name(node); name != no_node) {
        bind(name, subject);
      } else {
        match_value(node, subject);
      }
      break;
    case Kind::None:
    case Kind::True:
    case Kind::False:
    case Kind::String:
    case Kind::ConcatenatedString:
    case Kind::Integer:
    case Kind::Float: {
      chain_.flush();
      const Kind kind = l_.tree.kind(node);
      const bool identity = kind == Kind::None || kind == Kind::True || kind == Kind::False;
      const Reg value = lower_expression(l_, node);
      compare(subject, value, identity ? CompareOp::Is : CompareOp::Eq, l_.span(node));
      break;
    }
    case Kind::TokenMinus:
      match_number(node, subject);
      break;
    case Kind::AsPattern: {
      const std::uint32_t name = l_.tree.last(node);
      if (first == no_node) break;
      match(first, subject);
      if (name != first && l_.tree.kind(name) == Kind::Identifier) bind(name, subject);
      break;
    }
    case Kind::UnionPattern:
      match_union(node, subject);
      break;
    case Kind::ListPattern:
    case Kind::TuplePattern:
      match_sequence(node, subject, no_node);
      break;
    case Kind::DictPattern:
      match_dict(node);
      break;
    case Kind::ClassPattern:
      match_class(node, subject);
      break;
    case Kind::SplatPattern:
      if (first != no_node && l_.tree.kind(first) == Kind::Identifier && l_.tree.text_of(first) != "_") {
        bind(first, no_reg);
      }
      break;
    default:
      unknown_test(l_.span(node));
  }
  --l_.expression_depth;
}

}  // namespace graphfence::ir
