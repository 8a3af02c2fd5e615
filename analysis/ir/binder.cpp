#include "analysis/ir/scope.h"

/// One linear scan over the tree finds scopes, bindings and uses; uses are resolved afterwards, because in Python a
/// binding further down makes a name local from the start.
namespace graphfence::ir {

class Binder {
 public:
  Binder(Scopes& out, Tree& tree, Interner& names) : out_(out), tree_(tree), names_(names) {}

  void run(bool is_module, Symbol class_name) {
    out_.scopes.clear();
    out_.chunk_scopes.clear();
    out_.bindings.clear();
    out_.unit_sites.clear();
    out_.table_.assign(64, {});
    const std::uint32_t root = out_.add_scope(is_module ? ScopeKind::Module : ScopeKind::Function, 0, 0);
    out_.scopes[root].class_name = class_name;
    stack_.push_back({tree_[0].next, root});
    std::uint32_t first = 1;
    if (!is_module) {
      // Decorators, defaults and annotations of the unit's own function are evaluated by the module unit.
      const std::uint32_t parameters = tree_.find(0, Kind::Parameters);
      if (parameters != no_node) bind_parameters(parameters, root);
      const std::uint32_t body = tree_.find(0, Kind::Block);
      first = body == no_node ? tree_[0].next : body;
    }
    for (std::uint32_t i = first; i < tree_[0].next;) {
      while (stack_.back().end <= i) stack_.pop_back();
      if ((tree_[i].flags & node_region) != 0) enter_region(i);
      i = visit(i, stack_.back().scope);
    }
    for (const auto& [scope, name] : uses_) out_.capture(scope, name, names_);
  }

 private:
  struct Region {
    std::uint32_t end;
    std::uint32_t scope;
  };
  struct Pending {
    std::uint32_t node;
    std::uint32_t scope;
  };

  void enter_region(std::uint32_t i) {
    for (std::size_t p = pending_.size(); p-- > 0;) {
      if (pending_[p].node == i) {
        stack_.push_back({tree_[i].next, pending_[p].scope});
        pending_[p] = pending_.back();
        pending_.pop_back();
        return;
      }
    }
  }

  void region(std::uint32_t node, std::uint32_t scope) {
    tree_.nodes[node].flags |= node_region;
    pending_.push_back({node, scope});
  }

  void mark(std::uint32_t node, std::uint8_t flags) { tree_.nodes[node].flags |= flags; }

  Symbol symbol(std::uint32_t identifier, std::uint32_t scope) {
    Node& node = tree_.nodes[identifier];
    if (node.value == 0) {
      const auto text = tree_.text_of(identifier);
      node.value = (node.flags & node_not_mangled) != 0 ? names_.intern(text).id
                                                        : mangle(names_, text, out_.scopes[scope].class_name).id;
    }
    return Symbol{node.value};
  }

  std::uint32_t chunk_scope(std::uint32_t scope) const { return out_.chunk_scopes[out_.scopes[scope].chunk]; }

  void bind_name(std::uint32_t identifier, std::uint32_t scope) {
    const Symbol name = symbol(identifier, scope);
    mark(identifier, node_not_a_use);
    if (out_.scopes[scope].kind != ScopeKind::Module) out_.bind(scope, name);
  }

  /// Binds the plain names in an assignment target; what is below attributes and subscripts is read, not bound.
  void bind_target(std::uint32_t target, std::uint32_t scope) {
    for (std::uint32_t i = target; i < tree_[target].next;) {
      switch (tree_.kind(i)) {
        case Kind::Identifier:
          bind_name(i, scope);
          ++i;
          break;
        case Kind::Tuple:
        case Kind::List:
        case Kind::TuplePattern:
        case Kind::ListPattern:
        case Kind::PatternList:
        case Kind::ExpressionList:
        case Kind::ListSplat:
        case Kind::ListSplatPattern:
        case Kind::ParenthesizedExpression:
        case Kind::AsPatternTarget:
          ++i;
          break;
        default:
          i = tree_[i].next;
      }
    }
  }

