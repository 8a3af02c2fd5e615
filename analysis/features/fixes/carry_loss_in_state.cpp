#include "analysis/features/fixes/names.h"
#include "analysis/features/fixes/queries.h"
#include "analysis/features/fixes/rnn_cell.h"

/// The cell keeps a running sum as one more state of shape [batch, 1]; the model adds it once. All four parts are
/// needed: `state_size`, the cell's `call`, `return_state=True`, and the place where the RNN is called.
namespace graphfence::fixes {

namespace {

/// `self.state_size = units`, in `__init__`, becomes `[units, 1]`.
bool extend_state_size(Page& page, const PenalisedCell& cell) {
  TSNode value{};
  int stores = 0;
  for_each_below(cell.owner, [&](TSNode node) {
    if (kind_of(node) != NodeKind::Assignment) return;
    const TSNode left = field_of(node, Field::Left);
    if (kind_of(left) != NodeKind::Attribute || page.of(field_of(left, Field::Attribute)) != "state_size") return;
    ++stores;
    value = field_of(node, Field::Right);
  });
  if (const TSNode property = method_of(page, cell.owner, "state_size"); !ts_node_is_null(property)) {
    const std::vector<TSNode> returns = returns_of(property);
    stores += static_cast<int>(returns.size());
    if (returns.size() == 1) value = child_of(returns.front(), 0);
  }
  if (stores != 1 || ts_node_is_null(value) || kind_of(value) == NodeKind::ExpressionList ||
      kind_of(value) == NodeKind::Assignment)
    return false;
  if (kind_of(value) == NodeKind::List || kind_of(value) == NodeKind::Tuple) {
    append_items(page, value, {"1"});
  } else {
    page.insert(ts_node_start_byte(value), "[");
    page.insert(ts_node_end_byte(value), ", 1]");
  }
  return true;
}

/// The states are read by index or unpacked; where they go elsewhere as a whole, a further one is in the way.
bool read_running_sum(Page& page, const PenalisedCell& cell, std::string& running) {
  const std::size_t count = cell.new_states.size();
  running = cell.states + "[" + std::to_string(count) + "]";
  bool good = true;
  for (const TSNode use : identifiers_in(page, field_of(cell.call, Field::Body), cell.states)) {
    const TSNode parent = parent_in(page.path_of(use), use);
    if (kind_of(parent) == NodeKind::Subscript && kind_of(field_of(parent, Field::Subscript)) == NodeKind::Integer)
      continue;
    const TSNode left = field_of(parent, Field::Left);
    if (kind_of(parent) != NodeKind::Assignment || kind_of(left) != NodeKind::PatternList ||
        !same(field_of(parent, Field::Right), use)) {
      good = false;
      continue;
    }
    std::size_t names = 0;
    for_each_child(left, [&](TSNode name) { names += kind_of(name) == NodeKind::Identifier ? 1 : count + 1; });
    running = unused_name(page, cell.call, {"so_far", "penalty_so_far"});
    if (names != count || running.empty()) good = false;
    const std::string_view written = page.of(left);
    page.insert(ts_node_end_byte(left), (written.ends_with(",") ? " " : ", ") + running);
  }
  return good;
}

}  // namespace

std::optional<Fix> carry_loss_in_state(const Job& job) {
  auto cell_page = Page::open(job, job.target_file);
  if (!cell_page || !job.has_other()) return std::nullopt;
  const bool one_file = job.target_file == job.other_file;
  std::optional<Page> second;
  if (!one_file) second = Page::open(job, job.other_file);
  if (!one_file && !second) return std::nullopt;
  Page& model_page = one_file ? *cell_page : *second;
  const auto cell = find_cell(*cell_page, job.target);
  const auto use = use_of_construction(model_page, job.other);
  if (!cell || !use || !ts_node_is_null(method_of(*cell_page, cell->owner, "get_initial_state"))) return std::nullopt;
  const auto tensorflow = tensorflow_name(model_page, ts_node_start_byte(use->call));
  if (!tensorflow || !extend_state_size(*cell_page, *cell)) return std::nullopt;

  std::string running;
  if (!read_running_sum(*cell_page, *cell, running)) return std::nullopt;
  const std::string sum = unused_name(*cell_page, cell->call, {"charged", "penalty_sum"});
  if (sum.empty()) return std::nullopt;
  // One value for each row: the batch is reduced outside.
  const Span added = span(child_of(cell->statement, 0));
  cell_page->replace({added.start, ts_node_start_byte(cell->value)}, sum + " = " + running + " + ");
  cell_page->insert(ts_node_end_byte(cell->reduced), ", axis=-1, keepdims=True");
  cell_page->erase({ts_node_end_byte(cell->value), added.end});
  cell_page->insert(ts_node_end_byte(cell->new_states.back()), ", " + sum);

  if (!set_argument(model_page, use->construction, "return_state", "True")) return std::nullopt;
  const TSNode function = method_at(model_page, span(use->call));
  const std::string charges = unused_name(model_page, function, {"charges", "penalties"});
  const std::string outputs = unused_name(model_page, function, {"outputs", "sequence"});
  if (charges.empty() || outputs.empty()) return std::nullopt;
  std::string others;
  for (std::size_t i = 0; i < cell->new_states.size(); ++i) others += ", _";
  const std::string adding =
      use->self + ".add_loss(" + *tensorflow + (cell->mean ? ".reduce_mean(" : ".reduce_sum(") + charges + "))";
  const TSNode inner = child_of(use->statement, 0);
  const TSNode left = field_of(inner, Field::Left);
  if (kind_of(inner) == NodeKind::Assignment && same(field_of(inner, Field::Right), use->call) &&
      kind_of(left) == NodeKind::Identifier) {
    model_page.insert(ts_node_end_byte(left), others + ", " + charges);
    model_page.insert_line_after(use->statement, adding);
  } else {
    if (kind_of(inner) == NodeKind::Assignment && same(field_of(inner, Field::Right), use->call)) return std::nullopt;
    model_page.insert_line_before(use->statement,
                                  outputs + others + ", " + charges + " = " + std::string(model_page.of(use->call)));
    model_page.insert_line_before(use->statement, adding);
    model_page.replace(span(use->call), outputs);
  }
  if (one_file) return finished(job, {&*cell_page});
  return finished(job, {&*cell_page, &model_page});
}

}  // namespace graphfence::fixes
