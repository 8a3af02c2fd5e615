#include "analysis/features/fixes/host_operands.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

#include "analysis/features/fixes/names.h"

namespace graphfence::fixes {

namespace {

/// `tf.` as the file spells it.
const std::string tensorflow = std::string(1, tensorflow_mark) + ".";

bool one_of(std::string_view text, std::initializer_list<std::string_view> texts) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

bool all_constant(const Page& page, TSNode parent) {
  const std::uint32_t count = ts_node_named_child_count(parent);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!is_constant(page, child_of(parent, i))) return false;
  }
  return count > 0;
}

bool is_constant_call(const Page& page, TSNode call) {
  const auto path = library_path(page, field_of(call, Field::Function));
  if (!path || !path->starts_with("np.")) return false;
  const auto takes = [&](TSNode value) {
    const auto name = library_path(page, value);
    return kind_of(value) == NodeKind::String || is_constant(page, value) || (name && name->starts_with("np."));
  };
  const Arguments arguments = arguments_of(page, call);
  return std::all_of(arguments.positional.begin(), arguments.positional.end(), takes) &&
         std::all_of(arguments.named.begin(), arguments.named.end(), [&](const auto& argument) {
           return !argument.first.empty() && takes(field_of(argument.second, Field::Value));
         });
}

bool is_boolean_call(const Page& page, TSNode call) {
  const TSNode callee = field_of(call, Field::Function);
  const Arguments arguments = arguments_of(page, call);
  if (const auto path = library_path(page, callee)) {
    const std::string_view name = std::string_view(*path).substr(path->rfind('.') + 1);
    if (path->starts_with("np.") || path->starts_with("math.") || path->starts_with("tf.")) {
      return one_of(name,
                    {"isnan",      "isfinite",    "isinf",         "isclose",    "is_nan", "is_finite",  "is_inf",
                     "greater",    "less",        "greater_equal", "less_equal", "equal",  "not_equal",  "logical_and",
                     "logical_or", "logical_not", "logical_xor",   "any",        "all",    "reduce_any", "reduce_all"});
    }
  }
  if (kind_of(callee) != NodeKind::Attribute) return false;
  const std::string_view method = page.of(field_of(callee, Field::Attribute));
  if (method == "astype")
    return arguments.positional.size() == 1 && one_of(page.of(arguments.positional.front()), {"bool", "np.bool_"});
  return one_of(method, {"numpy", "copy", "any", "all"}) &&
         (one_of(method, {"any", "all"}) || is_boolean(page, field_of(callee, Field::Object)));
}

/// All that the function assigns to the name is true or false.
bool is_boolean_name(const Page& page, TSNode name) {
  const TSNode function = innermost(page.path_of(name), {NodeKind::FunctionDefinition, NodeKind::Lambda});
  if (ts_node_is_null(function)) return false;
  std::size_t good = 0;
  for (const TSNode place : identifiers_in(page, function, page.of(name))) {
    const TSNode parent = parent_of(place);
    const bool target = kind_of(parent) == NodeKind::Assignment && same(field_of(parent, Field::Left), place);
    if (target) {
      const TSNode value = field_of(parent, Field::Right);
      if (ts_node_is_null(value) || !identifiers_in(page, value, page.of(name)).empty() || !is_boolean(page, value))
        return false;
      ++good;
    } else if (kind_of(parent) == NodeKind::Parameters || kind_of(parent) == NodeKind::LambdaParameters ||
               (kind_of(parent) == NodeKind::AugmentedAssignment && same(field_of(parent, Field::Left), place))) {
      return false;
    }
  }
  return good > 0;
}

/// Can it stand beside any operator?
bool binds_tightly(TSNode node) {
  switch (kind_of(node)) {
    case NodeKind::Identifier:
    case NodeKind::Attribute:
    case NodeKind::Subscript:
    case NodeKind::Call:
    case NodeKind::Integer:
    case NodeKind::Float:
    case NodeKind::List:
    case NodeKind::Tuple:
    case NodeKind::ParenthesizedExpression:
      return true;
    default:
      return false;
  }
}

void put_around(TSNode node, std::string before, std::string after, HostRewrite& rewrite) {
  const Span part = span(node);
  rewrite.edits.emplace_back(Span{part.start, part.start}, std::move(before));
  rewrite.edits.emplace_back(Span{part.end, part.end}, std::move(after));
}

