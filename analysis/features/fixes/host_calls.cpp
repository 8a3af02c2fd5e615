#include "analysis/features/fixes/host_calls.h"

#include <algorithm>
#include <array>

#include "analysis/features/fixes/host_operands.h"
#include "analysis/features/fixes/queries.h"
#include "analysis/library/api.h"

namespace graphfence::fixes {

namespace {

enum Special : unsigned char { Plain, AxisNeeded, AxisGiven, Norm };

/// Arguments that mean the same in both libraries. Keywords not listed have no counterpart (`dtype`, `out`, `ddof` …);
/// see tests/fixtures/fixes for what was run.
struct Shape {
  std::string_view path;
  std::size_t least;
  std::size_t most;           ///< positional arguments
  std::string_view keywords;  ///< `theirs=ours`, `same` or nothing, separated by blanks
  Special special = Plain;
  std::string_view appended = {};  ///< when only `least` arguments are given
};

constexpr std::string_view reduction = "a=input_tensor axis keepdims";
constexpr std::array shapes{
    Shape{"np.all", 0, 2, reduction},
    Shape{"np.amax", 0, 2, reduction},
    Shape{"np.amin", 0, 2, reduction},
    Shape{"np.any", 0, 2, reduction},
    Shape{"np.argmax", 1, 2, "axis", AxisGiven},
    Shape{"np.argmin", 1, 2, "axis", AxisGiven},
    Shape{"np.argsort", 1, 2, "axis"},
    Shape{"np.array", 1, 2, "dtype"},
    Shape{"np.asarray", 1, 2, "dtype"},
    Shape{"np.broadcast_to", 2, 2, ""},
    Shape{"np.clip", 1, 3, "a_min=clip_value_min a_max=clip_value_max"},
    Shape{"np.concatenate", 1, 2, "axis", AxisNeeded, "axis=0"},
    Shape{"np.count_nonzero", 1, 2, "axis keepdims"},
    Shape{"np.cumsum", 1, 2, "axis", AxisGiven},
    Shape{"np.einsum", 1, 99, ""},
    Shape{"np.expand_dims", 1, 2, "axis"},
    Shape{"np.linalg.norm", 1, 2, "ord axis keepdims", Norm},
    Shape{"np.max", 0, 2, reduction},
    Shape{"np.mean", 0, 2, reduction},
    Shape{"np.meshgrid", 1, 99, "indexing"},
    Shape{"np.min", 0, 2, reduction},
    Shape{"np.ones_like", 1, 1, "dtype"},
    Shape{"np.prod", 0, 2, reduction},
    Shape{"np.repeat", 2, 3, "repeats axis"},
    Shape{"np.reshape", 1, 2, "newshape=shape shape"},
    Shape{"np.sort", 1, 2, "axis"},
    Shape{"np.squeeze", 1, 2, "axis"},
    Shape{"np.stack", 1, 2, "axis"},
    Shape{"np.std", 0, 2, reduction},
    Shape{"np.sum", 0, 2, reduction},
    Shape{"np.tensordot", 2, 3, "axes", AxisNeeded, "axes=2"},
    Shape{"np.transpose", 1, 2, "axes=perm"},
    Shape{"np.var", 0, 2, reduction},
    Shape{"np.where", 3, 3, ""},
    Shape{"np.zeros_like", 1, 1, "dtype"},
};

/// Functions of two operands; everything else that the table does not name has one.
constexpr std::array<std::string_view, 24> binary{
    "np.add",           "np.arctan2", "np.divide",     "np.equal",       "np.floor_divide", "np.greater",
    "np.greater_equal", "np.less",    "np.less_equal", "np.logical_and", "np.logical_or",   "np.logical_xor",
    "np.matmul",        "np.maximum", "np.minimum",    "np.mod",         "np.multiply",     "np.nextafter",
    "np.not_equal",     "np.power",   "np.remainder",  "np.subtract",    "np.true_divide",  "math.atan2"};

/// The counterpart's name of a keyword; nothing when it has none.
std::optional<std::string_view> renamed(std::string_view keywords, std::string_view name) {
  while (!keywords.empty()) {
    const std::size_t end = std::min(keywords.find(' '), keywords.size());
    const std::string_view entry = keywords.substr(0, end);
    const std::size_t equals = entry.find('=');
    if (entry.substr(0, equals) == name) return equals == std::string_view::npos ? entry : entry.substr(equals + 1);
    keywords.remove_prefix(std::min(end + 1, keywords.size()));
  }
  return std::nullopt;
}

/// `2`, `-1`: then a norm with an order is one of vectors, where both libraries agree.
bool is_integer(TSNode node) {
  if (kind_of(node) == NodeKind::UnaryOperator) node = field_of(node, Field::Argument);
  return kind_of(node) == NodeKind::Integer;
}

}  // namespace

std::optional<HostRewrite> rewrite_arguments(const Page& page, TSNode call, std::string_view path,
                                             std::string_view counterpart) {
  const auto known = std::find_if(shapes.begin(), shapes.end(), [&](const Shape& s) { return s.path == path; });
  Shape shape{path, 1, 1, ""};
  if (known != shapes.end()) {
    shape = *known;
  } else if (path == "math.pow" || std::find(binary.begin(), binary.end(), path) != binary.end()) {
    shape = {path, 2, 2, ""};
  }
  const Arguments arguments = arguments_of(page, call);
  if (arguments.positional.size() < shape.least || arguments.positional.size() > shape.most) return std::nullopt;
  if (arguments.positional.empty() && arguments.named.empty()) return std::nullopt;
  for (const TSNode argument : arguments.positional) {
    if (kind_of(argument) == NodeKind::ListSplat || kind_of(argument) == NodeKind::GeneratorExpression)
      return std::nullopt;
  }
  HostRewrite rewrite{std::string(counterpart), {}};
  for (const auto& [name, argument] : arguments.named) {
    const auto theirs = renamed(shape.keywords, name);
    if (!theirs) return std::nullopt;
    if (kind_of(field_of(argument, Field::Value)) == NodeKind::NoneLiteral && name.starts_with("a_m"))
      return std::nullopt;
    if (*theirs != name) rewrite.edits.emplace_back(span(field_of(argument, Field::Name)), std::string(*theirs));
  }
  const auto has = [&](std::string_view name) { return !ts_node_is_null(arguments.value_of(name)); };
  switch (shape.special) {
    case Plain:
      if (path == "np.clip") {
        const std::size_t bounds = arguments.positional.size() - 1 + (has("a_min") ? 1 : 0) + (has("a_max") ? 1 : 0);
        if (bounds != 2) return std::nullopt;
        for (const TSNode bound : arguments.positional) {
          if (kind_of(bound) == NodeKind::NoneLiteral) return std::nullopt;
        }
      }
      break;
    case AxisNeeded: {
      const std::string_view name = shape.appended.substr(0, shape.appended.find('='));
      if (arguments.positional.size() == shape.least && !has(name)) {
        const Span last = span(arguments.positional.back());
        rewrite.edits.emplace_back(Span{last.end, last.end}, ", " + std::string(shape.appended));
      }
      break;
    }
    case Norm:
      if ((arguments.positional.size() > 1 || has("ord")) && !is_integer(arguments.value_of("axis")))
        return std::nullopt;
      break;
    case AxisGiven:
      // Without it NumPy flattens.
      if (arguments.positional.size() < 2 && !has("axis")) return std::nullopt;
      break;
  }
  if (!fit_operands(page, path, arguments, rewrite)) return std::nullopt;
  return rewrite;
}

std::string_view counterpart_of(std::string_view path) {
  // Right only with an axis, so the library table does not have them.
  if (path == "np.argmax") return "tf.argmax";
  if (path == "np.argmin") return "tf.argmin";
  if (path == "np.cumsum") return "tf.cumsum";
  const library::Api* entry = library::find_api(path);
  return entry == nullptr ? std::string_view{} : entry->counterpart;
}

std::string_view counterpart_of_method(std::string_view method) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> methods{{{"sum", "np.sum"},
                                                                                  {"mean", "np.mean"},
                                                                                  {"max", "np.max"},
                                                                                  {"min", "np.min"},
                                                                                  {"prod", "np.prod"},
                                                                                  {"std", "np.std"},
                                                                                  {"var", "np.var"},
                                                                                  {"any", "np.any"},
                                                                                  {"all", "np.all"}}};
  for (const auto& [name, function] : methods) {
    if (name == method) return function;
  }
  return {};
}

}  // namespace graphfence::fixes
