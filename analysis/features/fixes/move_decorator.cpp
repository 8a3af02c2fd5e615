#include "analysis/features/fixes/decorators.h"
#include "analysis/features/fixes/names.h"
#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

namespace {

/// Things that work in a step while it is eager and not in a graph: host values, objects that make variables.
bool needs_eager_code(const Page& page, TSNode function) {
  if (is_coroutine(function)) return true;
  bool found = false;
  for_each_below(field_of(function, Field::Body), [&](TSNode node) {
    if (kind_of(node) != Kind::Call || found) return !found;
    const TSNode callee = field_of(node, Field::Function);
    if (kind_of(callee) == Kind::Attribute) {
      const std::string_view method = page.of(field_of(callee, Field::Attribute));
      if (method == "numpy" || method == "item" || method == "tolist" || method == "fit" || method == "predict" ||
          method == "evaluate" || method == "train_on_batch" || method == "compile") {
        found = true;
      }
    }
    if (const auto path = library_path(page, callee)) {
      for (const std::string_view prefix :
           {"np.", "keras.layers.", "keras.optimizers.", "keras.Model", "keras.Sequential", "keras.models."}) {
        if (path->starts_with(prefix)) found = true;
      }
      for (const std::string_view name : {"tf.Variable", "float", "int", "input", "open"}) {
        if (*path == name) found = true;
      }
    }
    return !found;
  });
  return found;
}

}  // namespace

std::optional<Fix> move_decorator(const Job& job) {
  // The place that made it a tf.function is not part of the plan: the function's own decorator is looked up by its
  // name.
  auto from = Page::open(job, job.target_file);
  if (!from || !job.has_other()) return std::nullopt;
  const auto tracing = find_tracing(*from, job.target, *from, {});
  if (!tracing || tracing->has_signature) return std::nullopt;
  const bool one_file = job.other_file == job.target_file;
  std::optional<Page> second;
  if (!one_file) second = Page::open(job, job.other_file);
  if (!one_file && !second) return std::nullopt;
  Page& to = one_file ? *from : *second;
  const TSNode step = definition_at(to, job.other);
  if (kind_of(step) != Kind::FunctionDefinition || same(step, tracing->function) || needs_eager_code(to, step))
    return std::nullopt;
  if (span(step).encloses(span(tracing->function)) && one_file) return std::nullopt;

  const std::uint32_t start = ts_node_start_byte(step);
  if (!to.first_on_line(start)) return std::nullopt;
  std::string expression = tracing->expression;
  if (!one_file) {
    const auto name = tensorflow_name(to, start);
    const std::size_t options = expression.find('(');
    if (!name || (options != std::string::npos && !tracing->plain_options)) return std::nullopt;
    expression = *name + ".function" + (options == std::string::npos ? "" : expression.substr(options));
  }
  Job own = job;
  if (may_need_conversion(*from, tracing->function)) own.fix_class = FixClass::C;
  remove_tracing(*from, *tracing);
  to.insert_line_before(step, "@" + expression);
  if (one_file) return finished(own, {&*from});
  return finished(own, {&*from, &to});
}

}  // namespace graphfence::fixes
