#include "analysis/features/fixes/decorators.h"

#include "analysis/features/fixes/names.h"
#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

namespace {

bool is_literal(TSNode node) {
  switch (kind_of(node)) {
    case NodeKind::TrueLiteral:
    case NodeKind::FalseLiteral:
    case NodeKind::NoneLiteral:
    case NodeKind::Integer:
    case NodeKind::Float:
    case NodeKind::String:
      return true;
    default:
      return false;
  }
}

void read_options(const Page& page, TSNode call, Tracing& tracing) {
  for (const auto& [name, argument] : arguments_of(page, call).named) {
    if (name == "input_signature") tracing.has_signature = true;
    if (name.empty() || !is_literal(field_of(argument, Field::Value))) tracing.plain_options = false;
  }
}

/// `@name`, `@name(…)` of a name that imports say is tf.function; used when the plan knows no place.
bool is_tf_function(const Page& page, TSNode expression) {
  const TSNode callee = kind_of(expression) == NodeKind::Call ? field_of(expression, Field::Function) : expression;
  return library_path(page, callee) == "tf.function";
}

std::optional<Tracing> by_decorator(const Page& page, TSNode function, std::optional<Span> expression) {
  const Path path = page.path_of(function);
  const TSNode decorated = parent_in(path, function);
  if (kind_of(decorated) != NodeKind::DecoratedDefinition) return std::nullopt;
  Tracing tracing;
  tracing.function = function;
  for_each_child(decorated, [&](TSNode child) {
    if (kind_of(child) != NodeKind::Decorator) return true;
    const TSNode inner = child_of(child, 0);
    if (expression ? span(inner) != *expression : !is_tf_function(page, inner)) return true;
    tracing.decorator = child;
    tracing.expression = page.of(inner);
    if (kind_of(inner) == NodeKind::Call) read_options(page, inner, tracing);
    return false;
  });
  if (ts_node_is_null(tracing.decorator)) return std::nullopt;
  return tracing;
}

/// `f`, `self.f`, `model.f`: the last name.
std::string_view last_name(const Page& page, TSNode expression) {
  if (kind_of(expression) == NodeKind::Attribute) return page.of(field_of(expression, Field::Attribute));
  return kind_of(expression) == NodeKind::Identifier ? page.of(expression) : std::string_view{};
}

/// The one `tf.function(f)` in the file that traces this function.
std::optional<Span> only_call_for(const Page& page, TSNode function) {
  const std::string_view name = page.of(field_of(function, Field::Name));
  std::optional<Span> found;
  bool several = false;
  for_each_below(page.root(), [&](TSNode node) {
    if (kind_of(node) != NodeKind::Call) return;
    const Arguments arguments = arguments_of(page, node);
    if (arguments.positional.empty() || last_name(page, arguments.positional.front()) != name) return;
    if (library_path(page, field_of(node, Field::Function)) != "tf.function") return;
    several = several || found.has_value();
    found = span(node);
  });
  return several ? std::nullopt : found;
}

}  // namespace

bool may_need_conversion(const Page& page, TSNode function) {
  const std::string_view self = first_parameter(page, function);
  bool found = false;
  const auto check = [&](TSNode condition) {
    if (ts_node_is_null(condition)) return;
    bool about_none = false;
    for_each_below(condition, [&](TSNode node) {
      if (kind_of(node) == NodeKind::NoneLiteral) about_none = true;
      if (kind_of(node) == NodeKind::Call && library_path(page, field_of(node, Field::Function)) == "isinstance")
        about_none = true;
    });
    if (about_none) return;
    for (const TSNode name : identifiers_in(page, condition, {})) {
      const TSNode around = parent_of(name);
      const std::string_view text = page.of(name);
      const bool shape =
          kind_of(around) == NodeKind::Attribute && page.of(field_of(around, Field::Attribute)) == "shape";
      if (text != self && text != "training" && text != "mask" && text != "range" && text != "len" &&
          text != "enumerate" && text != "zip" && !shape)
        found = true;
    }
  };
  for_each_below(field_of(function, Field::Body), [&](TSNode node) {
    switch (kind_of(node)) {
      case NodeKind::IfStatement:
      case NodeKind::ElifClause:
      case NodeKind::WhileStatement:
        check(field_of(node, Field::Condition));
        break;
      case NodeKind::ForStatement:
        check(field_of(node, Field::Right));
        break;
      case NodeKind::ConditionalExpression:
        check(child_of(node, 1));
        break;
      default:
        break;
    }
    return !found;
  });
  return found;
}

