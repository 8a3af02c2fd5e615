#include "analysis/features/fixes/names.h"

#include <algorithm>
#include <array>

#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

namespace {

/// What one scope does with a name.
struct Binding {
  bool bound = false;
  bool imported = false;  ///< by one import and nothing else
  std::string path;
};

std::string canonical(std::string path) {
  // The longer first. `tf.keras` and both packages are one Keras here.
  constexpr std::array<std::pair<std::string_view, std::string_view>, 6> prefixes{{
      {"tensorflow.compat.v2", "tf"},
      {"tensorflow", "tf"},
      {"tf.python.keras", "keras"},
      {"tf.keras", "keras"},
      {"tf_keras", "keras"},
      {"numpy", "np"},
  }};
  for (const auto& [prefix, name] : prefixes) {
    if (path.starts_with(prefix) && (path.size() == prefix.size() || path[prefix.size()] == '.'))
      path.replace(0, prefix.size(), name);
  }
  return path;
}

class Search {
 public:
  Search(const Page& page, std::string_view name) : page_(page), name_(name) {}

  Binding in(TSNode scope) {
    binding_ = {};
    const NodeKind kind = kind_of(scope);
    if (kind == NodeKind::FunctionDefinition || kind == NodeKind::Lambda)
      parameters(field_of(scope, Field::Parameters));
    for_each_below(kind == NodeKind::Module ? scope : field_of(scope, Field::Body),
                   [&](TSNode node) { return visit(node); });
    if (global_) return {};
    return binding_;
  }

 private:
  void other() {
    binding_.bound = true;
    binding_.imported = false;
    binding_.path.clear();
  }
  void import(std::string path) {
    path = canonical(std::move(path));
    if (binding_.bound && (!binding_.imported || binding_.path != path)) {
      other();
      return;
    }
    binding_ = {true, true, std::move(path)};
  }
  void target(TSNode pattern) {
    for_each_below(pattern, [&](TSNode node) {
      if (kind_of(node) == NodeKind::Identifier && page_.of(node) == name_) other();
      return kind_of(node) != NodeKind::Attribute && kind_of(node) != NodeKind::Subscript &&
             kind_of(node) != NodeKind::Call;
    });
  }
  void parameters(TSNode list) {
    if (ts_node_is_null(list)) return;
    for_each_child(list, [&](TSNode parameter) {
      switch (kind_of(parameter)) {
        case NodeKind::DefaultParameter:
        case NodeKind::TypedDefaultParameter:
          target(field_of(parameter, Field::Name));
          break;
        case NodeKind::TypedParameter:
          target(child_of(parameter, 0));
          break;
        default:
          target(parameter);
      }
    });
  }
  bool visit(TSNode node) {
    switch (kind_of(node)) {
      case NodeKind::FunctionDefinition:
      case NodeKind::ClassDefinition:
        if (page_.of(field_of(node, Field::Name)) == name_) other();
        return false;
      case NodeKind::Lambda:
        return false;
      case NodeKind::ImportStatement:
        for_each_in_field(node, Field::Name, [&](TSNode item) { whole_module(item); });
        return false;
      case NodeKind::ImportFromStatement:
        from_module(node);
        return false;
      case NodeKind::Assignment:
      case NodeKind::AugmentedAssignment:
      case NodeKind::ForStatement:
      case NodeKind::ForInClause:
        target(field_of(node, Field::Left));
        return true;
      case NodeKind::NamedExpression:
        target(field_of(node, Field::Name));
        return true;
      case NodeKind::AsPatternTarget:
        target(node);
        return false;
      case NodeKind::GlobalStatement:
        for_each_child(node, [&](TSNode name) {
          if (page_.of(name) == name_) global_ = true;
        });
        return false;
      default:
        return true;
    }
  }
  void whole_module(TSNode item) {
    if (kind_of(item) == NodeKind::AliasedImport) {
      if (page_.of(field_of(item, Field::Alias)) == name_) import(std::string(page_.of(field_of(item, Field::Name))));
      return;
    }
    const std::string_view path = page_.of(item);
    const std::string_view first = path.substr(0, path.find('.'));
    if (first == name_) import(std::string(first));
  }
  void from_module(TSNode statement) {
    const TSNode module = field_of(statement, Field::ModuleName);
    for_each_in_field(statement, Field::Name, [&](TSNode item) {
      const bool aliased = kind_of(item) == NodeKind::AliasedImport;
      if (page_.of(aliased ? field_of(item, Field::Alias) : item) != name_) return;
      if (kind_of(module) == NodeKind::RelativeImport) {
        other();
        return;
      }
      import(std::string(page_.of(module)) + "." + std::string(page_.of(aliased ? field_of(item, Field::Name) : item)));
    });
  }