void cast(TSNode node, std::string_view dtype, HostRewrite& rewrite) {
  put_around(node, tensorflow + "cast(", ", " + tensorflow + std::string(dtype) + ")", rewrite);
}

void make_float(const Page& page, TSNode literal, HostRewrite& rewrite) {
  for_each_below(literal, [&](TSNode node) {
    const std::string_view digits = page.of(node);
    if (kind_of(node) == NodeKind::Integer && digits.find_first_not_of("0123456789_") == std::string_view::npos)
      rewrite.edits.emplace_back(Span{span(node).end, span(node).end}, ".0");
    return true;
  });
}

bool is_number(TSNode node) {
  const NodeKind kind = kind_of(node);
  if (kind == NodeKind::UnaryOperator) return is_number(field_of(node, Field::Argument));
  return kind == NodeKind::Integer || kind == NodeKind::Float;
}

bool has_comment(const Page& page, std::uint32_t start, std::uint32_t end) {
  return page.of(Span{start, end}).find('#') != std::string_view::npos;
}

/// `(0, x)` becomes `(x, 0)`.
bool move_behind(const Page& page, TSNode constant, TSNode other, HostRewrite& rewrite) {
  if (has_comment(page, span(constant).start, span(other).end)) return false;
  rewrite.edits.emplace_back(Span{span(constant).start, span(other).start}, "");
  rewrite.edits.emplace_back(Span{span(other).end, span(other).end}, ", " + std::string(page.of(constant)));
  return true;
}

/// `np.subtract(1, x)` becomes `(1 - x)`: an operator converts either side.
bool use_operator(const Page& page, const Arguments& arguments, std::string_view sign, HostRewrite& rewrite) {
  const TSNode a = arguments.positional[0];
  const TSNode b = arguments.positional[1];
  const TSNode list = parent_of(a);
  const Span between{span(a).end, span(b).start};
  if (has_comment(page, between.start, between.end) ||
      page.of(Span{span(b).end, span(list).end}).find(',') != std::string_view::npos)
    return false;
  if (!binds_tightly(a)) put_around(a, "(", ")", rewrite);
  rewrite.edits.emplace_back(between, " " + std::string(sign) + " ");
  if (!binds_tightly(b)) put_around(b, "(", ")", rewrite);
  rewrite.counterpart.clear();
  return true;
}

struct Swapped {
  std::string_view path;
  std::string_view mirrored;  ///< the function for exchanged operands
  std::string_view sign;      ///< the operator, where exchanging changes the value
};
constexpr std::array swapped{
    Swapped{"np.add", "tf.add", ""},
    Swapped{"np.equal", "tf.equal", ""},
    Swapped{"np.floor_divide", "", "//"},
    Swapped{"np.greater", "tf.less", ""},
    Swapped{"np.greater_equal", "tf.less_equal", ""},
    Swapped{"np.less", "tf.greater", ""},
    Swapped{"np.less_equal", "tf.greater_equal", ""},
    Swapped{"np.matmul", "", "@"},
    Swapped{"np.maximum", "tf.maximum", ""},
    Swapped{"np.minimum", "tf.minimum", ""},
    Swapped{"np.mod", "", "%"},
    Swapped{"np.multiply", "tf.multiply", ""},
    Swapped{"np.not_equal", "tf.not_equal", ""},
    Swapped{"np.power", "", "**"},
    Swapped{"np.remainder", "", "%"},
    Swapped{"np.subtract", "", "-"},
    Swapped{"math.pow", "", "**"},
};

bool fit_constant_first(const Page& page, std::string_view path, const Arguments& arguments, HostRewrite& rewrite) {
  const TSNode a = arguments.positional[0];
  const TSNode b = arguments.positional[1];
  if (!is_constant(page, a) || is_constant(page, b)) return true;
  if (one_of(path, {"np.arctan2", "math.atan2", "np.nextafter"})) {
    make_float(page, a, rewrite);
    return is_number(a);
  }
  const auto row = std::find_if(swapped.begin(), swapped.end(), [&](const Swapped& s) { return s.path == path; });
  if (row == swapped.end()) return true;  // tf.divide takes anything
  if (!row->sign.empty()) return use_operator(page, arguments, row->sign, rewrite);
  rewrite.counterpart = row->mirrored;
  return move_behind(page, a, b, rewrite);
}

