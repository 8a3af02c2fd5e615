#include <string>

#include "analysis/ir/lowering.h"

namespace graphfence::ir {
namespace {

constexpr std::size_t longest_text = 1000;

struct Prefix {
  bool raw = false;
  bool bytes = false;
  bool formatted = false;
  bool is_template = false;
};

Prefix prefix_of(const Lowering& l, std::uint32_t string) {
  Prefix prefix;
  const std::uint32_t start = l.tree.first(string);
  if (start == no_node || l.tree.kind(start) != Kind::StringStart) return prefix;
  for (const char c : l.tree.text_of(start)) {
    if (c == 'r' || c == 'R') prefix.raw = true;
    if (c == 'b' || c == 'B') prefix.bytes = true;
    if (c == 'f' || c == 'F') prefix.formatted = true;
    if (c == 't' || c == 'T') prefix.is_template = true;
  }
  return prefix;
}

void append_utf8(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out.push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    out.push_back(static_cast<char>(0xC0U | (code >> 6U)));
    out.push_back(static_cast<char>(0x80U | (code & 0x3FU)));
  } else if (code < 0x10000) {
    out.push_back(static_cast<char>(0xE0U | (code >> 12U)));
    out.push_back(static_cast<char>(0x80U | ((code >> 6U) & 0x3FU)));
    out.push_back(static_cast<char>(0x80U | (code & 0x3FU)));
  } else if (code < 0x110000) {
    out.push_back(static_cast<char>(0xF0U | (code >> 18U)));
    out.push_back(static_cast<char>(0x80U | ((code >> 12U) & 0x3FU)));
    out.push_back(static_cast<char>(0x80U | ((code >> 6U) & 0x3FU)));
    out.push_back(static_cast<char>(0x80U | (code & 0x3FU)));
  }
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Reads up to `count` digits of the base behind `at`; returns how many there were.
std::size_t read_code(std::string_view raw, std::size_t at, std::size_t count, int base, std::uint32_t& code) {
  std::size_t read = 0;
  code = 0;
  while (read < count && at + read < raw.size()) {
    const int digit = hex_digit(raw[at + read]);
    if (digit < 0 || digit >= base) break;
    code = code * static_cast<std::uint32_t>(base) + static_cast<std::uint32_t>(digit);
    ++read;
  }
  return read;
}

/// The text between the quotes, or between two interpolations.
void append_content(std::string& out, std::string_view raw, const Prefix& prefix) {
  std::string decoded;
  if (!prefix.raw && raw.find('\\') != std::string_view::npos) {
    decoded = decode_escapes(raw, prefix.bytes);
    raw = decoded;
  }
  if (!prefix.formatted && !prefix.is_template) {
    out += raw;
    return;
  }
  for (std::size_t i = 0; i < raw.size(); ++i) {
    out.push_back(raw[i]);
    if ((raw[i] == '{' || raw[i] == '}') && i + 1 < raw.size() && raw[i + 1] == raw[i]) ++i;
  }
}

Reg emit_text(Lowering& l, Span span, std::string text, bool bytes) {
  if (text.size() > longest_text) {
    // Nobody compares texts of this size; keep a recognisable name instead of all of it.
    const std::uint64_t hash = hash_text(text, "");
    text.resize(100);
    text += "…" + std::to_string(hash);
  }
  Constant value;
  value.kind = bytes ? ConstKind::Bytes : ConstKind::Str;
  value.text = l.names.intern(text);
  return l.emit_const(span, value);
}

/// Collects the parts of one or several adjacent strings: text that is not emitted yet, and what was pushed to the
/// stack.
struct Builder {
  Lowering& l;
  std::string text;
  Span text_span;
  bool has_text = false;
  bool interpolated = false;

  void add_text(std::string_view raw, const Prefix& prefix, Span span) {
    append_content(text, raw, prefix);
    text_span = has_text ? Span{text_span.start, span.end} : span;
    has_text = true;
  }

  void flush() {
    if (!has_text) return;
    const Reg part = emit_text(l, text_span, std::move(text), false);
    l.stack.push_back(part);
    text.clear();
    has_text = false;
  }

