#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

std::optional<Fix> rename_attribute(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page || job.names.empty() || job.text.empty()) return std::nullopt;
  const TSNode owner = innermost(page->path_to(job.target), {NodeKind::ClassDefinition});
  if (ts_node_is_null(owner)) return std::nullopt;
  const std::string_view old_name = job.names.front();
  // A method or a class attribute of that name is what Keras calls: it is no mistake, and `self.name` may mean it.
  bool defined = false;
  for_each_child(field_of(owner, Field::Body), [&](TSNode member) {
    const TSNode definition = undecorated(member);
    const TSNode assigned =
        kind_of(member) == NodeKind::ExpressionStatement ? field_of(child_of(member, 0), Field::Left) : TSNode{};
    if (page->of(field_of(definition, Field::Name)) == old_name || page->of(assigned) == old_name) defined = true;
  });
  if (defined) return std::nullopt;

  std::vector<TSNode> found;
  bool elsewhere = false;
  for_each_below(page->root(), [&](TSNode node) {
    if (kind_of(node) != NodeKind::Attribute) return;
    const TSNode name = field_of(node, Field::Attribute);
    if (page->of(name) != old_name && page->of(name) != job.text) return;
    const TSNode object = field_of(node, Field::Object);
    const bool inside = span(owner).encloses(span(node));
    const bool own = inside && kind_of(object) == NodeKind::Identifier &&
                     page->of(object) == first_parameter(*page, method_at(*page, span(node))) &&
                     same(class_of(*page, node), owner);
    if (page->of(name) == old_name) {
      if (own) {
        found.push_back(name);
      } else if (!inside) {
        elsewhere = true;
      }
    } else if (own) {
      elsewhere = true;
    }
  });
  if (elsewhere) return std::nullopt;
  for (const TSNode name : found) page->replace(span(name), std::string(job.text));
  return finished(job, {&*page});
}

}  // namespace graphfence::fixes
