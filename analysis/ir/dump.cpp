#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

#include "analysis/ir/dumper.h"
#include "analysis/ir/lower.h"

namespace graphfence::ir {

std::string Dumper::run() {
  header();
  for (std::uint32_t pc = 0; pc < chunk_.code.size(); ++pc) {
    out_ += std::to_string(pc);
    out_ += ": ";
    instruction(chunk_.code[pc]);
    out_ += '\n';
  }
  return std::move(out_);
}

void Dumper::reg(std::uint32_t r) {
  if (r == no_reg) {
    out_ += '-';
  } else if (r < chunk_.local_names.size()) {
    symbol(chunk_.local_names[r].id);
  } else {
    out_ += '%';
    out_ += std::to_string(r - chunk_.local_names.size());
  }
}

void Dumper::assign(std::uint32_t r) {
  reg(r);
  out_ += " = ";
}

void Dumper::element(std::uint32_t value) {
  if (value != no_reg && (value & star_bit) != 0) {
    out_ += '*';
    value &= ~star_bit;
  }
  reg(value);
}

void Dumper::elements(std::uint32_t start, std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i > 0) out_ += ", ";
    element(chunk_.pool[start + i]);
  }
}

void Dumper::arguments(std::uint32_t at) {
  const std::uint32_t positional = chunk_.pool[at++];
  elements(at, positional);
  at += positional;
  const std::uint32_t keywords = chunk_.pool[at++];
  for (std::uint32_t k = 0; k < keywords; ++k, at += 2) {
    if (positional + k > 0) out_ += ", ";
    if (chunk_.pool[at] == 0) {
      out_ += "**";
    } else {
      symbol(chunk_.pool[at]);
      out_ += '=';
    }
    reg(chunk_.pool[at + 1]);
  }
}

void Dumper::quoted(std::string_view text) {
  out_ += '"';
  for (const char c : text) {
    if (c == '\n') {
      out_ += "\\n";
    } else if (c == '"' || c == '\\') {
      out_ += '\\';
      out_ += c;
    } else {
      out_ += c;
    }
  }
  out_ += '"';
}

void Dumper::real(double value) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.17g", value);
  std::string text = buffer;
  // The shortest spelling that reads back as the same number.
  for (int precision = 1; precision < 17; ++precision) {
    std::snprintf(buffer, sizeof buffer, "%.*g", precision, value);
    if (std::strtod(buffer, nullptr) == value) {
      text = buffer;
      break;
    }
  }
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  out_ += text;
}

void Dumper::constant(const Constant& value) {
  switch (value.kind) {
    case ConstKind::None:
      return put("None");
    case ConstKind::True:
      return put("True");
    case ConstKind::False:
      return put("False");
    case ConstKind::Int:
      if (value.text) return symbol(value.text.id);
      out_ += std::to_string(value.integer);
      return;
    case ConstKind::Float:
      return real(value.real);
    case ConstKind::Complex:
      real(value.real);
      return put("j");
    case ConstKind::Str:
      return quoted(names_.text(value.text));
    case ConstKind::Bytes:
      put("b");
      return quoted(names_.text(value.text));
    case ConstKind::Ellipsis:
      return put("...");
  }
}

void Dumper::header() {
  static constexpr std::string_view kinds[] = {"module", "class", "function", "lambda"};
  if (chunk_.is_async) put("async ");
  put(kinds[static_cast<std::size_t>(chunk_.kind)]);
  if (chunk_.qualname) {
    out_ += ' ';
    symbol(chunk_.qualname.id);
  }
  if (chunk_.kind == ChunkKind::Function || chunk_.kind == ChunkKind::Lambda) {
    out_ += '(';
    for (std::size_t i = 0; i < chunk_.params.size(); ++i) {
      if (i > 0) out_ += ", ";
      parameter(chunk_.params[i]);
    }
    out_ += ')';
  }
  if (chunk_.is_generator) put(" generator");
  if (chunk_.has_error) put(" error");
  if (chunk_.dynamic_scope) put(" dynamic");
  if (!chunk_.captured.empty()) {
    put(" captured");
    for (const Symbol name : chunk_.captured) {
      out_ += ' ';
      symbol(name.id);
    }
  }
  out_ += '\n';
}

void Dumper::parameter(const Param& param) {
  if (param.kind == ParamKind::VarArgs) put("*");
  if (param.kind == ParamKind::VarKeywords) put("**");
  symbol(param.name.id);
  if (param.kind == ParamKind::PositionalOnly) put("/");
  if (param.kind == ParamKind::KeywordOnly) put(" kw");
  if (param.captured) put(" cell");
  if (param.has_default) put("=");
}

void Dumper::level(std::uint32_t levels) {
  out_ += '^';
  number(levels);
  out_ += ' ';
}

void Dumper::range(std::string_view text, std::uint32_t target) {
  put(text);
  number(target);
}

void Dumper::module_name(const Instr& i) {
  out_.append(i.aux, '.');
  symbol(i.b);
}

std::string dump(const Chunk& chunk, const Interner& names) {
  return Dumper(chunk, names).run();
}

}  // namespace graphfence::ir
