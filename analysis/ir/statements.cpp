#include "analysis/ir/lowering.h"

namespace graphfence::ir {
namespace {

bool is_literal(const Lowering& l, std::uint32_t node) {
  switch (l.tree.kind(node)) {
    case Kind::String:
      return l.tree.find(node, Kind::Interpolation) == no_node;
    case Kind::Integer:
    case Kind::Float:
    case Kind::True:
    case Kind::False:
    case Kind::None:
    case Kind::Ellipsis:
      return true;
    default:
      return false;
  }
}

void lower_expression_statement(Lowering& l, std::uint32_t node) {
  for (std::uint32_t c = l.tree.first(node); c != no_node; c = l.tree.after(node, c)) {
    if (l.tree.kind(c) == Kind::Assignment) {
      lower_assignment(l, c);
    } else if (l.tree.kind(c) == Kind::AugmentedAssignment) {
      lower_augmented(l, c);
    } else if (is_literal(l, c)) {
      l.emit(Op::Nop, l.span(c));  // a docstring, or `...` for an empty body
    } else {
      const Reg value = lower_expression(l, c);
      l.emit(Op::ExprStmt, l.span(c), value);
    }
  }
}

/// `assert test, message` is `if not test: raise AssertionError(message)`.
void lower_assert(Lowering& l, std::uint32_t node) {
  const std::uint32_t test = l.tree.first(node);
  if (test == no_node) return;
  const std::uint32_t message = l.tree.after(node, test);
  const Span span = l.span(node);
  const Reg condition = lower_expression(l, test);
  const std::uint32_t branch =
      l.emit(Op::If, span, condition, no_reg, no_reg, no_reg, static_cast<std::uint8_t>(Why::Assert));
  l.code[branch].b = l.here();
  const Reg error = l.emit_value(Op::LoadGlobal, span, l.names.intern("AssertionError").id);
  const std::size_t mark = l.stack.size();
  const Reg text = lower_optional(l, message);
  l.stack.push_back(text == no_reg ? 0 : 1);
  if (text != no_reg) l.stack.push_back(text);
  l.stack.push_back(0);
  const std::uint32_t arguments = l.pool_from(mark);
  const Reg exception = l.emit_value(Op::Call, span, error, arguments);
  l.emit(Op::Raise, span, exception);
  l.code[branch].c = l.here();
}

void lower_raise(Lowering& l, std::uint32_t node) {
  std::uint32_t exception = l.tree.first(node);
  const std::uint32_t from = l.tree.find(node, Kind::TokenFrom);
  if (exception == from) exception = no_node;
  const Reg raised = lower_optional(l, exception);
  const Reg cause = from == no_node ? no_reg : lower_optional(l, l.tree.after(node, from));
  l.emit(Op::Raise, l.span(node), raised, cause);
}

void lower_type_alias(Lowering& l, std::uint32_t node) {
  const std::uint32_t left = l.tree.first(node);
  if (left == no_node) return;
  auto text = l.tree.text_of(left);
  text = text.substr(0, text.find_first_of(" \t[\\"));
  const Symbol name = mangle(l.names, text, l.scopes.scopes[l.scope].class_name);
  const Reg value = l.emit_value(Op::Unknown, l.span(node));
  assign_name(l, name, value, l.span(node));
}

}  // namespace

void lower_block(Lowering& l, std::uint32_t block) {
  if (l.block_depth >= max_block_depth) {
    l.failed = true;
    l.emit_value(Op::Unknown, l.span(block));
    return;
  }
  ++l.block_depth;
  for (std::uint32_t c = l.tree.first(block); c != no_node; c = l.tree.after(block, c)) {
    const TempScope temporaries(l);
    l.statement_end = l.tree[c].end;
    lower_statement(l, c);
  }
  --l.block_depth;
}

void lower_statement(Lowering& l, std::uint32_t node) {
  const Span span = l.span(node);
  const std::uint32_t first = l.tree.first(node);
  switch (l.tree.kind(node)) {
    case Kind::ExpressionStatement:
      lower_expression_statement(l, node);
      return;
    case Kind::Assignment:  // see Tree::correct_type_call
      lower_assignment(l, node);
      return;
    case Kind::ReturnStatement: {
      const Reg value = lower_optional(l, first);
      l.emit(Op::Return, span, value);
      return;
    }
    case Kind::DeleteStatement:
      for (std::uint32_t c = first; c != no_node; c = l.tree.after(node, c)) delete_target(l, c);
      return;
    case Kind::RaiseStatement:
      lower_raise(l, node);
      return;
    case Kind::AssertStatement:
      lower_assert(l, node);
      return;
    case Kind::PassStatement:
      l.emit(Op::Nop, span);
      return;
    case Kind::BreakStatement:
      l.emit(Op::Break, span);
      return;
    case Kind::ContinueStatement:
      l.emit(Op::Continue, span);
      return;
    case Kind::PrintStatement:
    case Kind::ExecStatement: {
      const Reg value = l.emit_value(Op::Unknown, span);
      l.emit(Op::ExprStmt, span, value);
      return;
    }
    case Kind::TypeAlias:
      lower_type_alias(l, node);
      return;
    case Kind::ImportStatement:
      lower_import(l, node);
      return;
    case Kind::FutureImport:
    case Kind::ImportFrom:
      lower_import_from(l, node);
      return;
    case Kind::IfStatement:
      lower_if(l, node);
      return;
    case Kind::WhileStatement:
      lower_while(l, node);
      return;
    case Kind::ForStatement:
      lower_for(l, node);
      return;
    case Kind::TryStatement:
      lower_try(l, node);
      return;
    case Kind::WithStatement:
      lower_with(l, node);
      return;
    case Kind::MatchStatement:
      lower_match(l, node);
      return;
    case Kind::FunctionDefinition:
    case Kind::ClassDefinition:
    case Kind::DecoratedDefinition:
      lower_definition(l, node);
      return;
    case Kind::Error:
      // What the parser could not place, but whole statements in it are statements still.
      lower_block(l, node);
      return;
    default:
      // `global` and `nonlocal` did their work when scopes were found; anything else is debris of an error.
      return;
  }
}

}  // namespace graphfence::ir
