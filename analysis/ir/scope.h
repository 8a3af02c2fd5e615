#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/base/symbol.h"
#include "analysis/ir/ir.h"
#include "analysis/ir/tree.h"

/// Which variable a name means, for one unit. Python decides this for a whole function before it runs, so it is a pass
/// of its own.
namespace graphfence::ir {

enum class ScopeKind : std::uint8_t { Module, Class, Function, Lambda, Comprehension };

/// Functions nested deeper than this are left out.
constexpr std::uint32_t max_chunk_depth = 40;

struct Scope {
  ScopeKind kind = ScopeKind::Module;
  std::uint32_t parent = 0;  ///< the root is its own parent
  std::uint32_t chunk = 0;   ///< chunk whose code evaluates it
  std::uint32_t node = 0;
  std::uint32_t depth = 0;          ///< of the chunk
  std::uint32_t first_binding = 0;  ///< those of a comprehension stand together from here on
  Symbol class_name;                ///< innermost class around it, for private names
  bool is_generator = false;
  bool dynamic = false;
};

/// A name in a scope that binds it (or declares it global or nonlocal).
struct Binding {
  Symbol name;
  std::uint32_t scope = 0;
  bool is_global = false;
  bool is_nonlocal = false;
  bool is_param = false;
  bool captured = false;
  Symbol cell_name;  ///< captured: name in the environment; unique for variables of comprehensions
  Reg reg = no_reg;
};

/// Where a name lives, seen from one scope.
struct Place {
  enum class Kind : std::uint8_t { Register, Cell, Global, ClassName } kind = Kind::Global;
  Symbol name;  ///< Cell: name in the environment
  Reg reg = no_reg;
  std::uint32_t levels = 0;  ///< Cell: environments between here and its owner
};

class Scopes {
 public:
  /// Fills scopes and bindings from a tree, and marks the identifiers in it. `class_name` is the class around the unit.
  /// Postcondition: every identifier's `value` is its symbol (private names mangled), and every function, class, lambda
  /// and comprehension inside has its scope in `value` (functions of the module unit: the number of the unit).
  void analyse(Tree& tree, Interner& names, bool is_module, Symbol class_name);

  std::vector<Scope> scopes;
  std::vector<std::uint32_t> chunk_scopes;  ///< by chunk
  std::vector<Binding> bindings;            ///< in order of appearance
  struct UnitSite {
    std::uint32_t node;
    std::uint32_t scope;  ///< that the function stands in
  };
  std::vector<UnitSite> unit_sites;  ///< module unit: the functions that are units of their own

  [[nodiscard]] Place resolve(std::uint32_t scope, Symbol name) const;
  [[nodiscard]] Binding* find(std::uint32_t scope, Symbol name);
  [[nodiscard]] const Binding* find(std::uint32_t scope, Symbol name) const;

 private:
  friend class Binder;
  std::uint32_t add_scope(ScopeKind kind, std::uint32_t parent, std::uint32_t node);
  Binding& bind(std::uint32_t scope, Symbol name);
  void capture(std::uint32_t scope, Symbol name, Interner& names);
  void grow();

  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t index = 0;  ///< + 1; 0: empty
  };
  std::vector<Slot> table_;
};

/// `__x` inside class `C` is `_C__x`.
[[nodiscard]] Symbol mangle(Interner& names, std::string_view text, Symbol class_name);

}  // namespace graphfence::ir
