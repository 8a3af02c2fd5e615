#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

std::optional<Fix> set_keyword(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page || job.names.empty()) return std::nullopt;
  const TSNode call = call_at(*page, job.target);
  if (ts_node_is_null(call)) return std::nullopt;
  const TSNode old = arguments_of(*page, call).value_of(job.names.front());
  if (!ts_node_is_null(old) && page->of(old) == job.text) return std::nullopt;
  if (!set_argument(*page, call, job.names.front(), job.text)) return std::nullopt;
  return finished(job, {&*page});
}

}  // namespace graphfence::fixes
