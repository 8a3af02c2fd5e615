#include "analysis/features/fixes/decorators.h"
#include "analysis/features/fixes/queries.h"

/// The loss leaves the graph as a second result, and code outside adds it:
///
///     y, loss = self.helper(x)
///     self.add_loss(loss)
///
/// When `call` itself is the graph, its body becomes `_traced_call` and an undecorated `call` adds what that returns.
namespace graphfence::fixes {

namespace {

/// The statement `self.add_loss(value)` that the plan is about, in a function with one way out.
struct AddedLoss {
  TSNode function{};
  TSNode statement{};
  TSNode value{};
  TSNode result{};  ///< the return statement; null: it returns nothing
  std::string_view self;
};

std::optional<AddedLoss> find_added_loss(const Page& page, Span target) {
  AddedLoss loss;
  const TSNode call = call_at(page, target);
  loss.function = method_at(page, target);
  if (ts_node_is_null(call) || ts_node_is_null(loss.function) || is_coroutine(loss.function)) return std::nullopt;
  loss.self = first_parameter(page, loss.function);
  loss.statement = statement_of(page.path_of(call));
  const Arguments arguments = arguments_of(page, call);
  if (!same(child_of(loss.statement, 0), call) || !is_direct_statement(loss.function, loss.statement) ||
      !is_attribute(page, field_of(call, Field::Function), loss.self, "add_loss") || arguments.positional.size() != 1 ||
      !arguments.named.empty()) {
    return std::nullopt;
  }
  loss.value = arguments.positional.front();
  int added = 0;
  for_each_below(field_of(loss.function, Field::Body), [&](TSNode node) {
    if (is_attribute(page, node, loss.self, "add_loss")) ++added;
  });
  const std::vector<TSNode> returns = returns_of(loss.function);
  if (added != 1 || returns.size() > 1) return std::nullopt;
  if (!returns.empty()) {
    if (!is_direct_statement(loss.function, returns.front())) return std::nullopt;
    if (ts_node_named_child_count(returns.front()) > 0) loss.result = returns.front();
  }
  return loss;
}

/// Is every variable of the value the same at the end of the function?
bool holds_until_return(const Page& page, const AddedLoss& loss) {
  const std::uint32_t from = ts_node_end_byte(loss.statement);
  bool holds = true;
  for (const TSNode name : identifiers_in(page, loss.value, {})) {
    for_each_below(field_of(loss.function, Field::Body), [&](TSNode node) {
      const TSNode left = field_of(node, Field::Left);
      if (ts_node_is_null(left) || ts_node_start_byte(node) < from) return holds;
      if (!identifiers_in(page, left, page.of(name)).empty()) holds = false;
      return holds;
    });
  }
  return holds;
}

/// `return y` becomes `return y, loss`.
void return_it_too(Page& page, const AddedLoss& loss, const std::string& name) {
  const std::string value(page.of(loss.value));
  if (ts_node_is_null(loss.result)) {
    page.replace(span(loss.statement), "return " + value);
    return;
  }
  const TSNode result = child_of(loss.result, 0);
  const NodeKind kind = kind_of(result);
  if (kind == NodeKind::ExpressionList || kind == NodeKind::ConditionalExpression || kind == NodeKind::Lambda) {
    page.insert(ts_node_start_byte(result), "(");
    page.insert(ts_node_end_byte(result), ")");
  }
  // As it stands in `add_loss`, unless it would be something else by then.
  const bool inline_it = holds_until_return(page, loss) && value.find_first_of("\r\n") == std::string::npos;
  const bool needs_brackets = kind_of(loss.value) == NodeKind::Lambda;
  page.insert(ts_node_end_byte(result), ", " + (inline_it ? needs_brackets ? "(" + value + ")" : value : name));
  if (inline_it) {
    page.erase_statement(loss.statement);
  } else {
    const TSNode call = child_of(loss.statement, 0);
    page.replace({ts_node_start_byte(call), ts_node_start_byte(loss.value)},
                 name + " = " + (value.find_first_of("\r\n") == std::string::npos ? "" : "("));
    page.replace({ts_node_end_byte(loss.value), ts_node_end_byte(call)},
                 value.find_first_of("\r\n") == std::string::npos ? "" : ")");
  }
}

/// How a function hands its own parameters on: `x, training=training, *rest, **options`. Nothing for forms that have no
/// name.
std::optional<std::string> parameters_as_arguments(const Page& page, TSNode function) {
  std::string text;
  bool first = true;
  bool by_name = false;
  bool good = true;
  for_each_child(field_of(function, Field::Parameters), [&](TSNode parameter) {
    TSNode inner = kind_of(parameter) == NodeKind::TypedParameter ? child_of(parameter, 0) : parameter;
    std::string item;
    switch (kind_of(inner)) {
      case NodeKind::KeywordSeparator:
        by_name = true;
        return;
      case NodeKind::PositionalSeparator:
        return;
      case NodeKind::ListSplatPattern:
        by_name = true;
        item = page.of(inner);
        break;
      case NodeKind::DictionarySplatPattern:
        item = page.of(inner);
        break;
      case NodeKind::DefaultParameter:
      case NodeKind::TypedDefaultParameter: {
        const std::string name(page.of(field_of(inner, Field::Name)));
        item = by_name ? name + "=" + name : name;
        break;
      }
      case NodeKind::Identifier: {
        const std::string name(page.of(inner));
        item = by_name ? name + "=" + name : name;
        break;
      }
      default:
        good = false;
    }
    if (!first) text += (text.empty() ? "" : ", ") + item;
    first = false;
  });
  if (!good) return std::nullopt;
  return text;
}

std::optional<Fix> split_call(const Job& job, Page& page, const AddedLoss& loss) {
  const TSNode owner = class_of(page, loss.function);
  const auto arguments = parameters_as_arguments(page, loss.function);
  const auto tracing = find_tracing(page, span(field_of(loss.function, Field::Name)), page, {});
  constexpr std::string_view traced = "_traced_call";
  if (ts_node_is_null(owner) || !arguments || !tracing || ts_node_is_null(tracing->decorator) ||
      !ts_node_is_null(method_of(page, owner, traced))) {
    return std::nullopt;
  }
  const std::string name = unused_name(page, loss.function, {"loss", "penalty", "added_loss"});
  const std::string outputs = unused_name(page, loss.function, {"outputs", "results"});
  if (name.empty() || outputs.empty() || loss.self.empty()) return std::nullopt;
  return_it_too(page, loss, name);
  const TSNode label = field_of(loss.function, Field::Name);
  page.replace(span(label), std::string(traced));

  const std::string indent(page.indent_at(ts_node_start_byte(loss.function)));
  const std::string inner = indent + page.indent_step();
  const std::string& newline = page.newline();
  const std::string self(loss.self);
  const std::string call = self + "." + std::string(traced) + "(" + *arguments + ")";
  std::string text = newline + indent + "def " + std::string(page.of(label)) +
                     std::string(page.of(field_of(loss.function, Field::Parameters))) + ":" + newline;
  if (ts_node_is_null(loss.result)) {
    text += inner + self + ".add_loss(" + call + ")" + newline;
  } else {
    text += inner + outputs + ", " + name + " = " + call + newline + inner + self + ".add_loss(" + name + ")" +
            newline + inner + "return " + outputs + newline;
  }
  const std::uint32_t end = page.next_line(ts_node_end_byte(loss.function));
  const bool terminated = page.source()[end - 1] == '\n' || page.source()[end - 1] == '\r';
  page.insert(end, terminated ? text : newline + text);
  return finished(job, {&page});
}

}  // namespace

std::optional<Fix> return_loss(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page) return std::nullopt;
  const auto loss = find_added_loss(*page, job.target);
  if (!loss) return std::nullopt;
  const std::string_view helper = page->of(field_of(loss->function, Field::Name));
  if (helper == "call") return split_call(job, *page, *loss);

