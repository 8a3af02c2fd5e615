#include <algorithm>

#include "analysis/features/fixes/names.h"
#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

namespace {

class LossArgument {
 public:
  LossArgument(const Page& page, TSNode function, TSNode statement, std::string_view weight)
      : page_(page),
        function_(function),
        statement_(statement),
        self_(first_parameter(page, function)),
        weight_(weight) {}

  std::vector<TSNode> inlined;  ///< assignments that go with the statement

  /// False when it is not a function of the one weight and of things that never change.
  bool read(TSNode expression) {
    if (!read_part(expression)) return false;
    return uses_ > 0;
  }

  [[nodiscard]] std::string text(TSNode expression, std::string_view parameter) const {
    std::string out;
    std::uint32_t at = ts_node_start_byte(expression);
    const std::uint32_t end = ts_node_end_byte(expression);
    for (const auto& [node, value] : places_in(expression)) {
      out += page_.source().substr(at, ts_node_start_byte(node) - at);
      if (ts_node_is_null(value)) {
        out += parameter;
      } else {
        const NodeKind kind = kind_of(value);
        const NodeKind around = kind_of(parent_of(node));
        const bool closed = kind == NodeKind::Call || kind == NodeKind::Identifier || kind == NodeKind::Attribute ||
                            kind == NodeKind::Float || kind == NodeKind::Integer ||
                            kind == NodeKind::ParenthesizedExpression || around == NodeKind::ArgumentList ||
                            around == NodeKind::KeywordArgument;
        out += closed ? text(value, parameter) : "(" + text(value, parameter) + ")";
      }
      at = ts_node_end_byte(node);
    }
    return out += page_.source().substr(at, end - at);
  }

 private:
  using Place =
      std::pair<TSNode, TSNode>;  ///< what is replaced; by the value of a local, or by the parameter when null

  [[nodiscard]] std::vector<Place> places_in(TSNode expression) const {
    std::vector<Place> found;
    for (const Place& place : places_) {
      if (span(expression).encloses(span(place.first))) found.push_back(place);
    }
    std::sort(found.begin(), found.end(), [](const Place& a, const Place& b) { return span(a.first) < span(b.first); });
    return found;
  }

  bool read_part(TSNode expression) {
    bool good = true;
    std::vector<TSNode> locals;
    for_each_below(expression, [&](TSNode node) {
      if (!good) return false;
      switch (kind_of(node)) {
        case NodeKind::Lambda:
        case NodeKind::ListComprehension:
        case NodeKind::GeneratorExpression:
        case NodeKind::DictionaryComprehension:
        case NodeKind::SetComprehension:
        case NodeKind::NamedExpression:
        case NodeKind::Await:
        case NodeKind::Comment:
          return good = false;
        case NodeKind::Call:
          return good = call(node);
        case NodeKind::KeywordArgument: {
          const TSNode value = field_of(node, Field::Value);
          if (kind_of(value) == NodeKind::Identifier) good = name(value, locals);
          return good && kind_of(value) != NodeKind::Identifier;
        }
        case NodeKind::Attribute:
          return attribute(node, good, locals);
        case NodeKind::Identifier:
          good = name(node, locals);
          return good;
        default:
          return true;
      }
    });
    if (!good) return false;
    return std::all_of(locals.begin(), locals.end(), [&](TSNode local) { return read_local(local); });
  }

  bool call(TSNode node) const {
    const TSNode callee = field_of(node, Field::Function);
    if (kind_of(callee) == NodeKind::Attribute && page_.of(field_of(callee, Field::Object)) == self_) return false;
    const auto path = library_path(page_, callee);
    if (kind_of(callee) == NodeKind::Attribute) {
      // A method of a value may be `.numpy()`; functions of other modules are host code for all we know.
      return path && (path->starts_with("tf.") || path->starts_with("keras."));
    }
    if (path && (path->starts_with("tf.") || path->starts_with("keras."))) return true;
    return kind_of(callee) == NodeKind::Identifier && stays_in_tensorflow(page_.of(callee));
  }

