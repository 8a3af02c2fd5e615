#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "analysis/base/span.h"
#include "analysis/base/symbol.h"

/// The intermediate representation the interpreter runs (engine.md 2.2).
///
/// A *unit* is one function or method definition that stands in a module or class scope, with everything nested in it
/// (inner functions, lambdas, inner classes); or the module unit: all top-level statements and the bodies of top-level
/// classes, without the bodies of the functions in them. Units are immutable and reused as long as their text is the
/// same, so spans are relative to the unit's start and nothing in them mentions another unit's position.
///
/// A *chunk* is one code body inside a unit: chunk 0 is the unit's own body. Its code is a flat array; control
/// structure is a tree of ranges in that array (Python has no goto), so running it is a walk. Expressions are flattened
/// to registers.
namespace graphfence::ir {

using Reg = std::uint32_t;
constexpr Reg no_reg = 0xFFFFFFFFU;

enum class Op : std::uint8_t {
  Nop,
  Const,        // a = constant b
  Unknown,      // a = a value nothing is known about (syntax the lowering does not model)
  Move,         // a = b
  DelLocal,     // register a becomes unbound
  LoadGlobal,   // a = module name b, else builtin b
  StoreGlobal,  // module name b = a
  DelGlobal,    // del module name b
  LoadName,  // class body: a = name b of the class namespace; else as the enclosing scopes say: d == 0: LoadGlobal, d >
             // 0: LoadCell with depth d - 1
  StoreName,  // class body: namespace name b = a
  DelName,
  LoadCell,   // a = captured variable b of the function scope c levels out (0 = this function's own environment)
  StoreCell,  // captured variable b, c levels out, = a
  DelCell,
  Attr,        // a = b.c            (c: symbol)
  StoreAttr,   // b.c = a
  DelAttr,     // del b.c
  Index,       // a = b[c]           (c: register)
  StoreIndex,  // b[c] = a
  DelIndex,    // del b[c]
  MakeSlice,   // a = slice(pool[b], pool[b+1], pool[b+2]), no_reg where absent
  MakeTuple,   // a = (pool[b] … c elements); an element with star_bit is unpacked
  MakeList,
  MakeSet,
  MakeDict,   // a = {pool[b], pool[b+1]: …} c pairs; key no_reg: ** of the value
  MakeFunc,   // a = function of chunk b (flag UnitRef: of the module's unit b); pool[c], d of them: default values, in
              // parameter order
  MakeClass,  // a = class of chunk b; pool[c…]: number of bases, bases (star_bit possible), number of keywords,
              // (symbol, register) pairs
  Call,       // a = b(…); pool[c…]: number of positional arguments, arguments (star_bit possible), number of keywords,
              // (symbol or 0 for **, register) pairs
  BinOp,      // a = b <aux> c      flag InPlace for augmented assignment
  UnaryOp,    // a = <aux> b
  Compare,    // a = b <aux> c      chains are lowered to If with why And
  Format,     // a = format(b)      flag HasSpec when a format specification is given
  JoinStr,    // a = f-string of pool[b] … c parts (results of Format or Const)
  Unpack,     // pool[b] … c targets from a; d = index of the starred target or no_reg
  CompAdd,    // comprehension: append b to list or set a
  CompStore,  // comprehension: a[b] = c
  Yield,      // a = yield b (b may be no_reg)
  YieldFrom,  // a = yield from b
  Await,      // a = await b
  ExprStmt,   // the value a of an expression statement is dropped here
  Return,     // return a (no_reg: None)
  Raise,      // raise a from b (each may be no_reg)
  Import,     // a = module b (dotted); aux = level; flag TopPackage: a is the first component (`import x.y` without as)
  ImportFrom,  // a = name c of module b (dotted, may be empty); aux = level
  ImportStar,  // from b import *; aux = level
  If,          // condition a; then-block [pc+1, b), else-block [b, c); aux = Why
  While,       // [pc+1, b) computes condition a; body [b, c); else [c, d)
  For,         // a = next item of b; body [pc+1, c) starts by binding the target; else [c, d); aux = Why (For or
               // Comprehension)
  Break,
  Continue,
  With,    // a = entered value of context manager b; body [pc+1, c) starts by binding the target
  Try,     // pool[a…]: n = number of handlers, n handler starts, else start, finally start, end. Body [pc+1, first of
           // them)
  Except,  // first real instruction of a handler: exception type a (no_reg: bare), bound to register b (no_reg: none)
};

enum class Why : std::uint8_t { Statement, Ternary, And, Or, Assert, ComprehensionFilter, MatchCase, Comprehension };
enum class BinaryOp : std::uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  FloorDiv,
  Mod,
  Pow,
  MatMul,
  LShift,
  RShift,
  BitAnd,
  BitOr,
  BitXor
};
enum class UnaryOp : std::uint8_t { Not, Neg, Pos, Invert };
enum class CompareOp : std::uint8_t { Eq, NotEq, Lt, LtE, Gt, GtE, Is, IsNot, In, NotIn };