  void bind_parameters(std::uint32_t parameters, std::uint32_t scope) {
    for (std::uint32_t p = tree_.first(parameters); p != no_node; p = tree_.after(parameters, p)) {
      std::uint32_t name = p;
      if (tree_.kind(p) != Kind::Identifier && tree_.kind(p) != Kind::TuplePattern) {
        name = tree_.first(p);
        if (name != no_node &&
            (tree_.kind(name) == Kind::ListSplatPattern || tree_.kind(name) == Kind::DictionarySplatPattern)) {
          name = tree_.first(name);
        }
      }
      if (name == no_node) continue;
      if (tree_.kind(name) == Kind::Identifier) {
        const Symbol text = symbol(name, scope);
        mark(name, node_not_a_use);
        out_.bind(scope, text).is_param = true;
      } else if (tree_.kind(name) == Kind::TuplePattern) {
        tree_.has_error = true;  // Python 2
        bind_target(name, scope);
      }
    }
  }

  std::uint32_t visit_function(std::uint32_t i, std::uint32_t scope) {
    const std::uint32_t name = tree_.find(i, Kind::Identifier);
    if (name != no_node) bind_name(name, scope);
    const std::uint32_t parameters = tree_.find(i, Kind::Parameters);
    const std::uint32_t body = tree_.find(i, Kind::Block);
    if (body != no_node && out_.scopes[scope].depth >= max_chunk_depth) {
      mark(i, node_left_out);
      return tree_[i].next;
    }
    if (body == no_node) {
      // A unit of its own: only defaults are evaluated here.
      if (parameters != no_node) bind_parameters_nowhere(parameters);
      out_.unit_sites.push_back({i, scope});
      return i + 1;
    }
    const std::uint32_t inner = out_.add_scope(ScopeKind::Function, scope, i);
    tree_.nodes[i].value = inner;
    if (parameters != no_node) bind_parameters(parameters, inner);
    region(body, inner);
    return i + 1;
  }

  void bind_parameters_nowhere(std::uint32_t parameters) {
    for (std::uint32_t p = tree_.first(parameters); p != no_node; p = tree_.after(parameters, p)) {
      // The first identifier of a parameter is its name; the default follows.
      const std::uint32_t stop = tree_.kind(p) == Kind::DefaultParameter || tree_.kind(p) == Kind::TypedDefaultParameter
                                     ? (tree_.first(p) == no_node ? p : tree_[tree_.first(p)].next)
                                     : tree_[p].next;
      for (std::uint32_t n = p; n < stop; ++n) mark(n, node_not_a_use);
    }
  }

  std::uint32_t visit_lambda(std::uint32_t i, std::uint32_t scope) {
    const std::uint32_t body = tree_.last(i);
    if (body == no_node || out_.scopes[scope].depth >= max_chunk_depth) {
      mark(i, node_left_out);
      return tree_[i].next;
    }
    const std::uint32_t inner = out_.add_scope(ScopeKind::Lambda, scope, i);
    tree_.nodes[i].value = inner;
    const std::uint32_t parameters = tree_.find(i, Kind::LambdaParameters);
    if (parameters != no_node) bind_parameters(parameters, inner);
    if (body != parameters) region(body, inner);
    return i + 1;
  }

  std::uint32_t visit_class(std::uint32_t i, std::uint32_t scope) {
    const std::uint32_t name = tree_.find(i, Kind::Identifier);
    if (name != no_node) bind_name(name, scope);
    const std::uint32_t body = tree_.find(i, Kind::Block);
    if (body == no_node || out_.scopes[scope].depth >= max_chunk_depth) {
      mark(i, node_left_out);
      return tree_[i].next;
    }
    const std::uint32_t inner = out_.add_scope(ScopeKind::Class, scope, i);
    if (name != no_node) out_.scopes[inner].class_name = names_.intern(tree_.text_of(name));
    tree_.nodes[i].value = inner;
    region(body, inner);
    return i + 1;
  }