  /// A function of this file without host calls.
  [[nodiscard]] bool stays_in_tensorflow(std::string_view function_name) const {
    bool found = false;
    bool good = true;
    for_each_child(page_.root(), [&](TSNode statement) {
      if (kind_of(statement) != NodeKind::FunctionDefinition ||
          page_.of(field_of(statement, Field::Name)) != function_name)
        return;
      found = true;
      for_each_below(field_of(statement, Field::Body), [&](TSNode node) {
        if (kind_of(node) != NodeKind::Call) return good;
        const auto path = library_path(page_, field_of(node, Field::Function));
        if (!path || !(path->starts_with("tf.") || path->starts_with("keras."))) good = false;
        return good;
      });
    });
    return found && good;
  }

  /// Gives false to keep the walk out of it.
  bool attribute(TSNode node, bool& good, std::vector<TSNode>& locals) {
    const TSNode object = field_of(node, Field::Object);
    if (kind_of(object) != NodeKind::Identifier) return true;
    if (page_.of(object) != self_) {
      good = name(object, locals);
      return false;
    }
    if (page_.of(field_of(node, Field::Attribute)) == weight_) {
      places_.emplace_back(node, TSNode{});
      ++uses_;
    } else {
      good = is_hyper_parameter(page_.of(field_of(node, Field::Attribute)));
    }
    return false;
  }

  /// Assigned in `__init__` alone, and not from a call: what a lambda reads later is what it is now.
  [[nodiscard]] bool is_hyper_parameter(std::string_view attribute_name) const {
    const TSNode owner = class_of(page_, function_);
    if (ts_node_is_null(owner)) return false;
    bool made = false;
    bool changed = false;
    for_each_below(owner, [&](TSNode node) {
      const NodeKind kind = kind_of(node);
      if (kind != NodeKind::Assignment && kind != NodeKind::AugmentedAssignment) return;
      const TSNode left = field_of(node, Field::Left);
      if (!is_attribute(page_, left, self_, attribute_name)) return;
      const TSNode right = field_of(node, Field::Right);
      const bool in_init = page_.of(field_of(method_at(page_, span(node)), Field::Name)) == "__init__";
      const bool number =
          kind_of(right) != NodeKind::Call || library_path(page_, field_of(right, Field::Function)) == "float";
      if (kind == NodeKind::Assignment && in_init && number) {
        made = true;
      } else {
        changed = true;
      }
    });
    return made && !changed;
  }

  bool name(TSNode identifier, std::vector<TSNode>& locals) {
    const std::string_view text = page_.of(identifier);
    if (text == self_) return false;
    if (identifiers_in(page_, field_of(function_, Field::Parameters), text).empty()) {
      if (binds(text)) locals.push_back(identifier);
      return true;
    }
    return false;
  }

  /// Is the name assigned in the function?
  [[nodiscard]] bool binds(std::string_view text) const {
    bool bound = false;
    for_each_below(field_of(function_, Field::Body), [&](TSNode node) {
      if (kind_of(node) == NodeKind::Assignment || kind_of(node) == NodeKind::AugmentedAssignment ||
          kind_of(node) == NodeKind::ForStatement) {
        const TSNode left = field_of(node, Field::Left);
        if (kind_of(left) != NodeKind::Attribute && kind_of(left) != NodeKind::Subscript &&
            !identifiers_in(page_, left, text).empty())
          bound = true;
      }
      if (kind_of(node) == NodeKind::AsPatternTarget && !identifiers_in(page_, node, text).empty()) bound = true;
      return !bound;
    });
    return bound;
  }