  // The helper's one call, in a method of the same layer.
  if (!job.has_other() || job.other_file != job.target_file) return std::nullopt;
  const TSNode call = call_at(*page, job.other);
  const TSNode caller = method_at(*page, job.other);
  if (ts_node_is_null(call) || ts_node_is_null(caller) || same(caller, loss->function) || is_coroutine(caller))
    return std::nullopt;
  const std::string self(first_parameter(*page, caller));
  const TSNode callee = field_of(call, Field::Function);
  const Arguments arguments = arguments_of(*page, call);
  const bool method = is_attribute(*page, callee, self, helper);
  const bool given_self = kind_of(callee) == NodeKind::Identifier && page->of(callee) == helper &&
                          !arguments.positional.empty() && page->of(arguments.positional.front()) == self;
  if (self.empty() || (!method && !given_self)) return std::nullopt;
  int uses = 0;
  for_each_below(page->root(), [&](TSNode node) {
    if (kind_of(node) == NodeKind::Identifier && page->of(node) == helper) ++uses;
  });
  if (uses != 2) return std::nullopt;  // its definition and this call

  const Path path = page->path_of(call);
  const TSNode statement = statement_of(path);
  const NodeKind kind = kind_of(statement);
  if ((kind != NodeKind::ExpressionStatement && kind != NodeKind::ReturnStatement) ||
      !page->first_on_line(ts_node_start_byte(statement)) ||
      !ts_node_is_null(innermost(path, {NodeKind::Lambda, NodeKind::ListComprehension, NodeKind::GeneratorExpression,
                                        NodeKind::ConditionalExpression, NodeKind::BooleanOperator}))) {
    return std::nullopt;
  }
  const std::string name = unused_name(*page, caller, {"loss", "penalty", "added_loss"});
  const std::string outputs = unused_name(*page, caller, {"outputs", "results"});
  const std::string inside = unused_name(*page, loss->function, {"loss", "penalty", "added_loss"});
  if (name.empty() || outputs.empty() || inside.empty()) return std::nullopt;
  return_it_too(*page, *loss, inside);

  const std::string written(page->of(call));
  const TSNode inner = child_of(statement, 0);
  if (ts_node_is_null(loss->result)) {
    if (!same(inner, call) || kind != NodeKind::ExpressionStatement) return std::nullopt;
    page->replace(span(call), self + ".add_loss(" + written + ")");
    return finished(job, {&*page});
  }
  const std::string adding = self + ".add_loss(" + name + ")";
  if (kind_of(inner) == NodeKind::Assignment && same(field_of(inner, Field::Right), call)) {
    const TSNode left = field_of(inner, Field::Left);
    if (kind_of(left) == NodeKind::PatternList) {
      page->insert(ts_node_start_byte(left), "(");
      page->insert(ts_node_end_byte(left), ")");
    }
    page->insert(ts_node_end_byte(left), ", " + name);
    page->insert_line_after(statement, adding);
  } else {
    page->insert_line_before(statement, outputs + ", " + name + " = " + written);
    page->insert_line_before(statement, adding);
    page->replace(span(call), outputs);
  }
  return finished(job, {&*page});
}

}  // namespace graphfence::fixes