  std::uint32_t visit_comprehension(std::uint32_t i, std::uint32_t scope) {
    const std::uint32_t inner = out_.add_scope(ScopeKind::Comprehension, scope, i);
    tree_.nodes[i].value = inner;
    bool outermost = true;
    for (std::uint32_t c = tree_.first(i); c != no_node; c = tree_.after(i, c)) {
      if (tree_.kind(c) != Kind::ForInClause) {
        region(c, inner);
        continue;
      }
      std::uint32_t target = tree_.first(c);
      if (target != no_node && tree_.kind(target) == Kind::TokenAsync) target = tree_.after(c, target);
      if (target == no_node) continue;
      bind_target(target, inner);
      // Python evaluates the outermost iterable outside the comprehension.
      region(outermost ? target : c, inner);
      outermost = false;
    }
    return i + 1;
  }

  void visit_import(std::uint32_t i, std::uint32_t scope) {
    std::uint32_t c = tree_.first(i);
    if (tree_.kind(i) == Kind::ImportFrom && c != no_node) c = tree_.after(i, c);
    for (; c != no_node; c = tree_.after(i, c)) {
      std::uint32_t name = no_node;
      if (tree_.kind(c) == Kind::AliasedImport) {
        name = tree_.last(c);
      } else if (tree_.kind(c) == Kind::DottedName) {
        name = tree_.first(c);
      } else if (tree_.kind(c) == Kind::WildcardImport) {
        // Star imports of a module are followed; in a function (Python 2) they make every name uncertain.
        if (out_.scopes[chunk_scope(scope)].kind != ScopeKind::Module) out_.scopes[chunk_scope(scope)].dynamic = true;
      }
      if (name != no_node && tree_.kind(name) == Kind::Identifier) bind_name(name, scope);
    }
  }

  void declare(std::uint32_t i, std::uint32_t scope) {
    if (out_.scopes[scope].kind == ScopeKind::Module) return;
    for (std::uint32_t c = tree_.first(i); c != no_node; c = tree_.after(i, c)) {
      if (tree_.kind(c) != Kind::Identifier) continue;
      const Symbol name = symbol(c, scope);
      Binding& binding = out_.bind(scope, name);
      if (binding.is_param) continue;
      if (tree_.kind(i) == Kind::GlobalStatement) {
        binding.is_global = true;
      } else {
        binding.is_nonlocal = true;
        uses_.push_back({scope, name});
      }
    }
  }

  /// `case name:` binds, `case a.b:` reads.
  std::uint32_t visit_dotted_name(std::uint32_t i, std::uint32_t scope) {
    const std::uint32_t head = tree_.first(i);
    if (head == no_node) return i + 1;
    const bool single = tree_.after(i, head) == no_node;
    if (single && (tree_[i].flags & node_class_name) == 0) {
      if (tree_.text_of(head) != "_") bind_name(head, scope);
      return tree_[i].next;
    }
    for (std::uint32_t c = tree_.after(i, head); c != no_node; c = tree_.after(i, c)) {
      mark(c, node_not_a_use);
      symbol(c, scope);
    }
    return i + 1;
  }

  void visit_call(std::uint32_t i, std::uint32_t scope) {
    const std::uint32_t callee = tree_.first(i);
    if (callee == no_node || tree_.kind(callee) != Kind::Identifier) return;
    const auto text = tree_.text_of(callee);
    if (text == "exec" || text == "eval" || text == "locals") out_.scopes[chunk_scope(scope)].dynamic = true;
  }

  void bind_type_alias(std::uint32_t i, std::uint32_t scope) {
    const std::uint32_t left = tree_.first(i);
    if (left == no_node || out_.scopes[scope].kind == ScopeKind::Module) return;
    auto text = tree_.text_of(left);
    text = text.substr(0, text.find_first_of(" \t[\\"));
    out_.bind(scope, mangle(names_, text, out_.scopes[scope].class_name));
  }