/// `np.where(x > 0, 1, x)` becomes `tf.where(tf.logical_not(x > 0), x, 1)`.
bool fit_where(const Page& page, const Arguments& arguments, HostRewrite& rewrite) {
  const TSNode condition = arguments.positional[0];
  const TSNode a = arguments.positional[1];
  const TSNode b = arguments.positional[2];
  std::string before;
  std::string after;
  if (!is_boolean(page, condition)) {
    before = tensorflow + "cast(";
    after = ", " + tensorflow + "bool)";
  }
  bool good = true;
  if (is_constant(page, a)) {
    if (is_constant(page, b)) {
      make_float(page, a, rewrite);
      make_float(page, b, rewrite);
      good = is_number(a) && is_number(b);
    } else {
      before = tensorflow + "logical_not(" + before;
      after += ")";
      good = move_behind(page, a, b, rewrite);
    }
  }
  if (!before.empty()) put_around(condition, before, after, rewrite);
  return good;
}

/// `x.shape` may have unknown parts in a graph, `tf.shape(x)` has not.
void use_dynamic_shapes(const Page& page, TSNode shape, HostRewrite& rewrite) {
  for_each_below(shape, [&](TSNode node) {
    if (kind_of(node) != NodeKind::Attribute || page.of(field_of(node, Field::Attribute)) != "shape") return true;
    const Span object = span(field_of(node, Field::Object));
    rewrite.edits.emplace_back(Span{object.start, object.start}, tensorflow + "shape(");
    rewrite.edits.emplace_back(Span{object.end, span(node).end}, ")");
    return true;
  });
}

/// NumPy takes a number for a shape of one dimension, TensorFlow does not.
bool fit_shape(const Page& page, TSNode shape, HostRewrite& rewrite) {
  if (ts_node_is_null(shape)) return false;
  bool lengths = false;
  for_each_below(shape, [&](TSNode node) {
    if (kind_of(node) == NodeKind::Call && page.of(field_of(node, Field::Function)) == "len") lengths = true;
    return !lengths;
  });
  if (lengths) return false;
  const NodeKind kind = kind_of(shape);
  const bool number = is_number(shape) ||
                      (kind == NodeKind::BinaryOperator && kind_of(field_of(shape, Field::Operator)) != NodeKind::Plus);
  if (number) put_around(shape, "[", "]", rewrite);
  use_dynamic_shapes(page, shape, rewrite);
  return true;
}

TSNode first_of(const Arguments& arguments, std::string_view name) {
  return arguments.positional.empty() ? arguments.value_of(name) : arguments.positional.front();
}

bool fit_axis(std::string_view path, const Arguments& arguments) {
  if (!one_of(path, {"np.argmax", "np.argmin", "np.argsort", "np.concatenate", "np.cumsum", "np.expand_dims", "np.sort",
                     "np.stack"}))
    return true;
  const TSNode axis = arguments.positional.size() > 1 ? arguments.positional[1] : arguments.value_of("axis");
  const NodeKind kind = kind_of(axis);
  return kind != NodeKind::NoneLiteral && kind != NodeKind::Tuple && kind != NodeKind::List;
}

}  // namespace

bool is_constant(const Page& page, TSNode node) {
  switch (kind_of(node)) {
    case NodeKind::Integer:
    case NodeKind::Float:
      return true;
    case NodeKind::UnaryOperator:
      return is_constant(page, field_of(node, Field::Argument));
    case NodeKind::BinaryOperator:
      return is_constant(page, field_of(node, Field::Left)) && is_constant(page, field_of(node, Field::Right));
    case NodeKind::ParenthesizedExpression:
      return is_constant(page, child_of(node, 0));
    case NodeKind::List:
    case NodeKind::Tuple:
      return all_constant(page, node);
    case NodeKind::Call:
      return is_constant_call(page, node);
    case NodeKind::Identifier:
    case NodeKind::Attribute: {
      const auto path = library_path(page, node);
      return path && one_of(*path, {"np.pi", "np.e", "np.inf", "np.nan", "math.pi", "math.e", "math.inf", "math.nan"});
    }
    default:
      return false;
  }
}

