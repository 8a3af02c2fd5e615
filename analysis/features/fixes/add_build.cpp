#include "analysis/features/fixes/decorators.h"
#include "analysis/features/fixes/queries.h"
#include "analysis/features/fixes/shapes.h"

namespace graphfence::fixes {

namespace {

/// `self.built = True`, `super().build(…)`, `pass`, a docstring: a build that builds nothing.
bool is_trivial(const Page& page, TSNode statement, std::string_view self) {
  if (kind_of(statement) == NodeKind::PassStatement) return true;
  if (kind_of(statement) != NodeKind::ExpressionStatement) return false;
  const TSNode inner = child_of(statement, 0);
  if (kind_of(inner) == NodeKind::String || is_super_call(page, inner, "build")) return true;
  return kind_of(inner) == NodeKind::Assignment && is_attribute(page, field_of(inner, Field::Left), self, "built");
}

/// Behind a method and the comments that are indented like its body.
std::uint32_t end_of_method(const Page& page, TSNode statement) {
  const std::size_t indent = page.indent_at(ts_node_start_byte(statement)).size();
  std::uint32_t end = page.next_line(ts_node_end_byte(statement));
  for (std::uint32_t next = end; next < page.source().size();) {
    const std::size_t deeper = page.indent_at(next).size();
    const std::uint32_t after = page.next_line(next);
    const std::string_view rest = page.source().substr(next + deeper, after - next - deeper);
    if (!rest.starts_with("#") || deeper <= indent) break;
    end = next = after;
  }
  return end;
}

std::optional<Fix> extend_build(const Job& job, Page& page, TSNode build, const std::vector<std::string>& lines) {
  const std::string_view self = first_parameter(page, build);
  TSNode place{};
  TSNode pass{};
  bool trivial = true;
  for_each_child(field_of(build, Field::Body), [&](TSNode statement) {
    if (!is_trivial(page, statement, self)) trivial = false;
    const bool docstring =
        kind_of(statement) == NodeKind::ExpressionStatement && kind_of(child_of(statement, 0)) == NodeKind::String;
    if (kind_of(statement) == NodeKind::PassStatement) pass = statement;
    if (ts_node_is_null(place) && !docstring) place = statement;
  });
  if (!trivial || ts_node_is_null(place) || !page.first_on_line(ts_node_start_byte(place)) || self != "self")
    return std::nullopt;
  for (const std::string& line : lines) page.insert_line_before(place, line);
  if (!ts_node_is_null(pass)) page.replace(span(pass), "self.built = True");
  return finished(job, {&page});
}

}  // namespace

std::optional<Fix> add_build(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page || job.names.empty()) return std::nullopt;
  const TSNode owner = definition_at(*page, job.target);
  if (kind_of(owner) != NodeKind::ClassDefinition) return std::nullopt;
  const TSNode build = method_of(*page, owner, "build");
  std::string argument = "input_shape";
  if (!ts_node_is_null(build)) {
    std::vector<TSNode> parameters;
    for_each_child(field_of(build, Field::Parameters), [&](TSNode parameter) { parameters.push_back(parameter); });
    if (parameters.size() != 2 || kind_of(parameters[1]) != NodeKind::Identifier) return std::nullopt;
    argument = page->of(parameters[1]);
  }
  const TSNode call = method_of(*page, owner, "call");
  const ShapePlan shapes = plan_shapes(*page, owner, call, job.names, argument);
  std::vector<std::string> lines;
  if (!shapes.without_shape.empty())
    lines.emplace_back("# Complete the shapes: what each of these sublayers is called with.");
  for (const std::string& attribute : shapes.without_shape)
    lines.push_back("self." + attribute + ".build((None, ...))");
  lines.insert(lines.begin(), shapes.lines.begin(), shapes.lines.end());

  Job own = job;
  if (!shapes.without_shape.empty()) own.fix_class = FixClass::C;
  if (!ts_node_is_null(build)) return extend_build(own, *page, build, lines);

  const TSNode init = method_of(*page, owner, "__init__");
  const TSNode anchor = !ts_node_is_null(init) ? init : call;
  if (ts_node_is_null(anchor)) return std::nullopt;
  TSNode member = anchor;
  if (const TSNode above = parent_in(page->path_of(anchor), anchor); kind_of(above) == NodeKind::DecoratedDefinition)
    member = above;
  if (!page->first_on_line(ts_node_start_byte(member))) return std::nullopt;
  const std::string indent(page->indent_at(ts_node_start_byte(member)));
  const std::string inner = indent + page->indent_step();
  const std::string& newline = page->newline();
  lines.emplace_back("self.built = True");
  std::string text = indent + "def build(self, " + argument + "):" + newline;
  for (const std::string& line : lines) text.append(inner).append(line).append(newline);
  if (same(anchor, call)) {
    page->insert(page->line_start(ts_node_start_byte(member)), text + newline);
  } else {
    const std::uint32_t end = end_of_method(*page, member);
    const bool terminated = end > 0 && (page->source()[end - 1] == '\n' || page->source()[end - 1] == '\r');
    page->insert(end, (terminated ? "" : newline) + newline + text);
  }
  return finished(own, {&*page});
}

}  // namespace graphfence::fixes
