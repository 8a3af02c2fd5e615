#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/base/symbol.h"
#include "analysis/ir/ir.h"
#include "analysis/ir/scope.h"
#include "analysis/ir/tree.h"

/// The state that the constructs share while one unit is lowered, and who lowers what. Internal to this folder.
namespace graphfence::ir {

constexpr std::uint32_t max_expression_depth = 200;
constexpr std::uint32_t max_block_depth = 100;

struct Lowering {
  Lowering(Tree& tree_, Scopes& scopes_, Interner& names_) : tree(tree_), scopes(scopes_), names(names_) {}

  Tree& tree;
  Scopes& scopes;
  Interner& names;

  // The chunk being written. Scratch vectors live as long as the Lowering; the chunk gets copies that fit.
  std::vector<Instr> code;
  std::vector<Span> spans;
  std::vector<std::uint32_t> pool;
  std::vector<Constant> constants;
  std::vector<std::uint32_t> stack;  ///< operands being collected; users leave it as they found it
  ScopeKind kind = ScopeKind::Module;
  std::uint32_t scope = 0;    ///< scope that names are looked up in
  std::uint32_t locals = 0;   ///< registers below are variables
  std::uint32_t top = 0;      ///< next free temporary
  std::uint32_t highest = 0;  ///< register count so far
  std::uint32_t expression_depth = 0;
  std::uint32_t block_depth = 0;
  std::uint32_t statement_end = 0;
  bool failed = false;  ///< something was too deep
  struct Walrus {
    Symbol name;
    std::uint32_t start;
  };
  std::vector<Walrus> walruses;               ///< all `:=` of the unit, in order
  std::vector<std::vector<Span>> decorators;  ///< by chunk
  bool is_module = false;
  Symbol unit_qualname;

  Reg temp();
  std::uint32_t emit(Op op, Span span, std::uint32_t a = no_reg, std::uint32_t b = no_reg, std::uint32_t c = no_reg,
                     std::uint32_t d = no_reg, std::uint8_t aux = 0, std::uint8_t flags = flag_none);
  /// Emits an instruction whose result is a fresh temporary.
  Reg emit_value(Op op, Span span, std::uint32_t b = no_reg, std::uint32_t c = no_reg, std::uint32_t d = no_reg,
                 std::uint8_t aux = 0, std::uint8_t flags = flag_none);
  [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(code.size()); }
  [[nodiscard]] bool is_temp(Reg reg) const { return reg >= locals; }
  [[nodiscard]] Span span(std::uint32_t node) const { return tree[node].span(); }
  [[nodiscard]] Symbol symbol(std::uint32_t identifier) const { return Symbol{tree[identifier].value}; }
  /// Moves what was pushed to `stack` since `mark` to the pool; returns where it stands there.
  std::uint32_t pool_from(std::size_t mark);
  std::uint32_t constant(const Constant& value);
  Reg emit_const(Span span, const Constant& value, std::uint8_t flags = flag_none);
  Reg emit_const(Span span, ConstKind constant_kind, std::uint8_t flags = flag_none);
  Reg emit_string(Span span, std::string_view contents);
};

/// Temporaries made while it lives are free again afterwards.
class TempScope {
 public:
  explicit TempScope(Lowering& l) : l_(l), top_(l.top) {}
  TempScope(const TempScope&) = delete;
  TempScope& operator=(const TempScope&) = delete;
  ~TempScope() { l_.top = top_; }

 private:
  Lowering& l_;
  std::uint32_t top_;
};

// expressions.cpp: any expression; also tuples without brackets and patterns in the place of an expression.
Reg lower_expression(Lowering& l, std::uint32_t node);
Reg lower_optional(Lowering& l, std::uint32_t node);  ///< no_reg for no_node
std::uint32_t unwrap_parentheses(const Lowering& l, std::uint32_t node);
[[nodiscard]] bool is_starred(const Lowering& l, std::uint32_t node);
/// The register of an element or argument, with star_bit when it is starred.
std::uint32_t lower_element(Lowering& l, std::uint32_t node);
/// Pushes the elements (children of `node` from `first` on) to the stack, starred ones with star_bit.
void push_elements(Lowering& l, std::uint32_t node, std::uint32_t first);

// operators.cpp
Reg lower_binary(Lowering& l, std::uint32_t node);
Reg lower_unary(Lowering& l, std::uint32_t node);
Reg lower_not(Lowering& l, std::uint32_t node);
Reg lower_boolean(Lowering& l, std::uint32_t node);
Reg lower_comparison(Lowering& l, std::uint32_t node);
Reg lower_conditional(Lowering& l, std::uint32_t node);
BinaryOp binary_op(Kind token);

/// A chain of tests that all must hold (`a and b`, `a < b < c`, the parts of a pattern): each further one is evaluated
/// inside the then-block of the one before.
class Chain {
 public:
  Chain(Lowering& l, Why why) : l_(l), why_(why) {}
  /// `test` must hold (And) or must not (Or) for what is emitted from now on to run.
  void require(Reg test, Span span);
  /// Opens the block of the last test, so that code may be emitted that runs only if it held.
  void flush();
  /// Closes all blocks. The result, or no_reg when nothing was required.
  Reg finish();
  [[nodiscard]] bool empty() const { return pending_ == no_reg && opened_ == 0; }

