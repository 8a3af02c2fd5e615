#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

namespace {

/// Parameters that nothing binds again, names from outside, literals: means the same at the start of the function.
bool means_the_same_anywhere(const Page& page, TSNode value, TSNode function) {
  bool good = true;
  for (const TSNode name : identifiers_in(page, value, {})) {
    if (page.of(name) == first_parameter(page, function)) good = false;
    for_each_below(field_of(function, Field::Body), [&](TSNode node) {
      const NodeKind kind = kind_of(node);
      if (kind != NodeKind::Assignment && kind != NodeKind::AugmentedAssignment && kind != NodeKind::ForStatement &&
          kind != NodeKind::AsPatternTarget && kind != NodeKind::NamedExpression) {
        return good;
      }
      const TSNode target = kind == NodeKind::AsPatternTarget   ? node
                            : kind == NodeKind::NamedExpression ? field_of(node, Field::Name)
                                                                : field_of(node, Field::Left);
      if (kind_of(target) != NodeKind::Attribute && !identifiers_in(page, target, page.of(name)).empty()) good = false;
      return good;
    });
  }
  return good;
}

}  // namespace

std::optional<Fix> name_to_super_init(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page || job.names.empty()) return std::nullopt;
  const Path path = page->path_to(job.target);
  const TSNode store = innermost(path, {NodeKind::Assignment});
  const TSNode function = innermost(path, {NodeKind::FunctionDefinition});
  if (ts_node_is_null(store) || ts_node_is_null(function)) return std::nullopt;
  const TSNode statement = statement_of(path);
  const TSNode value = field_of(store, Field::Right);
  const std::string_view name = job.names.front();
  if (!same(child_of(statement, 0), store) || ts_node_is_null(value) || kind_of(value) == NodeKind::Assignment ||
      !is_attribute(*page, field_of(store, Field::Left), first_parameter(*page, function), name) ||
      !is_direct_statement(function, statement) || !means_the_same_anywhere(*page, value, function)) {
    return std::nullopt;
  }
  const std::vector<TSNode> calls = super_calls(*page, function, "__init__");
  if (calls.size() != 1) return std::nullopt;
  const TSNode given = arguments_of(*page, calls.front()).value_of(name);
  if (ts_node_is_null(given)) {
    if (!set_argument(*page, calls.front(), name, page->of(value))) return std::nullopt;
  } else if (page->of(given) != page->of(value)) {
    return std::nullopt;
  }
  page->erase_statement(statement);
  return finished(job, {&*page});
}

}  // namespace graphfence::fixes
