#include "analysis/features/fixes/shapes.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "analysis/features/fixes/names.h"
#include "analysis/features/fixes/queries.h"

/// `h = self.a(x)`, `return self.b(tf.nn.relu(h))` becomes
///
///     self.a.build(input_shape)
///     shape = self.a.compute_output_shape(input_shape)
///     self.b.build(shape)
///
/// A shape is the text of an expression in `build`. Calls of sublayers are numbered as they run; only statements in a
/// row are read.
namespace graphfence::fixes {

namespace {

/// Number of a sublayer call, or a text when negative.
struct ShapeOf {
  int step = -1;
  std::string text;
};

struct SublayerCall {
  std::string attribute;
  ShapeOf input;
};

bool keeps_shape(std::string_view path) {
  constexpr std::array<std::string_view, 31> functions{
      "tf.abs",         "tf.cast",           "tf.cos",           "tf.exp",         "tf.identity",    "tf.negative",
      "tf.nn.elu",      "tf.nn.gelu",        "tf.nn.leaky_relu", "tf.nn.relu",     "tf.nn.relu6",    "tf.nn.selu",
      "tf.nn.sigmoid",  "tf.nn.silu",        "tf.nn.softmax",    "tf.nn.softplus", "tf.nn.softsign", "tf.nn.swish",
      "tf.nn.tanh",     "tf.nn.log_softmax", "tf.nn.dropout",    "tf.sigmoid",     "tf.sign",        "tf.sin",
      "tf.sqrt",        "tf.square",         "tf.stop_gradient", "tf.tanh",        "tf.math.log",    "tf.math.tanh",
      "tf.math.sigmoid"};
  return path.starts_with("keras.activations.") ||
         std::find(functions.begin(), functions.end(), path) != functions.end();
}

class Reader {
 public:
  Reader(const Page& page, TSNode class_definition, std::string argument)
      : page_(page), class_(class_definition), argument_(std::move(argument)) {}

  std::vector<SublayerCall> calls;
  std::vector<std::string> prologue;

  void read(TSNode call) {
    self_ = first_parameter(page_, call);
    int position = 0;
    for_each_child(field_of(call, Field::Parameters), [&](TSNode parameter) {
      if (position++ == 1 && kind_of(parameter) == NodeKind::Identifier)
        shapes_[std::string(page_.of(parameter))] = {-1, argument_};
      if (position == 2 && kind_of(parameter) == NodeKind::TypedParameter) {
        shapes_[std::string(page_.of(child_of(parameter, 0)))] = {-1, argument_};
      }
      return position < 2;
    });
    for_each_child(field_of(call, Field::Body), [&](TSNode statement) {
      switch (kind_of(statement)) {
        case NodeKind::ExpressionStatement: {
          const TSNode inner = child_of(statement, 0);
          if (kind_of(inner) == NodeKind::Assignment)
            return assign(field_of(inner, Field::Left), field_of(inner, Field::Right));
          return kind_of(inner) == NodeKind::String;
        }
        case NodeKind::ReturnStatement:
          (void)shape_of(child_of(statement, 0));
          return false;
        default:
          // What a branch or a loop does to the names is not followed.
          return false;
      }
    });
  }

 private:
  bool assign(TSNode left, TSNode right) {
    const auto shape = shape_of(right);
    if (kind_of(left) == NodeKind::Identifier) {
      shapes_.erase(std::string(page_.of(left)));
      if (shape) shapes_[std::string(page_.of(left))] = *shape;
      return true;
    }
    if (kind_of(left) != NodeKind::PatternList && kind_of(left) != NodeKind::TuplePattern) return true;
    std::string names;
    bool simple = shape && shape->step < 0;
    for_each_child(left, [&](TSNode name) {
      shapes_.erase(std::string(page_.of(name)));
      if (kind_of(name) != NodeKind::Identifier) simple = false;
      names += (names.empty() ? "" : ", ") + std::string(page_.of(name)) + "_shape";
    });
    if (!simple) return true;
    for_each_child(left, [&](TSNode name) {
      shapes_[std::string(page_.of(name))] = {-1, std::string(page_.of(name)) + "_shape"};
    });
    prologue.push_back(names + " = " + shape->text);
    return true;
  }

  // Each level of nesting is one call in a program; texts made to be deep are not followed.
  std::optional<ShapeOf> shape_of(TSNode expression, int depth = 0) {
    if (depth > 40) return std::nullopt;
    switch (kind_of(expression)) {
      case NodeKind::ParenthesizedExpression:
        return shape_of(child_of(expression, 0), depth + 1);
      case NodeKind::Identifier: {
        const auto known = shapes_.find(std::string(page_.of(expression)));
        if (known == shapes_.end()) return std::nullopt;
        return known->second;
      }
      case NodeKind::Subscript: {
        const auto whole = shape_of(field_of(expression, Field::Value), depth + 1);
        const TSNode key = field_of(expression, Field::Subscript);
        if (!whole || whole->text != argument_ ||
            (kind_of(key) != NodeKind::Integer && kind_of(key) != NodeKind::String))
          return std::nullopt;
        return ShapeOf{-1, argument_ + "[" + std::string(page_.of(key)) + "]"};
      }
      case NodeKind::List:
      case NodeKind::Tuple:
        return shape_of_several(expression, depth);
      case NodeKind::BinaryOperator:
        return shape_of_scaled(expression, depth);
      case NodeKind::Call:
        return shape_of_call(expression, depth);
      default:
        return std::nullopt;
    }
  }

