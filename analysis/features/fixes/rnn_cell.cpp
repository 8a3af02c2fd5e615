#include "analysis/features/fixes/rnn_cell.h"

#include "analysis/features/fixes/names.h"
#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

std::optional<PenalisedCell> find_cell(const Page& page, Span add_loss) {
  PenalisedCell cell;
  const TSNode adding = call_at(page, add_loss);
  cell.call = method_at(page, add_loss);
  if (ts_node_is_null(adding) || ts_node_is_null(cell.call) || page.of(field_of(cell.call, Field::Name)) != "call")
    return std::nullopt;
  cell.owner = class_of(page, cell.call);
  cell.self = first_parameter(page, cell.call);
  cell.statement = statement_of(page.path_of(adding));
  const Arguments arguments = arguments_of(page, adding);
  if (ts_node_is_null(cell.owner) || !same(child_of(cell.statement, 0), adding) ||
      !is_direct_statement(cell.call, cell.statement) ||
      !is_attribute(page, field_of(adding, Field::Function), cell.self, "add_loss") ||
      arguments.positional.size() != 1 || !arguments.named.empty()) {
    return std::nullopt;
  }
  std::vector<std::string> parameters;
  for_each_child(field_of(cell.call, Field::Parameters), [&](TSNode parameter) {
    const TSNode name = kind_of(parameter) == NodeKind::TypedParameter ? child_of(parameter, 0) : parameter;
    parameters.emplace_back(page.of(name));
  });
  if (parameters.size() < 3) return std::nullopt;
  cell.inputs = parameters[1];
  cell.states = parameters[2];

  cell.value = arguments.positional.front();
  int reductions = 0;
  for_each_below(cell.value, [&](TSNode node) {
    if (kind_of(node) != NodeKind::Call) return;
    const auto path = library_path(page, field_of(node, Field::Function));
    if (path != "tf.reduce_mean" && path != "tf.reduce_sum" && path != "tf.math.reduce_mean" &&
        path != "tf.math.reduce_sum")
      return;
    ++reductions;
    const Arguments inner = arguments_of(page, node);
    if (inner.positional.size() != 1 || !inner.named.empty()) ++reductions;
    cell.reduction = node;
    cell.reduced = inner.positional.empty() ? TSNode{} : inner.positional.front();
    cell.mean = path->ends_with("mean");
  });
  if (reductions != 1 || ts_node_is_null(cell.reduced)) return std::nullopt;

  const std::vector<TSNode> returns = returns_of(cell.call);
  if (returns.size() != 1 || !is_direct_statement(cell.call, returns.front())) return std::nullopt;
  TSNode pair = child_of(returns.front(), 0);
  std::vector<TSNode> parts;
  if (kind_of(pair) == NodeKind::ExpressionList || kind_of(pair) == NodeKind::Tuple)
    for_each_child(pair, [&](TSNode part) { parts.push_back(part); });
  if (parts.size() != 2 || kind_of(parts[1]) != NodeKind::List) return std::nullopt;
  cell.output = parts[0];
  for_each_child(parts[1], [&](TSNode state) { cell.new_states.push_back(state); });
  if (cell.new_states.empty()) return std::nullopt;
  return cell;
}

namespace {

std::optional<RnnUse> complete(const Page& page, RnnUse use, TSNode owner) {
  if (ts_node_is_null(owner) || use.attribute.empty()) return std::nullopt;
  int constructions = 0;
  int calls = 0;
  for_each_below(owner, [&](TSNode node) {
    if (kind_of(node) == NodeKind::Assignment &&
        is_attribute(page, field_of(node, Field::Left), use.self, use.attribute)) {
      ++constructions;
      use.construction = field_of(node, Field::Right);
    }
    if (kind_of(node) == NodeKind::Call &&
        is_attribute(page, field_of(node, Field::Function), use.self, use.attribute)) {
      ++calls;
      use.call = node;
    }
  });
  if (constructions != 1 || calls != 1 || kind_of(use.construction) != NodeKind::Call) return std::nullopt;
  const Path path = page.path_of(use.call);
  use.statement = statement_of(path);
  const NodeKind kind = kind_of(use.statement);
  const TSNode function = method_at(page, span(use.call));
  if ((kind != NodeKind::ExpressionStatement && kind != NodeKind::ReturnStatement) ||
      !is_direct_statement(function, use.statement) || page.of(field_of(function, Field::Name)) != "call" ||
      !page.first_on_line(ts_node_start_byte(use.statement)) ||
      !ts_node_is_null(innermost(path, {NodeKind::Lambda, NodeKind::ListComprehension, NodeKind::GeneratorExpression,
                                        NodeKind::ConditionalExpression}))) {
    return std::nullopt;
  }
  return use;
}

}  // namespace

std::optional<RnnUse> use_of_construction(const Page& page, Span construction) {
  RnnUse use;
  const TSNode made = call_at(page, construction);
  if (ts_node_is_null(made)) return std::nullopt;
  const TSNode store = parent_in(page.path_of(made), made);
  const TSNode function = method_at(page, construction);
  if (kind_of(store) != NodeKind::Assignment || ts_node_is_null(function)) return std::nullopt;
  use.self = first_parameter(page, function);
  const TSNode left = field_of(store, Field::Left);
  if (kind_of(left) != NodeKind::Attribute || page.of(field_of(left, Field::Object)) != use.self) return std::nullopt;
  use.attribute = page.of(field_of(left, Field::Attribute));
  return complete(page, use, class_of(page, function));
}

std::optional<RnnUse> use_of_call(const Page& page, Span call) {
  RnnUse use;
  const TSNode made = call_at(page, call);
  const TSNode function = method_at(page, call);
  if (ts_node_is_null(made) || ts_node_is_null(function)) return std::nullopt;
  use.self = first_parameter(page, function);
  const TSNode callee = field_of(made, Field::Function);
  if (kind_of(callee) != NodeKind::Attribute || page.of(field_of(callee, Field::Object)) != use.self)
    return std::nullopt;
  use.attribute = page.of(field_of(callee, Field::Attribute));
  return complete(page, use, class_of(page, function));
}

}  // namespace graphfence::fixes
