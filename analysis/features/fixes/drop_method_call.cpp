#include "analysis/features/fixes/host_values.h"
#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

std::optional<Fix> drop_method_call(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page || job.names.empty()) return std::nullopt;
  const TSNode call = innermost(page->path_to(job.target), {Kind::Call});
  if (ts_node_is_null(call) || span(call) != job.target) return std::nullopt;
  const TSNode method = child_by_field(call, Field::Function);
  if (kind_of(method) != Kind::Attribute || page->of(child_by_field(method, Field::Attribute)) != job.names.front())
    return std::nullopt;
  const Arguments arguments = arguments_of(*page, call);
  if (!arguments.positional.empty() || !arguments.named.empty() || !make_tensors(*page, call, {})) return std::nullopt;
  return finished(job, {&*page});
}

}  // namespace graphfence::fixes