  std::optional<ShapeOf> shape_of_several(TSNode display, int depth) {
    std::string text;
    bool known = true;
    for_each_child(display, [&](TSNode element) {
      const auto shape = shape_of(element, depth + 1);
      if (!shape || shape->step >= 0) {
        known = false;
        return;
      }
      text += (text.empty() ? "" : ", ") + shape->text;
    });
    if (!known || text.empty()) return std::nullopt;
    return ShapeOf{-1, "[" + text + "]"};
  }

  /// `2.0 * x`, `x / 255`.
  std::optional<ShapeOf> shape_of_scaled(TSNode expression, int depth) {
    const auto number = [](TSNode node) {
      return kind_of(node) == NodeKind::Integer || kind_of(node) == NodeKind::Float;
    };
    const TSNode left = field_of(expression, Field::Left);
    const TSNode right = field_of(expression, Field::Right);
    if (number(left)) return shape_of(right, depth + 1);
    if (number(right)) return shape_of(left, depth + 1);
    (void)shape_of(left, depth + 1);
    (void)shape_of(right, depth + 1);
    return std::nullopt;
  }

  std::optional<ShapeOf> shape_of_call(TSNode call, int depth) {
    const TSNode callee = field_of(call, Field::Function);
    const Arguments arguments = arguments_of(page_, call);
    if (arguments.positional.empty()) return std::nullopt;
    if (kind_of(callee) == NodeKind::Attribute && page_.of(field_of(callee, Field::Object)) == self_) {
      const auto input = shape_of(arguments.positional.front(), depth + 1);
      const std::string attribute(page_.of(field_of(callee, Field::Attribute)));
      if (!is_library_layer(attribute)) return std::nullopt;
      if (!input || arguments.positional.size() > 1) return std::nullopt;
      calls.push_back({attribute, *input});
      return ShapeOf{static_cast<int>(calls.size()) - 1, {}};
    }
    const auto path = library_path(page_, callee);
    const auto first = shape_of(arguments.positional.front(), depth + 1);
    return path && keeps_shape(*path) ? first : std::nullopt;
  }

  /// Made in `__init__` by a call of a Keras class, once: what `build` and `compute_output_shape` do is known.
  [[nodiscard]] bool is_library_layer(const std::string& attribute) const {
    const TSNode init = method_of(page_, class_, "__init__");
    if (ts_node_is_null(init)) return false;
    const std::string_view self = first_parameter(page_, init);
    int count = 0;
    bool library = false;
    for_each_below(field_of(init, Field::Body), [&](TSNode node) {
      if (kind_of(node) != NodeKind::Assignment || !is_attribute(page_, field_of(node, Field::Left), self, attribute))
        return true;
      ++count;
      const TSNode made = field_of(node, Field::Right);
      const auto path =
          kind_of(made) == NodeKind::Call ? library_path(page_, field_of(made, Field::Function)) : std::nullopt;
      // A cell of one's own, or layers in a container, may need a build of their own.
      library = path && (path->starts_with("keras.layers.") || path->starts_with("keras.src.layers.")) &&
                *path != "keras.layers.RNN" && *path != "keras.layers.Lambda";
      return true;
    });
    return count == 1 && library;
  }

  const Page& page_;
  TSNode class_;
  std::string argument_;
  std::string_view self_;
  std::map<std::string, ShapeOf> shapes_;
};

}  // namespace

ShapePlan plan_shapes(const Page& page, TSNode class_definition, TSNode call, const std::vector<std::string>& wanted,
                      const std::string& argument) {
  Reader reader(page, class_definition, argument);
  if (!ts_node_is_null(call)) reader.read(call);
  const std::vector<SublayerCall>& calls = reader.calls;

  // Calls behind the last one that builds a wanted sublayer, and what they need, say nothing more.
  std::vector<bool> needed(calls.size(), false);
  for (std::size_t i = calls.size(); i-- > 0;) {
    if (std::find(wanted.begin(), wanted.end(), calls[i].attribute) != wanted.end()) needed[i] = true;
    if (needed[i] && calls[i].input.step >= 0) needed[static_cast<std::size_t>(calls[i].input.step)] = true;
  }
  std::vector<bool> used(calls.size(), false);
  bool chain = true;
  int last = -1;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (!needed[i]) continue;
    if (calls[i].input.step >= 0) {
      used[static_cast<std::size_t>(calls[i].input.step)] = true;
      if (calls[i].input.step != last) chain = false;
    }
    last = static_cast<int>(i);
  }

  ShapePlan plan;
  std::vector<std::string> names(calls.size());
  std::vector<std::string> built;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    if (!needed[i]) continue;
    const SublayerCall& c = calls[i];
    const std::string input = c.input.step >= 0 ? names[static_cast<std::size_t>(c.input.step)] : c.input.text;
    if (std::find(built.begin(), built.end(), c.attribute) == built.end()) {
      plan.lines.push_back("self." + c.attribute + ".build(" + input + ")");
      built.push_back(c.attribute);
    }
    if (!used[i]) continue;
    names[i] = chain ? "shape" : c.attribute + "_shape";
    if (!chain && std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
                      names.begin() + static_cast<std::ptrdiff_t>(i)) {
      names[i] += "_" + std::to_string(i);
    }
    plan.lines.push_back(names[i] + " = self." + c.attribute + ".compute_output_shape(" + input + ")");
  }
  if (!plan.lines.empty()) plan.lines.insert(plan.lines.begin(), reader.prologue.begin(), reader.prologue.end());
  for (const std::string& attribute : wanted) {
    if (std::find(built.begin(), built.end(), attribute) == built.end()) plan.without_shape.push_back(attribute);
  }
  return plan;
}

}  // namespace graphfence::fixes
