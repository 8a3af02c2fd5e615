#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

std::optional<Fix> python_constant(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page) return std::nullopt;
  const TSNode call = call_at(*page, job.target);
  if (ts_node_is_null(call)) return std::nullopt;
  const Arguments arguments = arguments_of(*page, call);
  TSNode value = arguments.value_of("value");
  if (!arguments.positional.empty()) value = arguments.positional.front();
  // With a dtype or a shape the tensor is more than the number.
  if (ts_node_is_null(value) || arguments.positional.size() + arguments.named.size() != 1) return std::nullopt;
  TSNode number = value;
  if (kind_of(number) == NodeKind::UnaryOperator) number = field_of(number, Field::Argument);
  if (kind_of(number) != NodeKind::Integer && kind_of(number) != NodeKind::Float) return std::nullopt;
  page->replace(span(call), std::string(page->of(value)));
  return finished(job, {&*page});
}

}  // namespace graphfence::fixes
