#include <algorithm>
#include <array>

#include "analysis/features/fixes/decorators.h"
#include "analysis/features/fixes/names.h"
#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

namespace {

/// Is the name a local of the function, made in it?
bool makes(const Page& page, TSNode function, std::string_view name) {
  bool found = false;
  for_each_below(field_of(function, Field::Body), [&](TSNode node) {
    if (kind_of(node) == NodeKind::Assignment && page.of(field_of(node, Field::Left)) == name) found = true;
    return !found;
  });
  return found;
}

bool calls_for_eager_code(const Page& page, TSNode function, TSNode call) {
  constexpr std::array<std::string_view, 8> methods{"numpy",   "item",     "tolist",  "fit",
                                                    "predict", "evaluate", "compile", "train_on_batch"};
  constexpr std::array<std::string_view, 5> prefixes{"np.", "keras.layers.", "keras.optimizers.", "keras.models.",
                                                     "matplotlib."};
  constexpr std::array<std::string_view, 7> functions{"tf.Variable", "keras.Model", "keras.Sequential", "float", "int",
                                                      "input",       "open"};
  const TSNode callee = field_of(call, Field::Function);
  if (kind_of(callee) == NodeKind::Attribute) {
    const std::string_view method = page.of(field_of(callee, Field::Attribute));
    if (std::find(methods.begin(), methods.end(), method) != methods.end()) return true;
    // A list from outside would keep tensors of the graph.
    const TSNode object = field_of(callee, Field::Object);
    if ((method == "append" || method == "extend") &&
        (kind_of(object) != NodeKind::Identifier || !makes(page, function, page.of(object))))
      return true;
  }
  const auto path = library_path(page, callee);
  if (!path) return false;
  if (*path == "print") {
    const Arguments arguments = arguments_of(page, call);
    return std::any_of(arguments.positional.begin(), arguments.positional.end(),
                       [](TSNode shown) { return kind_of(shown) != NodeKind::String; });
  }
  return std::find(functions.begin(), functions.end(), *path) != functions.end() ||
         std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return path->starts_with(prefix); });
}

/// Things that work in a step while it is eager and not in a graph: host values, objects that make variables, outer
/// lists.
bool needs_eager_code(const Page& page, TSNode function) {
  if (is_coroutine(function)) return true;
  bool found = false;
  for_each_below(field_of(function, Field::Body), [&](TSNode node) {
    if (kind_of(node) == NodeKind::Interpolation) found = true;
    if (kind_of(node) == NodeKind::Call && !found) found = calls_for_eager_code(page, function, node);
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
  if (kind_of(step) != NodeKind::FunctionDefinition || same(step, tracing->function) || needs_eager_code(to, step))
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