 private:
  void move_pending();

  Lowering& l_;
  Why why_;
  Reg joined_ = no_reg;
  Reg pending_ = no_reg;
  Span pending_span_;
  std::uint32_t opened_ = 0;  ///< branches whose end is not known yet; their places are on top of the operand stack
};

// calls.cpp
Reg lower_postfix(Lowering& l, std::uint32_t node);  ///< attribute, subscript, call
Reg lower_subscript_key(Lowering& l, std::uint32_t subscript);
/// Pushes positional and keyword arguments as the pool of Call and MakeClass has them; returns the offset in the pool.
std::uint32_t lower_arguments(Lowering& l, std::uint32_t arguments);

// literals.cpp, strings.cpp
Reg lower_number(Lowering& l, std::uint32_t node, bool negative);
Constant parse_number(Interner& names, std::string_view text, bool negative);
Reg lower_string(Lowering& l, std::uint32_t node);
Reg lower_concatenated(Lowering& l, std::uint32_t node);
std::string decode_escapes(std::string_view raw, bool bytes);

// comprehensions.cpp
Reg lower_comprehension(Lowering& l, std::uint32_t node);

// names.cpp
Reg load_name(Lowering& l, Symbol name, Span span);
void store_name(Lowering& l, Symbol name, Reg value, Span span);
void delete_name(Lowering& l, Symbol name, Span span);
/// Register of a variable that lives in one, else no_reg.
Reg local_register(const Lowering& l, Symbol name);
/// Stores an expression's result: when the last instruction made it, it is made in the variable at once.
void assign_name(Lowering& l, Symbol name, Reg value, Span span);
void assign_target(Lowering& l, std::uint32_t target, Reg value, Span span);
/// A register to receive the value of `target`: the variable itself, or a temporary that `finish_target` stores.
Reg begin_target(Lowering& l, std::uint32_t target);
void finish_target(Lowering& l, std::uint32_t target, Reg value);
void delete_target(Lowering& l, std::uint32_t target);

// assignments.cpp
void lower_assignment(Lowering& l, std::uint32_t node);
void lower_augmented(Lowering& l, std::uint32_t node);

// statements.cpp, control.cpp, imports.cpp, patterns.cpp
void lower_block(Lowering& l, std::uint32_t block);
void lower_statement(Lowering& l, std::uint32_t node);
void lower_if(Lowering& l, std::uint32_t node);
void lower_while(Lowering& l, std::uint32_t node);
void lower_for(Lowering& l, std::uint32_t node);
void lower_try(Lowering& l, std::uint32_t node);
void lower_with(Lowering& l, std::uint32_t node);
void lower_import(Lowering& l, std::uint32_t node);
void lower_import_from(Lowering& l, std::uint32_t node);
void lower_match(Lowering& l, std::uint32_t node);

// definitions.cpp
Reg lower_function(Lowering& l, std::uint32_t node);
Reg lower_class(Lowering& l, std::uint32_t node);
Reg lower_lambda(Lowering& l, std::uint32_t node);
void lower_definition(Lowering& l, std::uint32_t node);  ///< function, class, or either with decorators
std::vector<Param> lower_parameters(Lowering& l, std::uint32_t parameters, std::uint32_t scope);

// chunks.cpp
/// Lowers the unit in `l.tree`, whose scopes have been analysed.
Unit lower_unit(Lowering& l);

// hash.cpp
std::uint64_t hash_text(std::string_view span, std::string_view qualname);
std::uint64_t hash_code(const Unit& unit, const Interner& names);

}  // namespace graphfence::ir
