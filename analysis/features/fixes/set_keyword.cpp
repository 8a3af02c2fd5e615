#include "analysis/features/fixes/names.h"
#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

namespace {

/// `(None, 3)`: is this part of a shape left open?
bool is_open(TSNode shape, std::uint32_t part) {
  const NodeKind kind = kind_of(shape);
  return (kind == NodeKind::Tuple || kind == NodeKind::List) && kind_of(child_of(shape, part)) == NodeKind::NoneLiteral;
}

/// Does an input of the file say that its number of steps is not known: `Input((None, 3))`, `input_shape=(None, 3)`?
bool has_open_steps(const Page& page) {
  bool open = false;
  for_each_below(page.root(), [&](TSNode node) {
    if (open || kind_of(node) != NodeKind::Call) return !open;
    const Arguments arguments = arguments_of(page, node);
    open = is_open(arguments.value_of("input_shape"), 0) || is_open(arguments.value_of("batch_input_shape"), 1);
    const auto path = library_path(page, field_of(node, Field::Function));
    if (!path || !path->starts_with("keras.") || (!path->ends_with(".Input") && !path->ends_with(".InputLayer")))
      return !open;
    open = open || is_open(arguments.value_of("shape"), 0) || is_open(arguments.value_of("batch_shape"), 1) ||
           (!arguments.positional.empty() && is_open(arguments.positional.front(), 0));
    return !open;
  });
  return open;
}

}  // namespace

std::optional<Fix> set_keyword(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page || job.names.empty()) return std::nullopt;
  const TSNode call = call_at(*page, job.target);
  if (ts_node_is_null(call)) return std::nullopt;
  const TSNode old = arguments_of(*page, call).value_of(job.names.front());
  if (!ts_node_is_null(old) && page->of(old) == job.text) return std::nullopt;
  Job own = job;
  // Keras 2 refuses to unroll a series of unknown length, and Keras 3 does where it meets one.
  if (job.names.front() == "unroll" && has_open_steps(*page)) own.fix_class = FixClass::C;
  if (!set_argument(*page, call, job.names.front(), job.text)) return std::nullopt;
  return finished(own, {&*page});
}

}  // namespace graphfence::fixes
