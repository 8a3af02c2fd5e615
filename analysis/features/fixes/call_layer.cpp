#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

std::optional<Fix> call_layer(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page) return std::nullopt;
  const TSNode call = call_at(*page, job.target);
  if (ts_node_is_null(call)) return std::nullopt;
  const TSNode method = field_of(call, Field::Function);
  // `__call__` takes the mode and the mask by keyword only.
  if (kind_of(method) != NodeKind::Attribute || page->of(field_of(method, Field::Attribute)) != "call" ||
      arguments_of(*page, call).positional.size() != 1)
    return std::nullopt;
  page->erase({ts_node_end_byte(field_of(method, Field::Object)), ts_node_end_byte(method)});
  return finished(job, {&*page});
}

}  // namespace graphfence::fixes