  /// Returns the index to go on with.
  std::uint32_t visit(std::uint32_t i, std::uint32_t scope) {
    const std::uint32_t first = tree_.first(i);
    switch (tree_.kind(i)) {
      case Kind::Identifier:
        symbol(i, scope);
        if ((tree_[i].flags & node_not_a_use) == 0) uses_.push_back({scope, Symbol{tree_[i].value}});
        return i + 1;
      case Kind::FunctionDefinition:
        return visit_function(i, scope);
      case Kind::Lambda:
        return visit_lambda(i, scope);
      case Kind::ClassDefinition:
        return visit_class(i, scope);
      case Kind::ListComprehension:
      case Kind::SetComprehension:
      case Kind::DictionaryComprehension:
      case Kind::GeneratorExpression:
        return visit_comprehension(i, scope);
      case Kind::Assignment:
      case Kind::AugmentedAssignment:
        if (first != no_node) bind_target(first, scope);
        return i + 1;
      case Kind::DeleteStatement:
        for (std::uint32_t c = first; c != no_node; c = tree_.after(i, c)) bind_target(c, scope);
        return i + 1;
      case Kind::ForStatement: {
        const bool is_async = first != no_node && tree_.kind(first) == Kind::TokenAsync;
        const std::uint32_t target = is_async ? tree_.after(i, first) : first;
        if (target != no_node) bind_target(target, scope);
        return i + 1;
      }
      case Kind::AsPatternTarget:
        bind_target(i, scope);
        return i + 1;
      case Kind::AsPattern: {
        const std::uint32_t name = tree_.last(i);
        if (name != no_node && name != first && tree_.kind(name) == Kind::Identifier) bind_name(name, scope);
        return i + 1;
      }
      case Kind::ExceptClause: {
        const std::uint32_t as = tree_.find(i, Kind::TokenAs);
        if (as != no_node && tree_.after(i, as) != no_node) bind_target(tree_.after(i, as), scope);
        return i + 1;
      }
      case Kind::ImportStatement:
      case Kind::FutureImport:
      case Kind::ImportFrom:
        visit_import(i, scope);
        return tree_[i].next;
      case Kind::GlobalStatement:
      case Kind::NonlocalStatement:
        declare(i, scope);
        return tree_[i].next;
      case Kind::TypeAlias:
        bind_type_alias(i, scope);
        return tree_[i].next;
      case Kind::NamedExpression:
        if (first != no_node && tree_.kind(first) == Kind::Identifier) {
          std::uint32_t owner = scope;
          while (out_.scopes[owner].kind == ScopeKind::Comprehension) owner = out_.scopes[owner].parent;
          bind_name(first, owner);
        }
        return i + 1;
      case Kind::Attribute: {
        const std::uint32_t name = tree_.last(i);
        if (name != no_node && name != first) mark(name, node_not_a_use);
        return i + 1;
      }
      case Kind::KeywordArgument:
        if (first != no_node) mark(first, node_not_a_use | node_not_mangled);
        return i + 1;
      case Kind::KeywordPattern:
        if (first != no_node) mark(first, node_not_a_use);
        return i + 1;
      case Kind::ClassPattern:
        if (first != no_node) mark(first, node_class_name);
        return i + 1;
      case Kind::DottedName:
        return visit_dotted_name(i, scope);
      case Kind::SplatPattern:
        if (first != no_node && tree_.kind(first) == Kind::Identifier && tree_.text_of(first) != "_") {
          bind_name(first, scope);
        }
        return tree_[i].next;
      case Kind::Call:
        visit_call(i, scope);
        return i + 1;
      case Kind::Yield:
        out_.scopes[chunk_scope(scope)].is_generator = true;
        return i + 1;
      case Kind::ExecStatement:
        out_.scopes[chunk_scope(scope)].dynamic = true;
        return i + 1;
      default:
        return i + 1;
    }
  }

  Scopes& out_;
  Tree& tree_;
  Interner& names_;
  std::vector<Region> stack_;
  std::vector<Pending> pending_;
  struct Use {
    std::uint32_t scope;
    Symbol name;
  };
  std::vector<Use> uses_;
};

void Scopes::analyse(Tree& tree, Interner& names, bool is_module, Symbol class_name) {
  Binder(*this, tree, names).run(is_module, class_name);
}

}  // namespace graphfence::ir
