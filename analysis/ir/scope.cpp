#include "analysis/ir/scope.h"

#include <string>

namespace graphfence::ir {
namespace {

std::uint64_t key_of(std::uint32_t scope, Symbol name) {
  return (static_cast<std::uint64_t>(scope) << 32U) | name.id;
}

std::size_t spread(std::uint64_t key) {
  key *= 0x9E3779B97F4A7C15ULL;
  return static_cast<std::size_t>(key >> 32U);
}

/// Bodies with an environment of their own. Class bodies use the one of the function (or module) around them.
bool has_environment(ScopeKind kind) {
  return kind == ScopeKind::Function || kind == ScopeKind::Lambda || kind == ScopeKind::Module;
}

}  // namespace

Symbol mangle(Interner& names, std::string_view text, Symbol class_name) {
  if (!class_name || !text.starts_with("__") || text.ends_with("__")) return names.intern(text);
  auto owner = names.text(class_name);
  while (owner.starts_with('_')) owner.remove_prefix(1);
  if (owner.empty()) return names.intern(text);
  std::string mangled;
  mangled.reserve(owner.size() + text.size() + 1);
  mangled.append("_").append(owner).append(text);
  return names.intern(mangled);
}

std::uint32_t Scopes::add_scope(ScopeKind kind, std::uint32_t parent, std::uint32_t node) {
  const auto id = static_cast<std::uint32_t>(scopes.size());
  Scope scope;
  scope.kind = kind;
  scope.parent = parent;
  scope.node = node;
  scope.first_binding = static_cast<std::uint32_t>(bindings.size());
  if (id != 0) {
    scope.class_name = scopes[parent].class_name;
    scope.chunk = scopes[parent].chunk;
    scope.depth = scopes[parent].depth;
  }
  if (kind != ScopeKind::Comprehension) {
    scope.chunk = static_cast<std::uint32_t>(chunk_scopes.size());
    if (id != 0) ++scope.depth;
    chunk_scopes.push_back(id);
  }
  scopes.push_back(scope);
  return id;
}

void Scopes::grow() {
  table_.assign(table_.size() * 2, {});
  const std::size_t mask = table_.size() - 1;
  for (std::uint32_t b = 0; b < bindings.size(); ++b) {
    const std::uint64_t key = key_of(bindings[b].scope, bindings[b].name);
    std::size_t at = spread(key) & mask;
    while (table_[at].index != 0) at = (at + 1) & mask;
    table_[at] = {key, b + 1};
  }
}

const Binding* Scopes::find(std::uint32_t scope, Symbol name) const {
  const std::uint64_t key = key_of(scope, name);
  const std::size_t mask = table_.size() - 1;
  for (std::size_t at = spread(key) & mask; table_[at].index != 0; at = (at + 1) & mask) {
    if (table_[at].key == key) return &bindings[table_[at].index - 1];
  }
  return nullptr;
}

Binding* Scopes::find(std::uint32_t scope, Symbol name) {
  return const_cast<Binding*>(static_cast<const Scopes*>(this)->find(scope, name));
}

Binding& Scopes::bind(std::uint32_t scope, Symbol name) {
  if (Binding* known_binding = find(scope, name)) return *known_binding;
  if ((bindings.size() + 1) * 2 > table_.size()) grow();
  const std::uint64_t key = key_of(scope, name);
  const std::size_t mask = table_.size() - 1;
  std::size_t at = spread(key) & mask;
  while (table_[at].index != 0) at = (at + 1) & mask;
  Binding binding;
  binding.name = name;
  binding.scope = scope;
  bindings.push_back(binding);
  table_[at] = {key, static_cast<std::uint32_t>(bindings.size())};
  return bindings.back();
}

/// Marks the variable that `name` means in `scope` when another chunk than the one that reads it owns it.
void Scopes::capture(std::uint32_t scope, Symbol name, Interner& names) {
  for (std::uint32_t s = scope;; s = scopes[s].parent) {
    if (scopes[s].kind == ScopeKind::Module) return;
    if (s == scope || scopes[s].kind != ScopeKind::Class) {
      Binding* const binding = find(s, name);
      if (binding != nullptr && !binding->is_nonlocal) {
        if (binding->is_global || scopes[s].kind == ScopeKind::Class) return;
        if (scopes[s].chunk == scopes[scope].chunk || binding->captured) return;
        binding->captured = true;
        binding->cell_name = name;
        if (scopes[s].kind == ScopeKind::Comprehension) {
          // Two comprehensions of one function share its environment.
          binding->cell_name = names.intern(std::string(names.text(name)) + '.' + std::to_string(s));
        }
        return;
      }
    }
    if (s == scopes[s].parent) return;
  }
}

Place Scopes::resolve(std::uint32_t scope, Symbol name) const {
  Place place;
  place.name = name;
  for (std::uint32_t s = scope;; s = scopes[s].parent) {
    const ScopeKind kind = scopes[s].kind;
    if (kind == ScopeKind::Module) return place;
    if (s == scope || kind != ScopeKind::Class) {
      const Binding* const binding = find(s, name);
      if (binding != nullptr && !binding->is_nonlocal) {
        if (binding->is_global) return place;
        if (kind == ScopeKind::Class) {
          place.kind = Place::Kind::ClassName;
        } else if (binding->captured) {
          place.kind = Place::Kind::Cell;
          place.name = binding->cell_name;
        } else {
          place.kind = Place::Kind::Register;
          place.reg = binding->reg;
        }
        return place;
      }
    }
    if (s == scopes[s].parent) return place;
    if (has_environment(kind)) ++place.levels;
  }
}

}  // namespace graphfence::ir