  void add_interpolation(std::uint32_t node) {
    interpolated = true;
    const std::uint32_t expression = l.tree.first(node);
    if (expression == no_node) return;
    std::uint32_t specifier = no_node;
    bool converted = false;
    for (std::uint32_t c = l.tree.after(node, expression); c != no_node; c = l.tree.after(node, c)) {
      if (l.tree.kind(c) == Kind::TokenAssign) {
        // f"{x=}" prints the expression's text first.
        add_text(l.tree.text.substr(l.tree[expression].start, l.tree[c].end - l.tree[expression].start), {},
                 l.span(node));
      } else if (l.tree.kind(c) == Kind::FormatSpecifier) {
        specifier = c;
      } else if (l.tree.text[l.tree[c].start] == '!') {
        converted = true;
      }
    }
    // With `!r` or `!s` the specification is for a text.
    const std::uint8_t flags = specifier != no_node && !converted ? flag_has_spec : flag_none;
    flush();
    const Reg value = lower_expression(l, expression);
    if (specifier != no_node) {
      // f"{x:>{width}}" formats the width as well.
      for (std::uint32_t c = l.tree.first(specifier); c != no_node; c = l.tree.after(specifier, c)) {
        if (l.tree.kind(c) != Kind::FormatExpression || l.tree.first(c) == no_node) continue;
        const Reg nested = lower_expression(l, l.tree.first(c));
        l.emit_value(Op::Format, l.span(c), nested);
      }
    }
    const Reg part = l.emit_value(Op::Format, l.span(node), value, no_reg, no_reg, 0, flags);
    l.stack.push_back(part);
  }

  void add(std::uint32_t string) {
    const Prefix prefix = prefix_of(l, string);
    if (prefix.formatted || prefix.is_template) interpolated = true;
    for (std::uint32_t c = l.tree.first(string); c != no_node; c = l.tree.after(string, c)) {
      if (l.tree.kind(c) == Kind::StringContent) {
        add_text(l.tree.text_of(c), prefix, l.span(c));
      } else if (l.tree.kind(c) == Kind::Interpolation) {
        add_interpolation(c);
      }
    }
  }
};

Reg finish(Builder& builder, Lowering& l, std::uint32_t node, std::size_t mark, const Prefix& prefix) {
  if (!builder.interpolated) return emit_text(l, l.span(node), std::move(builder.text), prefix.bytes);
  builder.flush();
  const auto count = static_cast<std::uint32_t>(l.stack.size() - mark);
  const std::uint32_t offset = l.pool_from(mark);
  // A t-string is an object with the parts in it, not a text.
  if (prefix.is_template) return l.emit_value(Op::Unknown, l.span(node));
  return l.emit_value(Op::JoinStr, l.span(node), offset, count);
}

}  // namespace

std::string decode_escapes(std::string_view raw, bool bytes) {
  std::string out;
  out.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] != '\\' || i + 1 >= raw.size()) {
      out.push_back(raw[i]);
      continue;
    }
    const char c = raw[++i];
    std::uint32_t code = 0;
    switch (c) {
      case '\n':
        break;
      case '\r':
        if (i + 1 < raw.size() && raw[i + 1] == '\n') ++i;
        break;
      case '\\':
      case '\'':
      case '"':
        out.push_back(c);
        break;
      case 'a':
        out.push_back('\a');
        break;
      case 'b':
        out.push_back('\b');
        break;
      case 'f':
        out.push_back('\f');
        break;
      case 'n':
        out.push_back('\n');
        break;
      case 'r':
        out.push_back('\r');
        break;
      case 't':
        out.push_back('\t');
        break;
      case 'v':
        out.push_back('\v');
        break;
      case 'x':
      case 'u':
      case 'U': {
        const std::size_t wanted = c == 'x' ? 2 : c == 'u' ? 4 : 8;
        if ((bytes && c != 'x') || read_code(raw, i + 1, wanted, 16, code) != wanted) {
          out.push_back('\\');
          out.push_back(c);
          break;
        }
        i += wanted;
        if (bytes) {
          out.push_back(static_cast<char>(code));
        } else {
          append_utf8(out, code);
        }
        break;
      }
      default: {
        const std::size_t digits = read_code(raw, i, 3, 8, code);
        if (digits == 0) {
          out.push_back('\\');  // `\d`, and `\N{…}` whose table we do not carry
          out.push_back(c);
          break;
        }
        i += digits - 1;
        if (bytes) {
          out.push_back(static_cast<char>(code));
        } else {
          append_utf8(out, code);
        }
      }
    }
  }
  return out;
}

Reg lower_string(Lowering& l, std::uint32_t node) {
  const std::size_t mark = l.stack.size();
  Builder builder{l, {}, {}, false, false};
  builder.add(node);
  return finish(builder, l, node, mark, prefix_of(l, node));
}

Reg lower_concatenated(Lowering& l, std::uint32_t node) {
  const std::size_t mark = l.stack.size();
  Builder builder{l, {}, {}, false, false};
  Prefix all;
  for (std::uint32_t c = l.tree.first(node); c != no_node; c = l.tree.after(node, c)) {
    if (l.tree.kind(c) != Kind::String) continue;
    const Prefix prefix = prefix_of(l, c);
    all.bytes = all.bytes || prefix.bytes;
    all.is_template = all.is_template || prefix.is_template;
    builder.add(c);
  }
  return finish(builder, l, node, mark, all);
}

}  // namespace graphfence::ir
