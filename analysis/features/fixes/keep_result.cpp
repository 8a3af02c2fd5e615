#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

std::optional<Fix> keep_result(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page) return std::nullopt;
  const TSNode call = call_at(*page, job.target);
  if (ts_node_is_null(call)) return std::nullopt;
  const TSNode method = field_of(call, Field::Function);
  const TSNode array = field_of(method, Field::Object);
  const TSNode statement = statement_of(page->path_of(call));
  // Attributes and elements of others may be meant to stay what they are.
  if (kind_of(method) != NodeKind::Attribute || kind_of(array) != NodeKind::Identifier ||
      !same(child_of(statement, 0), call))
    return std::nullopt;
  page->insert(ts_node_start_byte(call), std::string(page->of(array)) + " = ");
  return finished(job, {&*page});
}

}  // namespace graphfence::fixes
