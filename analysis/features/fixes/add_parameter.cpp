#include "analysis/features/fixes/decorators.h"
#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

std::optional<Fix> add_parameter(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page) return std::nullopt;
  const TSNode function = definition_at(*page, job.target);
  if (kind_of(function) != NodeKind::FunctionDefinition) return std::nullopt;
  const TSNode parameters = field_of(function, Field::Parameters);
  // Behind `*args`, `*`, `/` or `**kwargs` it would be another kind of parameter, or none.
  bool plain = true;
  for_each_child(parameters, [&](TSNode parameter) {
    const NodeKind kind = kind_of(parameter);
    plain = plain && (kind == NodeKind::Identifier || kind == NodeKind::DefaultParameter ||
                      kind == NodeKind::TypedDefaultParameter ||
                      (kind == NodeKind::TypedParameter && kind_of(child_of(parameter, 0)) == NodeKind::Identifier));
    return plain;
  });
  if (!plain) return std::nullopt;
  append_items(*page, parameters, {std::string(job.text)});
  return finished(job, {&*page});
}

}  // namespace graphfence::fixes
