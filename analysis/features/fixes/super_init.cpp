#include "analysis/features/fixes/decorators.h"
#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

std::optional<Fix> super_init(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page) return std::nullopt;
  const TSNode function = definition_at(*page, job.target);
  if (kind_of(function) != NodeKind::FunctionDefinition || !super_calls(*page, function, "__init__").empty())
    return std::nullopt;
  const TSNode body = field_of(function, Field::Body);
  TSNode first = child_of(body, 0);
  if (ts_node_is_null(first)) return std::nullopt;
  const bool docstring =
      kind_of(first) == NodeKind::ExpressionStatement && kind_of(child_of(first, 0)) == NodeKind::String;
  if (!page->first_on_line(ts_node_start_byte(first))) return std::nullopt;
  if (docstring) {
    page->insert_line_after(first, "super().__init__()");
  } else {
    page->insert_line_before(first, "super().__init__()");
  }
  return finished(job, {&*page});
}

}  // namespace graphfence::fixes
