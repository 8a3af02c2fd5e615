#include "analysis/ir/lowering.h"

/// Functions, classes, lambdas: the code that makes them. Their bodies are chunks and units of their own.
namespace graphfence::ir {
namespace {

/// Evaluates default values in the scope around, in the order of the parameters.
std::uint32_t lower_defaults(Lowering& l, std::uint32_t parameters, std::uint32_t& count) {
  const std::size_t mark = l.stack.size();
  if (parameters != no_node) {
    for (std::uint32_t p = l.tree.first(parameters); p != no_node; p = l.tree.after(parameters, p)) {
      const Kind kind = l.tree.kind(p);
      if (kind != Kind::DefaultParameter && kind != Kind::TypedDefaultParameter) continue;
      const std::uint32_t value = l.tree.last(p);
      if (value == no_node) continue;
      const Reg reg = lower_expression(l, value);
      l.stack.push_back(reg);
    }
  }
  count = static_cast<std::uint32_t>(l.stack.size() - mark);
  return l.pool_from(mark);
}

std::uint32_t chunk_of(const Lowering& l, std::uint32_t node) {
  return l.scopes.scopes[l.tree[node].value].chunk;
}

bool is_left_out(const Lowering& l, std::uint32_t node) {
  return (l.tree[node].flags & node_left_out) != 0 || l.tree[node].value == 0;
}

Reg lower_made(Lowering& l, std::uint32_t node) {
  if (l.tree.kind(node) == Kind::FunctionDefinition) return lower_function(l, node);
  if (l.tree.kind(node) == Kind::ClassDefinition) return lower_class(l, node);
  return l.emit_value(Op::Unknown, l.span(node));
}

}  // namespace

std::vector<Param> lower_parameters(Lowering& l, std::uint32_t parameters, std::uint32_t scope) {
  std::vector<Param> params;
  ParamKind kind = ParamKind::Positional;
  for (std::uint32_t p = l.tree.first(parameters); p != no_node; p = l.tree.after(parameters, p)) {
    Param param;
    param.kind = kind;
    std::uint32_t name = p;
    switch (l.tree.kind(p)) {
      case Kind::PositionalSeparator:
        for (Param& before : params) {
          if (before.kind == ParamKind::Positional) before.kind = ParamKind::PositionalOnly;
        }
        continue;
      case Kind::KeywordSeparator:
        kind = ParamKind::KeywordOnly;
        continue;
      case Kind::DefaultParameter:
      case Kind::TypedDefaultParameter:
        param.has_default = true;
        name = l.tree.first(p);
        break;
      case Kind::TypedParameter:
        name = l.tree.first(p);
        break;
      case Kind::Identifier:
      case Kind::ListSplatPattern:
      case Kind::DictionarySplatPattern:
      case Kind::TuplePattern:
        break;
      default:
        continue;
    }
    if (name == no_node) continue;
    if (l.tree.kind(name) == Kind::ListSplatPattern) {
      param.kind = ParamKind::VarArgs;
      kind = ParamKind::KeywordOnly;
      name = l.tree.first(name);
    } else if (l.tree.kind(name) == Kind::DictionarySplatPattern) {
      param.kind = ParamKind::VarKeywords;
      name = l.tree.first(name);
    }
    if (name == no_node) continue;
    param.span = l.span(name);
    if (l.tree.kind(name) == Kind::Identifier) {
      param.name = l.symbol(name);
      if (const Binding* binding = l.scopes.find(scope, param.name); binding != nullptr) {
        param.reg = binding->reg;
        param.captured = binding->captured;
      }
    }
    params.push_back(param);
  }
  return params;
}

Reg lower_function(Lowering& l, std::uint32_t node) {
  const Span span = l.span(node);
  const std::uint32_t parameters = l.tree.find(node, Kind::Parameters);
  if (is_left_out(l, node)) {
    if ((l.tree[node].flags & node_left_out) != 0) l.failed = true;
    return l.emit_value(Op::Unknown, span);
  }
  std::uint32_t count = 0;
  const std::uint32_t defaults = lower_defaults(l, parameters, count);
  if (l.is_module) return l.emit_value(Op::MakeFunc, span, l.tree[node].value, defaults, count, 0, flag_unit_ref);
  return l.emit_value(Op::MakeFunc, span, chunk_of(l, node), defaults, count);
}

Reg lower_lambda(Lowering& l, std::uint32_t node) {
  if (is_left_out(l, node)) {
    l.failed = true;
    return l.emit_value(Op::Unknown, l.span(node));
  }
  std::uint32_t count = 0;
  const std::uint32_t defaults = lower_defaults(l, l.tree.find(node, Kind::LambdaParameters), count);
  return l.emit_value(Op::MakeFunc, l.span(node), chunk_of(l, node), defaults, count);
}

Reg lower_class(Lowering& l, std::uint32_t node) {
  if (is_left_out(l, node)) {
    l.failed = true;
    return l.emit_value(Op::Unknown, l.span(node));
  }
  const std::uint32_t arguments = lower_arguments(l, l.tree.find(node, Kind::ArgumentList));
  return l.emit_value(Op::MakeClass, l.span(node), chunk_of(l, node), arguments);
}

void lower_definition(Lowering& l, std::uint32_t node) {
  const std::uint32_t definition = l.tree.kind(node) == Kind::DecoratedDefinition ? l.tree.last(node) : node;
  if (definition == no_node) return;
  const std::size_t mark = l.stack.size();
  std::vector<Span> expressions;
  if (definition != node) {
    for (std::uint32_t c = l.tree.first(node); c != no_node && c != definition; c = l.tree.after(node, c)) {
      const std::uint32_t expression = l.tree.first(c);
      if (l.tree.kind(c) != Kind::Decorator || expression == no_node) continue;
      const Reg decorator = lower_expression(l, expression);
      l.stack.push_back(decorator);
      expressions.push_back(l.span(expression));
    }
  }
  Reg value = lower_made(l, definition);
  for (std::size_t d = expressions.size(); d-- > 0;) {
    const Reg decorator = l.stack.back();
    l.stack.pop_back();
    const std::size_t arguments = l.stack.size();
    for (const std::uint32_t operand : {1U, value, 0U}) l.stack.push_back(operand);
    const std::uint32_t offset = l.pool_from(arguments);
    value = l.emit_value(Op::Call, expressions[d], decorator, offset, no_reg, 0, flag_decorator);
  }
  l.stack.resize(mark);

  const bool unit_of_its_own = l.is_module && l.tree.kind(definition) == Kind::FunctionDefinition;
  if (!expressions.empty() && !unit_of_its_own && !is_left_out(l, definition)) {
    l.decorators[chunk_of(l, definition)] = std::move(expressions);
  }
  if (const std::uint32_t name = l.tree.find(definition, Kind::Identifier); name != no_node) {
    assign_name(l, l.symbol(name), value, l.span(definition));
  }
}

}  // namespace graphfence::ir