bool is_boolean(const Page& page, TSNode node) {
  switch (kind_of(node)) {
    case NodeKind::TrueLiteral:
    case NodeKind::FalseLiteral:
    case NodeKind::ComparisonOperator:
    case NodeKind::NotOperator:
      return true;
    case NodeKind::ParenthesizedExpression:
      return is_boolean(page, child_of(node, 0));
    case NodeKind::UnaryOperator:
      return kind_of(field_of(node, Field::Operator)) == NodeKind::Tilde &&
             is_boolean(page, field_of(node, Field::Argument));
    case NodeKind::BinaryOperator: {
      const std::string_view sign = page.of(field_of(node, Field::Operator));
      return one_of(sign, {"&", "|", "^"}) && is_boolean(page, field_of(node, Field::Left)) &&
             is_boolean(page, field_of(node, Field::Right));
    }
    case NodeKind::BooleanOperator:
      return is_boolean(page, field_of(node, Field::Left)) && is_boolean(page, field_of(node, Field::Right));
    case NodeKind::Subscript:
      return is_boolean(page, field_of(node, Field::Value));
    case NodeKind::Call:
      return is_boolean_call(page, node);
    case NodeKind::Identifier:
      return is_boolean_name(page, node);
    default:
      return false;
  }
}

bool fit_dtype(const Page& page, TSNode value, HostRewrite& rewrite) {
  if (kind_of(value) == NodeKind::String) return true;
  const auto path = library_path(page, value);
  if (!path || one_of(*path, {"object", "str", "np.object_", "np.str_", "complex"})) return false;
  if (*path == "int") rewrite.edits.emplace_back(span(value), tensorflow + "int64");
  return *path == "int" || *path == "float" || *path == "bool" || path->starts_with("np.") || path->starts_with("tf.");
}

bool fit_operands(const Page& page, std::string_view path, const Arguments& arguments, HostRewrite& rewrite) {
  const auto& operands = arguments.positional;
  if (!fit_axis(path, arguments)) return false;
  if (path == "np.expand_dims") return operands.size() == 2 || !ts_node_is_null(arguments.value_of("axis"));
  if (path == "np.where") return fit_where(page, arguments, rewrite);
  if (one_of(path, {"np.logical_and", "np.logical_or", "np.logical_xor", "np.logical_not"})) {
    for (const TSNode operand : operands) {
      if (!is_boolean(page, operand)) cast(operand, "bool", rewrite);
    }
    return true;
  }
  if (one_of(path, {"np.all", "np.any"})) {
    const TSNode operand = first_of(arguments, "a");
    if (ts_node_is_null(operand)) return false;
    if (!is_boolean(page, operand)) cast(operand, "bool", rewrite);
    return true;
  }
  if (one_of(path, {"np.sum", "np.mean", "np.prod", "np.std", "np.var", "np.max", "np.min", "np.amax", "np.amin"})) {
    // Numbers of the usual dtype: what is done with them next is arithmetic with float tensors.
    const TSNode operand = first_of(arguments, "a");
    if (!ts_node_is_null(operand) && is_boolean(page, operand)) cast(operand, "float32", rewrite);
    return true;
  }
  if (path == "np.reshape" || path == "np.broadcast_to") {
    const TSNode named = arguments.value_of("shape");
    const TSNode shape = operands.size() > 1      ? operands[1]
                         : ts_node_is_null(named) ? arguments.value_of("newshape")
                                                  : named;
    return fit_shape(page, shape, rewrite);
  }
  if (path == "np.array" || path == "np.asarray") {
    const TSNode dtype = operands.size() > 1 ? operands[1] : arguments.value_of("dtype");
    if (ts_node_is_null(dtype)) return true;
    rewrite.counterpart = "tf.cast";
    return fit_dtype(page, dtype, rewrite);
  }
  if (path == "np.zeros_like" || path == "np.ones_like") {
    const TSNode dtype = arguments.value_of("dtype");
    return ts_node_is_null(dtype) || fit_dtype(page, dtype, rewrite);
  }
  if (one_of(path, {"np.tensordot", "np.meshgrid"})) {
    const std::size_t count = path == "np.tensordot" ? std::min<std::size_t>(2, operands.size()) : operands.size();
    return std::none_of(operands.begin(), operands.begin() + static_cast<std::ptrdiff_t>(count),
                        [&](TSNode operand) { return is_constant(page, operand); });
  }
  if (path == "np.clip") return operands.empty() || !is_constant(page, operands.front());
  if (operands.size() == 2 && arguments.named.empty()) return fit_constant_first(page, path, arguments, rewrite);
  return true;
}

}  // namespace graphfence::fixes
