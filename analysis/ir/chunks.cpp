#include <algorithm>
#include <string>

#include "analysis/ir/lowering.h"

/// From the scopes of a unit to its chunks: registers, environments, names, and the order in which bodies are lowered.
namespace graphfence::ir {
namespace {

ChunkKind chunk_kind(ScopeKind kind) {
  switch (kind) {
    case ScopeKind::Module:
      return ChunkKind::Module;
    case ScopeKind::Class:
      return ChunkKind::Class;
    case ScopeKind::Lambda:
      return ChunkKind::Lambda;
    case ScopeKind::Function:
    case ScopeKind::Comprehension:
      break;
  }
  return ChunkKind::Function;
}

/// The chunk whose environment a captured variable of `scope` lives in.
std::uint32_t environment_chunk(const Scopes& scopes, std::uint32_t scope) {
  while (scopes.scopes[scope].kind == ScopeKind::Comprehension || scopes.scopes[scope].kind == ScopeKind::Class) {
    if (scopes.scopes[scope].parent == scope) break;
    scope = scopes.scopes[scope].parent;
  }
  return scopes.scopes[scope].chunk;
}

void place_variables(Scopes& scopes, std::vector<Chunk>& chunks) {
  for (Binding& binding : scopes.bindings) {
    const Scope& scope = scopes.scopes[binding.scope];
    if (binding.is_global || binding.is_nonlocal || scope.kind == ScopeKind::Class) continue;
    if (binding.captured) {
      chunks[environment_chunk(scopes, binding.scope)].captured.push_back(binding.cell_name);
      if (!binding.is_param) continue;
    }
    // Variables of comprehensions are temporaries: nothing outside can see them.
    if (scope.kind == ScopeKind::Comprehension) continue;
    Chunk& chunk = chunks[scope.chunk];
    binding.reg = static_cast<Reg>(chunk.local_names.size());
    chunk.local_names.push_back(binding.name);
  }
}

void name_chunk(Lowering& l, std::vector<Chunk>& chunks, std::uint32_t index) {
  const std::uint32_t scope_id = l.scopes.chunk_scopes[index];
  const Scope& scope = l.scopes.scopes[scope_id];
  Chunk& chunk = chunks[index];
  chunk.kind = chunk_kind(scope.kind);
  chunk.parent = index == 0 ? 0 : l.scopes.scopes[scope.parent].chunk;
  chunk.span = l.span(scope.node);
  if (chunk.kind == ChunkKind::Module) {
    chunk.span = {0, static_cast<std::uint32_t>(l.tree.text.size())};
    return;
  }
  if (chunk.kind == ChunkKind::Lambda) {
    chunk.name = l.names.intern("<lambda>");
    chunk.name_span = {chunk.span.start, std::min(chunk.span.end, chunk.span.start + 6)};
  } else if (const std::uint32_t name = l.tree.find(scope.node, Kind::Identifier); name != no_node) {
    chunk.name = l.names.intern(l.tree.text_of(name));
    chunk.name_span = l.span(name);
  }
  if (index == 0) {
    chunk.qualname = l.unit_qualname;
    return;
  }
  const Chunk& parent = chunks[chunk.parent];
  std::string qualname;
  if (parent.kind != ChunkKind::Module) {
    qualname = l.names.text(parent.qualname);
    qualname += parent.kind == ChunkKind::Class ? "." : ".<locals>.";
  }
  qualname += l.names.text(chunk.name);
  chunk.qualname = l.names.intern(qualname);
}

void lower_body(Lowering& l, const Scope& scope) {
  switch (scope.kind) {
    case ScopeKind::Module:
      lower_block(l, scope.node);
      return;
    case ScopeKind::Lambda: {
      const std::uint32_t body = l.tree.last(scope.node);
      if (body == no_node || l.tree.kind(body) == Kind::LambdaParameters) return;
      l.statement_end = l.tree[body].end;
      const Reg result = lower_expression(l, body);
      l.emit(Op::Return, l.span(body), result);
      return;
    }
    case ScopeKind::Class:
    case ScopeKind::Function:
    case ScopeKind::Comprehension:
      if (const std::uint32_t body = l.tree.find(scope.node, Kind::Block); body != no_node) lower_block(l, body);
      return;
  }
}

void lower_chunk(Lowering& l, Chunk& chunk, std::uint32_t index) {
  const std::uint32_t scope_id = l.scopes.chunk_scopes[index];
  const Scope& scope = l.scopes.scopes[scope_id];
  l.code.clear();
  l.spans.clear();
  l.pool.clear();
  l.constants.clear();
  l.stack.clear();
  l.kind = scope.kind;
  l.scope = scope_id;
  l.expression_depth = 0;
  l.block_depth = 0;

  if (scope.kind == ScopeKind::Function || scope.kind == ScopeKind::Lambda) {
    const Kind wanted = scope.kind == ScopeKind::Lambda ? Kind::LambdaParameters : Kind::Parameters;
    const std::uint32_t parameters = l.tree.find(scope.node, wanted);
    if (parameters != no_node) chunk.params = lower_parameters(l, parameters, scope_id);
    const std::uint32_t first = l.tree.first(scope.node);
    chunk.is_async = scope.kind == ScopeKind::Function && first != no_node && l.tree.kind(first) == Kind::TokenAsync;
  }
  l.locals = static_cast<std::uint32_t>(chunk.local_names.size());
  l.top = l.locals;
  l.highest = l.locals;
  // A parameter without a name (Python 2 unpacks a tuple there) still needs a place to arrive.
  for (Param& param : chunk.params) {
    if (param.reg == no_reg) param.reg = l.temp();
  }
  lower_body(l, scope);

  chunk.code.assign(l.code.begin(), l.code.end());
  chunk.spans.assign(l.spans.begin(), l.spans.end());
  chunk.pool.assign(l.pool.begin(), l.pool.end());
  chunk.constants.assign(l.constants.begin(), l.constants.end());
  chunk.register_count = l.highest;
  chunk.is_generator = scope.is_generator;
  chunk.dynamic_scope = scope.dynamic;
  chunk.needs_env = !chunk.captured.empty();
  if (index < l.decorators.size()) chunk.decorators = std::move(l.decorators[index]);
}

}  // namespace

Unit lower_unit(Lowering& l) {
  Unit unit;
  unit.qualname = l.unit_qualname;
  const auto count = static_cast<std::uint32_t>(l.scopes.chunk_scopes.size());
  unit.chunks.resize(count);
  l.decorators.assign(count, {});
  l.walruses.clear();
  l.failed = false;
  if (l.tree.has_walrus) {
    for (std::uint32_t i = 0; i < l.tree.nodes.size(); ++i) {
      if (l.tree.kind(i) != Kind::NamedExpression) continue;
      const std::uint32_t name = l.tree.first(i);
      if (name != no_node) l.walruses.push_back({l.symbol(name), l.tree[i].start});
    }
  }
  place_variables(l.scopes, unit.chunks);
  for (std::uint32_t index = 0; index < count; ++index) {
    name_chunk(l, unit.chunks, index);
    lower_chunk(l, unit.chunks[index], index);
  }
  const bool has_error = l.tree.has_error || l.failed;
  for (Chunk& chunk : unit.chunks) chunk.has_error = has_error;
  return unit;
}

Reg Lowering::temp() {
  const Reg reg = top++;
  highest = std::max(highest, top);
  return reg;
}

std::uint32_t Lowering::emit(Op op, Span where, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d,
                             std::uint8_t aux, std::uint8_t flags) {
  code.push_back({.op = op, .aux = aux, .flags = flags, .a = a, .b = b, .c = c, .d = d});
  spans.push_back(where);
  return here() - 1;
}

Reg Lowering::emit_value(Op op, Span where, std::uint32_t b, std::uint32_t c, std::uint32_t d, std::uint8_t aux,
                         std::uint8_t flags) {
  const Reg result = temp();
  emit(op, where, result, b, c, d, aux, flags);
  return result;
}

std::uint32_t Lowering::pool_from(std::size_t mark) {
  const auto offset = static_cast<std::uint32_t>(pool.size());
  pool.insert(pool.end(), stack.begin() + static_cast<std::ptrdiff_t>(mark), stack.end());
  stack.resize(mark);
  return offset;
}

std::uint32_t Lowering::constant(const Constant& value) {
  // Only the last few are compared: equal constants usually stand close together, and a table of literals stays linear.
  const std::size_t oldest = constants.size() > 8 ? constants.size() - 8 : 0;
  for (std::size_t i = constants.size(); i-- > oldest;) {
    if (constants[i] == value) return static_cast<std::uint32_t>(i);
  }
  constants.push_back(value);
  return static_cast<std::uint32_t>(constants.size() - 1);
}

Reg Lowering::emit_const(Span where, const Constant& value, std::uint8_t flags) {
  return emit_value(Op::Const, where, constant(value), no_reg, no_reg, 0, flags);
}

Reg Lowering::emit_const(Span where, ConstKind constant_kind, std::uint8_t flags) {
  Constant value;
  value.kind = constant_kind;
  return emit_const(where, value, flags);
}

Reg Lowering::emit_string(Span where, std::string_view contents) {
  Constant value;
  value.kind = ConstKind::Str;
  value.text = names.intern(contents);
  return emit_const(where, value);
}

}  // namespace graphfence::ir