  const Page& page_;
  std::string_view name_;
  Binding binding_;
  bool global_ = false;
};

/// Innermost first. A class body is a scope only for what stands in it directly.
std::vector<TSNode> scopes_of(const Path& path) {
  std::vector<TSNode> scopes;
  for (auto it = path.rbegin(); it != path.rend(); ++it) {
    const NodeKind kind = kind_of(*it);
    if (kind == NodeKind::FunctionDefinition || kind == NodeKind::Lambda || kind == NodeKind::Module ||
        (kind == NodeKind::ClassDefinition && scopes.empty())) {
      scopes.push_back(*it);
    }
  }
  return scopes;
}

Binding lookup(const Page& page, std::uint32_t offset, std::string_view name) {
  for (const TSNode scope : scopes_of(page.path_to({offset, offset + 1}))) {
    if (Binding found = Search(page, name).in(scope); found.bound) return found;
  }
  return {};
}

}  // namespace

std::optional<std::string> library_path(const Page& page, TSNode expression) {
  std::vector<std::string_view> attributes;
  TSNode base = expression;
  while (kind_of(base) == NodeKind::Attribute) {
    attributes.push_back(page.of(field_of(base, Field::Attribute)));
    base = field_of(base, Field::Object);
  }
  if (kind_of(base) != NodeKind::Identifier) return std::nullopt;
  const Binding binding = lookup(page, ts_node_start_byte(base), page.of(base));
  if (binding.bound && !binding.imported) return std::nullopt;
  if (!binding.bound && !attributes.empty()) return std::nullopt;
  std::string path = binding.bound ? binding.path : std::string(page.of(base));
  for (auto it = attributes.rbegin(); it != attributes.rend(); ++it) path += "." + std::string(*it);
  return canonical(std::move(path));
}

std::optional<std::string> tensorflow_name(const Page& page, std::uint32_t offset) {
  std::vector<std::string> candidates{"tf"};
  for (const TSNode scope : scopes_of(page.path_to({offset, offset + 1}))) {
    for_each_below(kind_of(scope) == NodeKind::Module ? scope : field_of(scope, Field::Body), [&](TSNode node) {
      const NodeKind kind = kind_of(node);
      if (kind != NodeKind::ImportStatement)
        return kind != NodeKind::FunctionDefinition && kind != NodeKind::ClassDefinition &&
               kind != NodeKind::ExpressionStatement;
      for_each_in_field(node, Field::Name, [&](TSNode item) {
        const bool aliased = kind_of(item) == NodeKind::AliasedImport;
        const std::string_view path = page.of(aliased ? field_of(item, Field::Name) : item);
        if (canonical(std::string(path)) == "tf")
          candidates.emplace_back(page.of(aliased ? field_of(item, Field::Alias) : item));
        // `import tensorflow.keras` binds `tensorflow` as well.
        if (!aliased && path.starts_with("tensorflow.")) candidates.emplace_back("tensorflow");
      });
      return false;
    });
  }
  for (const std::string& name : candidates) {
    const Binding binding = lookup(page, offset, name);
    if (binding.imported && binding.path == "tf") return name;
  }
  return std::nullopt;
}

std::optional<std::string> require_tensorflow(Page& page, std::uint32_t offset) {
  if (auto name = tensorflow_name(page, offset)) return name;
  if (!is_free(page, offset, "tf")) return std::nullopt;
  TSNode last{};
  bool docstring_possible = true;
  for_each_child(page.root(), [&](TSNode statement) {
    if (ts_node_start_byte(statement) > offset) return false;
    const NodeKind kind = kind_of(statement);
    const bool docstring = docstring_possible && kind == NodeKind::ExpressionStatement &&
                           kind_of(child_of(statement, 0)) == NodeKind::String;
    docstring_possible = false;
    if (docstring || kind == NodeKind::ImportStatement || kind == NodeKind::ImportFromStatement ||
        kind == NodeKind::FutureImportStatement)
      last = statement;
    return true;
  });
  constexpr std::string_view line = "import tensorflow as tf";
  if (!ts_node_is_null(last)) {
    page.insert_line_after(last, line);
    return "tf";
  }
  TSNode first{};
  for_each_child(page.root(), [&](TSNode statement) {
    first = statement;
    return false;
  });
  if (ts_node_is_null(first)) return std::nullopt;
  page.insert_line_before(first, line);
  return "tf";
}

bool is_free(const Page& page, std::uint32_t offset, std::string_view name) {
  return !lookup(page, offset, name).bound && !Search(page, name).in(page.root()).bound;
}

}  // namespace graphfence::fixes
