#pragma once

#include "analysis/ir/ir.h"

/// What each instruction's operands are, as a table: for the hash, the dump and the validator.
namespace graphfence::ir {

enum class Operand : std::uint8_t {
  None,      ///< not used
  Out,       ///< register that is written
  In,        ///< register that is read
  MaybeOut,  ///< Out or no_reg
  MaybeIn,   ///< In or no_reg
  Symbol,
  Const,   ///< constant
  Chunk,   ///< chunk, or unit with flag_unit_ref
  Target,  ///< place in the code
  Pool,    ///< offset in the pool
  Count,   ///< any number
};

struct Operands {
  Operand a = Operand::None, b = Operand::None, c = Operand::None, d = Operand::None;
};

constexpr Operands operands_of(Op op) {
  using enum Operand;
  switch (op) {
    case Op::Nop:
    case Op::Break:
    case Op::Continue:
      return {};
    case Op::Const:
      return {Out, Const};
    case Op::Unknown:
    case Op::DelLocal:
      return {Out};
    case Op::Move:
    case Op::Format:
    case Op::UnaryOp:
    case Op::YieldFrom:
    case Op::Await:
      return {Out, In};
    case Op::LoadGlobal:
    case Op::Import:
      return {Out, Symbol};
    case Op::StoreGlobal:
    case Op::StoreName:
      return {In, Symbol};
    case Op::DelGlobal:
    case Op::DelName:
    case Op::ImportStar:
      return {None, Symbol};
    case Op::LoadName:
      return {Out, Symbol, None, Count};
    case Op::LoadCell:
      return {Out, Symbol, Count};
    case Op::StoreCell:
      return {In, Symbol, Count};
    case Op::DelCell:
      return {None, Symbol, Count};
    case Op::Attr:
      return {Out, In, Symbol};
    case Op::StoreAttr:
      return {In, In, Symbol};
    case Op::DelAttr:
      return {None, In, Symbol};
    case Op::Index:
    case Op::BinOp:
    case Op::Compare:
      return {Out, In, In};
    case Op::StoreIndex:
    case Op::CompStore:
      return {In, In, In};
    case Op::DelIndex:
      return {None, In, In};
    case Op::MakeSlice:
      return {Out, Pool};
    case Op::MakeTuple:
    case Op::MakeList:
    case Op::MakeSet:
    case Op::MakeDict:
    case Op::JoinStr:
      return {Out, Pool, Count};
    case Op::MakeFunc:
      return {Out, Chunk, Pool, Count};
    case Op::MakeClass:
      return {Out, Chunk, Pool};
    case Op::Call:
      return {Out, In, Pool};
    case Op::Unpack:
      return {In, Pool, Count, Count};
    case Op::CompAdd:
      return {In, In};
    case Op::Yield:
      return {Out, MaybeIn};
    case Op::ExprStmt:
      return {In};
    case Op::Return:
      return {MaybeIn};
    case Op::Raise:
      return {MaybeIn, MaybeIn};
    case Op::ImportFrom:
      return {Out, Symbol, Symbol};
    case Op::If:
      return {In, Target, Target};
    case Op::While:
      return {In, Target, Target, Target};
    case Op::For:
      return {Out, In, Target, Target};
    case Op::With:
      return {Out, In, Target};
    case Op::Try:
      return {Pool};
    case Op::Except:
      return {MaybeIn, MaybeOut};
  }
  return {};
}

/// `visit(register)` for every register an instruction of `code` writes, except the one an `except` binds.
template <typename Visit>
void for_each_written(const Chunk& code, const Instr& in, Visit visit) {
  if (operands_of(in.op).a == Operand::Out) visit(in.a);
  if (in.op != Op::Unpack) return;
  for (std::uint32_t i = 0; i < in.c; ++i) visit(code.pool[in.b + i]);
}

}  // namespace graphfence::ir
