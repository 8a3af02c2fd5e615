#include "analysis/features/fixes/host_values.h"
#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

std::optional<Fix> replace_host_call(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page || job.text.empty()) return std::nullopt;
  const TSNode call = call_at(*page, job.target);
  if (ts_node_is_null(call) || !make_tensors(*page, call, job.text)) return std::nullopt;
  return finished(job, {&*page});
}

}  // namespace graphfence::fixes
