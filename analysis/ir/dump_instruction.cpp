#include <cstddef>

#include "analysis/ir/dumper.h"

namespace graphfence::ir {
namespace {

constexpr std::string_view binary_texts[] = {"+", "-", "*", "/", "//", "%", "**", "@", "<<", ">>", "&", "|", "^"};
constexpr std::string_view unary_texts[] = {"not ", "-", "+", "~"};
constexpr std::string_view compare_texts[] = {"==", "!=", "<", "<=", ">", ">=", "is", "is not", "in", "not in"};
constexpr std::string_view why_texts[] = {"",        " ternary", " and",  " or",
                                          " assert", " filter",  " case", " comprehension"};

template <std::size_t size>
std::string_view text_of(const std::string_view (&texts)[size], std::uint8_t index) {
  return index < size ? texts[index] : "?";
}

}  // namespace

void Dumper::instruction(const Instr& i) {
  const bool join = (i.flags & flag_join) != 0;
  switch (i.op) {
    case Op::Nop:
      return put("nop");
    case Op::Const:
      assign(i.a);
      constant(chunk_.constants[i.b]);
      if ((i.flags & flag_wildcard) != 0) put(" wildcard");
      return;
    case Op::Unknown:
      assign(i.a);
      return put("unknown");
    case Op::Move:
      assign(i.a);
      reg(i.b);
      if (join) put(" join");
      return;
    case Op::DelLocal:
      put("del ");
      return reg(i.a);
    case Op::LoadGlobal:
      assign(i.a);
      put("global ");
      return symbol(i.b);
    case Op::StoreGlobal:
      put("global ");
      symbol(i.b);
      put(" = ");
      return reg(i.a);
    case Op::DelGlobal:
      put("del global ");
      return symbol(i.b);
    case Op::LoadName:
      assign(i.a);
      put("name ");
      return symbol(i.b);
    case Op::StoreName:
      put("name ");
      symbol(i.b);
      put(" = ");
      return reg(i.a);
    case Op::DelName:
      put("del name ");
      return symbol(i.b);
    case Op::LoadCell:
      assign(i.a);
      put("cell");
      level(i.c);
      return symbol(i.b);
    case Op::StoreCell:
      put("cell");
      level(i.c);
      symbol(i.b);
      put(" = ");
      return reg(i.a);
    case Op::DelCell:
      put("del cell");
      level(i.c);
      return symbol(i.b);
    case Op::Attr:
      assign(i.a);
      reg(i.b);
      put(".");
      return symbol(i.c);
    case Op::StoreAttr:
      reg(i.b);
      put(".");
      symbol(i.c);
      put(" = ");
      return reg(i.a);
    case Op::DelAttr:
      put("del ");
      reg(i.b);
      put(".");
      return symbol(i.c);
    case Op::Index:
    case Op::StoreIndex:
    case Op::DelIndex:
      if (i.op == Op::Index) assign(i.a);
      if (i.op == Op::DelIndex) put("del ");
      reg(i.b);
      put("[");
      reg(i.c);
      put("]");
      if (i.op == Op::StoreIndex) {
        put(" = ");
        reg(i.a);
      }
      return;
    case Op::MakeSlice:
      assign(i.a);
      put("slice(");
      elements(i.b, 3);
      return put(")");
    case Op::MakeTuple:
      assign(i.a);
      put("(");
      elements(i.b, i.c);
      return put(i.c == 1 ? ",)" : ")");
    case Op::MakeList:
      assign(i.a);
      put("[");
      elements(i.b, i.c);
      return put("]");
    case Op::MakeSet:
      assign(i.a);
      put("set(");
      elements(i.b, i.c);
      return put(")");
    case Op::MakeDict:
      assign(i.a);
      put("{");
      for (std::uint32_t p = 0; p < i.c; ++p) {
        if (p > 0) put(", ");
        if (chunk_.pool[i.b + 2 * p] == no_reg) {
          put("**");
        } else {
          reg(chunk_.pool[i.b + 2 * p]);
          put(": ");
        }
        reg(chunk_.pool[i.b + 2 * p + 1]);
      }
      return put("}");
    case Op::MakeFunc:
      assign(i.a);
      put((i.flags & flag_unit_ref) != 0 ? "function unit " : "function chunk ");
      number(i.b);
      put("(");
      elements(i.c, i.d);
      return put(")");
    case Op::MakeClass:
      assign(i.a);
      put("class chunk ");
      number(i.b);
      put("(");
      arguments(i.c);
      return put(")");
    case Op::Call:
      assign(i.a);
      if ((i.flags & flag_decorator) != 0) put("decorate ");
      reg(i.b);
      put("(");
      arguments(i.c);
      return put(")");
    case Op::BinOp:
      assign(i.a);
      reg(i.b);
      put(" ");
      put(text_of(binary_texts, i.aux));
      put((i.flags & flag_in_place) != 0 ? "= " : " ");
      return reg(i.c);
    case Op::UnaryOp:
      assign(i.a);
      put(text_of(unary_texts, i.aux));
      return reg(i.b);
    case Op::Compare:
      assign(i.a);
      reg(i.b);
      put(" ");
      put(text_of(compare_texts, i.aux));
      put(" ");
      return reg(i.c);
    case Op::Format:
      assign(i.a);
      put("format(");
      reg(i.b);
      return put((i.flags & flag_has_spec) != 0 ? ", spec)" : ")");
    case Op::JoinStr:
      assign(i.a);
      put("join(");
      elements(i.b, i.c);
      return put(")");
    case Op::Unpack:
      put("unpack ");
      for (std::uint32_t e = 0; e < i.c; ++e) {
        if (e > 0) put(", ");
        if (e == i.d) put("*");
        reg(chunk_.pool[i.b + e]);
      }
      put(" = ");
      return reg(i.a);
    case Op::CompAdd:
      put("add ");
      reg(i.b);
      put(" to ");
      return reg(i.a);
    case Op::CompStore:
      put("add ");
      reg(i.b);
      put(": ");
      reg(i.c);
      put(" to ");
      return reg(i.a);
    case Op::Yield:
    case Op::YieldFrom:
    case Op::Await:
      assign(i.a);
      put(i.op == Op::Yield ? "yield " : i.op == Op::YieldFrom ? "yield from " : "await ");
      return reg(i.b);
    case Op::ExprStmt:
      put("drop ");
      return reg(i.a);
    case Op::Return:
      put("return ");
      return reg(i.a);
    case Op::Raise:
      put("raise ");
      reg(i.a);
      put(" from ");
      return reg(i.b);
    case Op::Import:
      assign(i.a);
      put((i.flags & flag_top_package) != 0 ? "import top of " : "import ");
      return module_name(i);
    case Op::ImportFrom:
      assign(i.a);
      put("from ");
      module_name(i);
      put(" import ");
      return symbol(i.c);
    case Op::ImportStar:
      put("from ");
      module_name(i);
      return put(" import *");
    case Op::If:
      put("if");
      put(text_of(why_texts, i.aux));
      put(" ");
      reg(i.a);
      range(" else ", i.b);
      return range(" end ", i.c);
    case Op::While:
      put("while ");
      reg(i.a);
      range(" body ", i.b);
      range(" else ", i.c);
      return range(" end ", i.d);
    case Op::For:
      put((i.flags & flag_async) != 0 ? "async for" : "for");
      put(text_of(why_texts, i.aux));
      put(" ");
      reg(i.a);
      put(" in ");
      reg(i.b);
      range(" else ", i.c);
      return range(" end ", i.d);
    case Op::Break:
      return put("break");
    case Op::Continue:
      return put("continue");
    case Op::With:
      put((i.flags & flag_async) != 0 ? "async with " : "with ");
      reg(i.a);
      put(" = ");
      reg(i.b);
      return range(" end ", i.c);
    case Op::Try: {
      put("try");
      const std::uint32_t handlers = chunk_.pool[i.a];
      for (std::uint32_t h = 0; h < handlers; ++h) range(" handler ", chunk_.pool[i.a + 1 + h]);
      range(" else ", chunk_.pool[i.a + 1 + handlers]);
      range(" finally ", chunk_.pool[i.a + 2 + handlers]);
      return range(" end ", chunk_.pool[i.a + 3 + handlers]);
    }
    case Op::Except:
      put("except ");
      reg(i.a);
      put(" as ");
      return reg(i.b);
  }
}

}  // namespace graphfence::ir