  /// A local that is assigned in the statements right before, for this alone.
  bool read_local(TSNode use) {
    const std::string_view text = page_.of(use);
    TSNode assignment{};
    std::vector<TSNode> between;
    for_each_child(field_of(function_, Field::Body), [&](TSNode statement) {
      if (same(statement, statement_)) return false;
      const TSNode inner = child_of(statement, 0);
      if (kind_of(statement) == NodeKind::ExpressionStatement && kind_of(inner) == NodeKind::Assignment &&
          page_.of(field_of(inner, Field::Left)) == text) {
        assignment = statement;
        between.clear();
      } else {
        between.push_back(statement);
      }
      return true;
    });
    if (ts_node_is_null(assignment)) return false;
    for (const TSNode statement : between) {
      // Other locals that are inlined may stand between.
      if (std::none_of(inlined.begin(), inlined.end(), [&](TSNode other) { return same(other, statement); }))
        return false;
    }
    const TSNode value = field_of(child_of(assignment, 0), Field::Right);
    // Once written, once read.
    if (identifiers_in(page_, field_of(function_, Field::Body), text).size() != 2) return false;
    places_.emplace_back(use, value);
    inlined.push_back(assignment);
    return read_part(value);
  }

  const Page& page_;
  TSNode function_;
  TSNode statement_;
  std::string_view self_;
  std::string_view weight_;
  std::vector<Place> places_;
  int uses_ = 0;
};

}  // namespace

std::optional<Fix> regulariser_for_loss(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page || !job.has_other() || job.other_file != job.target_file || job.names.empty()) return std::nullopt;
  const std::string_view weight = job.names.front();
  const TSNode call = call_at(*page, job.target);
  const TSNode function = method_at(*page, job.target);
  const TSNode made = call_at(*page, job.other);
  const TSNode maker = method_at(*page, job.other);
  if (ts_node_is_null(call) || ts_node_is_null(function) || ts_node_is_null(made) || ts_node_is_null(maker))
    return std::nullopt;
  const std::string_view self = first_parameter(*page, function);
  const TSNode statement = statement_of(page->path_of(call));
  const TSNode store = parent_in(page->path_of(made), made);
  if (!same(child_of(statement, 0), call) || !is_direct_statement(function, statement) ||
      !is_attribute(*page, field_of(call, Field::Function), self, "add_loss") ||
      first_parameter(*page, maker) != self ||
      !is_attribute(*page, field_of(made, Field::Function), self, "add_weight") ||
      kind_of(store) != NodeKind::Assignment || !is_attribute(*page, field_of(store, Field::Left), self, weight) ||
      !same(class_of(*page, function), class_of(*page, maker))) {
    return std::nullopt;
  }
  const TSNode old = arguments_of(*page, made).value_of("regularizer");
  if (!ts_node_is_null(old) && kind_of(old) != NodeKind::NoneLiteral) return std::nullopt;
  const Arguments arguments = arguments_of(*page, call);
  if (arguments.positional.size() != 1 || !arguments.named.empty()) return std::nullopt;
  const TSNode expression = arguments.positional.front();
  LossArgument argument(*page, function, statement, weight);
  if (!argument.read(expression)) return std::nullopt;

  std::string parameter;
  for (const std::string_view name : {"w", "weight", "kernel"}) {
    if (parameter.empty() && identifiers_in(*page, function, name).empty()) parameter = name;
  }
  if (parameter.empty()) return std::nullopt;
  std::string regulariser = "lambda " + parameter + ": " + argument.text(expression, parameter);
  // `f(self.kernel)` is `f`.
  const TSNode callee = field_of(expression, Field::Function);
  if (kind_of(callee) == NodeKind::Identifier && argument.inlined.empty() &&
      argument.text(expression, "w") == std::string(page->of(callee)) + "(w)") {
    regulariser = page->of(callee);
  }
  if (!set_argument(*page, made, "regularizer", regulariser)) return std::nullopt;

  std::size_t statements = 0;
  for_each_child(field_of(function, Field::Body), [&](TSNode) { ++statements; });
  const bool nothing_left = statements == argument.inlined.size() + 1;
  for (const TSNode local : argument.inlined)
    page->erase({page->line_start(ts_node_start_byte(local)), page->next_line(ts_node_end_byte(local))});
  if (nothing_left) {
    page->replace(span(statement), "pass");
  } else {
    page->erase_statement(statement);
  }
  return finished(job, {&*page});
}

}  // namespace graphfence::fixes
