#include "analysis/features/fixes/decorators.h"

namespace graphfence::fixes {

namespace {

Job weakened(const Job& job, const Page& page, const Tracing& tracing) {
  Job own = job;
  if (may_need_conversion(page, tracing.function)) own.fix_class = FixClass::C;
  return own;
}

}  // namespace

std::optional<Fix> remove_decorator(const Job& job) {
  auto target = Page::open(job, job.target_file);
  if (!target) return std::nullopt;
  if (!job.has_other() || job.other_file == job.target_file) {
    const auto tracing = find_tracing(*target, job.target, *target, job.has_other() ? job.other : Span{});
    if (!tracing) return std::nullopt;
    remove_tracing(*target, *tracing);
    return finished(weakened(job, *target, *tracing), {&*target});
  }
  auto other = Page::open(job, job.other_file);
  if (!other) return std::nullopt;
  const auto tracing = find_tracing(*target, job.target, *other, job.other);
  if (!tracing) return std::nullopt;
  remove_tracing(*other, *tracing);
  return finished(weakened(job, *target, *tracing), {&*other});
}

}  // namespace graphfence::fixes