enum Flag : std::uint8_t {
  flag_none = 0,
  flag_unit_ref = 1,     // MakeFunc: operand b counts the module's units
  flag_in_place = 2,     // BinOp
  flag_has_spec = 4,     // Format
  flag_top_package = 8,  // Import
  flag_decorator = 16,   // Call: applies a decorator
  flag_async = 32,       // For, With
  flag_join = 64,        // Move into a register that several blocks write and later code reads (ternary, and/or)
  flag_wildcard = 128,   // Const True made for an irrefutable match case
};

/// Marks a starred element in the pool; registers stay below it.
constexpr std::uint32_t star_bit = 0x80000000U;

struct Instr {
  Op op = Op::Nop;
  std::uint8_t aux = 0;
  std::uint8_t flags = 0;
  std::uint32_t a = no_reg, b = no_reg, c = no_reg, d = no_reg;
  friend bool operator==(const Instr&, const Instr&) = default;
};

enum class ConstKind : std::uint8_t { None, True, False, Int, Float, Complex, Str, Bytes, Ellipsis };
struct Constant {
  ConstKind kind = ConstKind::None;
  std::int64_t integer = 0;  ///< Int; saturated, `text` holds the literal when it does not fit
  double real = 0;           ///< Float
  Symbol text;               ///< Str, Bytes: contents with escapes decoded where simple
  friend bool operator==(const Constant&, const Constant&) = default;
};

enum class ParamKind : std::uint8_t { PositionalOnly, Positional, VarArgs, KeywordOnly, VarKeywords };
struct Param {
  Symbol name;
  ParamKind kind = ParamKind::Positional;
  bool has_default = false;
  bool captured = false;  ///< lives in the function's environment, not in a register
  Reg reg = no_reg;       ///< where the argument arrives (also when captured: the prologue is the interpreter's work)
  Span span;              ///< of the name
  friend bool operator==(const Param&, const Param&) = default;
};

enum class ChunkKind : std::uint8_t { Module, Class, Function, Lambda };

struct Chunk {
  ChunkKind kind = ChunkKind::Function;
  Symbol name;               ///< `<lambda>` for lambdas
  Symbol qualname;           ///< `Outer.method.<locals>.inner`, as Python's __qualname__
  std::uint32_t parent = 0;  ///< chunk of the same unit that makes this one (itself for chunk 0)
  std::vector<Param> params;
  std::vector<Instr> code;
  std::vector<Span> spans;  ///< parallel to `code`: the expression or statement, relative to the unit's start
  std::vector<std::uint32_t> pool;
  std::vector<Constant> constants;
  std::vector<Symbol> local_names;  ///< names of registers 0 … n-1; further registers are temporaries
  std::vector<Symbol> captured;     ///< own variables that inner scopes use: fields of the environment
  std::uint32_t register_count = 0;
  Span span;                     ///< the whole definition without decorators (Module: everything)
  Span name_span;                ///< the name after `def` or `class`
  std::vector<Span> decorators;  ///< each `@…` line's expression, outermost first
  bool is_async = false;
  bool is_generator = false;
  bool has_error = false;      ///< the syntax tree has errors inside
  bool dynamic_scope = false;  ///< calls exec/eval/locals or uses `from x import *` in a function: names are uncertain
  bool needs_env = false;      ///< captured is not empty
  friend bool operator==(const Chunk&, const Chunk&) = default;
};

struct Unit {
  std::vector<Chunk> chunks;
  std::uint64_t text_hash = 0;
  std::uint64_t code_hash = 0;  ///< of everything but spans and text: equal means "runs the same"
  Symbol qualname;              ///< empty for the module unit
  Symbol class_name;            ///< innermost class around the unit, for private names
  friend bool operator==(const Unit&, const Unit&) = default;
};

/// A function unit and where it stands in this version of the file.
struct PlacedUnit {
  std::shared_ptr<const Unit> unit;
  std::uint32_t start = 0;  ///< file offset that the unit's spans are relative to
};

/// One lowered file. `units[0]` is the module unit (its start is 0).
struct FileIr {
  std::vector<PlacedUnit> units;
  bool has_error = false;
};

}  // namespace graphfence::ir
