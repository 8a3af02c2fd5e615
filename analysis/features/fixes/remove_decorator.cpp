#include "analysis/features/fixes/decorators.h"

namespace graphfence::fixes {

std::optional<Fix> remove_decorator(const Job& job) {
  auto target = Page::open(job, job.target_file);
  if (!target) return std::nullopt;
  if (!job.has_other() || job.other_file == job.target_file) {
    const auto tracing = find_tracing(*target, job.target, *target, job.has_other() ? job.other : Span{});
    if (!tracing) return std::nullopt;
    remove_tracing(*target, *tracing);
    return finished(job, {&*target});
  }
  auto other = Page::open(job, job.other_file);
  if (!other) return std::nullopt;
  const auto tracing = find_tracing(*target, job.target, *other, job.other);
  if (!tracing) return std::nullopt;
  remove_tracing(*other, *tracing);
  return finished(job, {&*other});
}

}  // namespace graphfence::fixes
