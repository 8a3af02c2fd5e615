#include "analysis/features/fixes/host_values.h"
#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

std::optional<Fix> drop_method_call(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page || job.names.empty()) return std::nullopt;
  const TSNode call = call_at(*page, job.target);
  if (ts_node_is_null(call)) return std::nullopt;
  const TSNode method = field_of(call, Field::Function);
  if (kind_of(method) != NodeKind::Attribute || page->of(field_of(method, Field::Attribute)) != job.names.front())
    return std::nullopt;
  const Arguments arguments = arguments_of(*page, call);
  if (!arguments.positional.empty() || !arguments.named.empty() || !make_tensors(*page, call, {})) return std::nullopt;
  return finished(job, {&*page});
}

}  // namespace graphfence::fixes