bool has_tracing_decorator(const Page& page, TSNode function) {
  return by_decorator(page, function, std::nullopt).has_value();
}

TSNode definition_at(const Page& page, Span name) {
  const Path path = page.path_to(name);
  const TSNode definition =
      innermost(path, {NodeKind::FunctionDefinition, NodeKind::ClassDefinition, NodeKind::Lambda});
  if (ts_node_is_null(definition) || kind_of(definition) == NodeKind::Lambda) return definition;
  return span(field_of(definition, Field::Name)) == name ? definition : TSNode{};
}

std::optional<Tracing> find_tracing(const Page& target, Span function_name, const Page& other, Span other_span) {
  const TSNode function = definition_at(target, function_name);
  if (ts_node_is_null(function)) return std::nullopt;
  const bool one_file = target.file() == other.file();
  if (other_span.size() == 0) {
    if (auto found = by_decorator(target, function, std::nullopt)) return found;
    const auto call = only_call_for(target, function);
    if (!call) return std::nullopt;
    other_span = *call;
  }
  if (one_file) {
    if (auto found = by_decorator(target, function, other_span)) return found;
  }
  // A call: `tf.function(f, …)`, or `tf.function(…)(f)`.
  Path path = other.path_to(other_span);
  while (path.size() > 1 && (span(path.back()) != other_span || kind_of(path.back()) != NodeKind::Call))
    path.pop_back();
  if (kind_of(path.back()) != NodeKind::Call) return std::nullopt;
  Tracing tracing;
  tracing.function = function;
  tracing.call = path.back();
  const Arguments arguments = arguments_of(other, tracing.call);
  tracing.traced = !arguments.positional.empty() ? arguments.positional.front() : arguments.value_of("func");
  if (ts_node_is_null(tracing.traced)) return std::nullopt;
  const bool lambda = kind_of(function) == NodeKind::Lambda && one_file &&
                      kind_of(tracing.traced) == NodeKind::Lambda && span(tracing.traced).encloses(function_name);
  const bool named = kind_of(function) == NodeKind::FunctionDefinition &&
                     last_name(other, tracing.traced) == target.of(field_of(function, Field::Name));
  if (!lambda && !named) return std::nullopt;
  const TSNode callee = field_of(tracing.call, Field::Function);
  read_options(other, kind_of(callee) == NodeKind::Call ? callee : tracing.call, tracing);
  tracing.expression = other.of(callee);
  if (kind_of(callee) != NodeKind::Call) {
    std::string options;
    for (const auto& [name, argument] : arguments.named) {
      if (name == "func") continue;
      options += (options.empty() ? "" : ", ") + std::string(other.of(argument));
    }
    if (!options.empty()) tracing.expression += "(" + options + ")";
  }
  return tracing;
}

void remove_tracing(Page& page, const Tracing& tracing) {
  if (!ts_node_is_null(tracing.decorator)) {
    const Span line = span(tracing.decorator);
    page.erase({page.line_start(line.start), page.next_line(line.end)});
    return;
  }
  const std::string name(page.of(tracing.traced));
  const Path path = page.path_of(tracing.call);
  const TSNode assignment = parent_in(path, tracing.call);
  if (kind_of(assignment) == NodeKind::Assignment && same(field_of(assignment, Field::Right), tracing.call) &&
      page.of(field_of(assignment, Field::Left)) == name) {
    const TSNode statement = statement_of(path);
    if (same(child_of(statement, 0), assignment)) {
      page.erase_statement(statement);
      return;
    }
  }
  page.replace(span(tracing.call), name);
}

}  // namespace graphfence::fixes
