#include "analysis/summary/source.h"

namespace graphfence {

using ir::Instr;
using ir::Op;

/// Which top-level statements bind which name. A statement ends after a run of stores, an expression statement or a
/// block.
ModuleNames find_module_names(const ir::Chunk& code) {
  ModuleNames ranges;
  const auto count = static_cast<std::uint32_t>(code.code.size());
  std::uint32_t begin = 0;
  for (std::uint32_t pc = 0; pc < count;) {
    const Instr& in = code.code[pc];
    std::uint32_t end = pc + 1;
    bool ends = true;
    switch (in.op) {
      case Op::If:
        end = in.c;
        break;
      case Op::For:
      case Op::While:
        end = in.d;
        break;
      case Op::With:
        end = in.c;
        break;
      case Op::Try:
        end = code.pool[in.a + code.pool[in.a] + 3];
        break;
      case Op::StoreGlobal:
        while (end < count && code.code[end].op == Op::StoreGlobal) ++end;
        break;
      case Op::ExprStmt:
      case Op::DelGlobal:
      case Op::ImportStar:
      case Op::StoreAttr:
      case Op::StoreIndex:
      case Op::Raise:
        break;
      default:
        ends = false;
        break;
    }
    // Ternaries and `and`/`or` are branches in the middle of a statement: their join register is read afterwards.
    if (in.op == Op::If && static_cast<ir::Why>(in.aux) != ir::Why::Statement &&
        static_cast<ir::Why>(in.aux) != ir::Why::Assert && static_cast<ir::Why>(in.aux) != ir::Why::MatchCase) {
      ends = false;
    }
    if (in.op == Op::For && static_cast<ir::Why>(in.aux) == ir::Why::Comprehension) ends = false;
    if (ends) {
      for (std::uint32_t i = begin; i < end; ++i) {
        if (code.code[i].op == Op::StoreGlobal) {
          auto& list = ranges[Symbol{code.code[i].b}];
          if (list.empty() || list.back().first != begin) list.emplace_back(begin, end);
        }
        if (code.code[i].op == Op::ImportStar) ranges[Symbol{}].emplace_back(i, i + 1);
      }
      begin = end;
    }
    pc = end;
  }
  return ranges;
}

}  // namespace graphfence
