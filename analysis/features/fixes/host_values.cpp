#include "analysis/features/fixes/host_values.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "analysis/features/fixes/host_calls.h"
#include "analysis/features/fixes/host_operands.h"
#include "analysis/features/fixes/names.h"
#include "analysis/features/fixes/queries.h"

/// `lengths = np.sqrt(np.sum(np.square(w.numpy())))` then `loss = np.mean(lengths)`: from one `w.numpy()` the
/// conversion climbs to the outermost call that needs a host value, rewrites what is below it, and goes on at the uses
/// of the variable it is assigned to.
namespace graphfence::fixes {

namespace {

bool is_numpy_call(const Page& page, TSNode node) {
  if (kind_of(node) != NodeKind::Call) return false;
  const TSNode callee = field_of(node, Field::Function);
  return kind_of(callee) == NodeKind::Attribute && page.of(field_of(callee, Field::Attribute)) == "numpy" &&
         kind_of(field_of(node, Field::Arguments)) == NodeKind::ArgumentList &&
         ts_node_named_child_count(field_of(node, Field::Arguments)) == 0;
}

bool is_host_library(std::string_view path) {
  return path.starts_with("np.") || path.starts_with("math.");
}

/// The call whose arguments hold `node`, when nothing but operators and displays stands between them.
enum class Step : std::uint8_t { Through, Stop, Fail };

class Conversion {
 public:
  Conversion(Page& page, TSNode seed, std::string_view counterpart)
      : page_(page), seed_(seed), counterpart_(counterpart) {}

  bool run() {
    waiting_.push_back(seed_);
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      if (!climb(waiting_[i])) return false;
    }
    return true;
  }

 private:
  bool climb(TSNode from) {
    const Path path = page_.path_of(from);
    TSNode top = from;
    if (is_host_call(from)) chain_.push_back(from);
    std::size_t i = path.size() - 1;
    for (; i > 0; --i) {
      const TSNode parent = path[i - 1];
      const Step step = through(parent, path[i], i > 1 ? path[i - 2] : TSNode{});
      if (step == Step::Fail) return false;
      if (step == Step::Stop) break;
      if (kind_of(parent) == NodeKind::Call) top = parent;
    }
    if (i > 0) follow_variable(path, path[i - 1], path[i]);
    return convert(top);
  }

  [[nodiscard]] bool is_host_call(TSNode node) const {
    if (kind_of(node) != NodeKind::Call) return false;
    const auto path = library_path(page_, field_of(node, Field::Function));
    return same(node, seed_) || (path && is_host_library(*path));
  }

  Step through(TSNode parent, TSNode child, TSNode grandparent) {
    switch (kind_of(parent)) {
      case NodeKind::ParenthesizedExpression:
      case NodeKind::BinaryOperator:
      case NodeKind::UnaryOperator:
      case NodeKind::ComparisonOperator:
      case NodeKind::ConditionalExpression:
      case NodeKind::BooleanOperator:
      case NodeKind::NotOperator:
      case NodeKind::Tuple:
      case NodeKind::List:
      case NodeKind::ArgumentList:
      case NodeKind::KeywordArgument:
        return Step::Through;
      case NodeKind::Subscript:
        return same(field_of(parent, Field::Value), child) ? Step::Through : Step::Fail;
      case NodeKind::Attribute:
        return through_attribute(parent, grandparent);
      case NodeKind::Call:
        return through_call(parent, child);
      case NodeKind::Assignment: {
        // On an object or in a container it would outlive the graph.
        const NodeKind left = kind_of(field_of(parent, Field::Left));
        return left == NodeKind::Attribute || left == NodeKind::Subscript ? Step::Fail : Step::Stop;
      }
      case NodeKind::Interpolation:
        return Step::Fail;
      default:
        return Step::Stop;
    }
  }

  Step through_attribute(TSNode attribute, TSNode call) {
    const std::string_view name = page_.of(field_of(attribute, Field::Attribute));
    if (name == "shape" || name == "ndim" || name == "dtype" || name == "numpy") return Step::Stop;
    if (kind_of(call) != NodeKind::Call || !same(field_of(call, Field::Function), attribute)) return Step::Fail;
    if (name != "item" && name != "copy" && name != "astype" && counterpart_of_method(name).empty()) return Step::Fail;
    methods_.push_back(call);
    return Step::Through;
  }

  Step through_call(TSNode call, TSNode child) {
    const TSNode callee = field_of(call, Field::Function);
    if (same(callee, child)) return contains(methods_, call) ? Step::Through : Step::Fail;
    const auto path = library_path(page_, callee);
    if (!path) return keeps_values(callee) ? Step::Fail : Step::Stop;
    if (is_host_library(*path) || *path == "float" || *path == "int" || *path == "tf.constant") {
      chain_.push_back(call);
      return Step::Through;
    }
    if (*path == "abs") return Step::Through;
    if (path->starts_with("tf.") || path->starts_with("keras.")) return Step::Stop;
    // A function of this file takes what it is given; builtins and other libraries want host values.
    return path->find('.') == std::string::npos && defined_here(*path) ? Step::Stop : Step::Fail;
  }

  /// `history.append(x.numpy())`: a tensor of a graph must not be kept there.
  [[nodiscard]] bool keeps_values(TSNode callee) const {
    constexpr std::array<std::string_view, 8> methods{"append", "extend",     "insert", "add",
                                                      "put",    "setdefault", "write",  "format"};
    return std::find(methods.begin(), methods.end(), page_.of(field_of(callee, Field::Attribute))) != methods.end();
  }

  [[nodiscard]] bool defined_here(std::string_view name) const {
    return !is_free(page_, ts_node_start_byte(seed_), name);
  }

  static bool contains(const std::vector<TSNode>& nodes, TSNode node) {
    return std::any_of(nodes.begin(), nodes.end(), [&](TSNode n) { return same(n, node); });
  }

  /// `name = <converted>` in a function: what reads the name afterwards meets a tensor now.
  void follow_variable(const Path& path, TSNode parent, TSNode child) {
    const NodeKind kind = kind_of(parent);
    if (kind != NodeKind::Assignment && kind != NodeKind::AugmentedAssignment) return;
    const TSNode left = field_of(parent, Field::Left);
    const TSNode function = innermost(path, {NodeKind::FunctionDefinition, NodeKind::Lambda});
    if (kind_of(left) != NodeKind::Identifier || same(left, child) || ts_node_is_null(function)) return;
    const std::string_view name = page_.of(left);
    const std::uint32_t end = ts_node_end_byte(parent);
    for_each_below(field_of(function, Field::Body), [&](TSNode node) {
      if (kind_of(node) == NodeKind::Attribute) {
        // Only the object is a name of this scope.
        const TSNode object = field_of(node, Field::Object);
        if (kind_of(object) == NodeKind::Identifier) {
          if (page_.of(object) == name && ts_node_start_byte(object) >= end) wait_for(object);
          return false;
        }
        return true;
      }
      if (kind_of(node) == NodeKind::KeywordArgument) {
        const TSNode value = field_of(node, Field::Value);
        if (kind_of(value) == NodeKind::Identifier && page_.of(value) == name && ts_node_start_byte(value) >= end)
          wait_for(value);
        return kind_of(value) != NodeKind::Identifier;
      }
      if (kind_of(node) == NodeKind::Identifier && page_.of(node) == name && ts_node_start_byte(node) >= end)
        wait_for(node);
      return true;
    });
  }
  void wait_for(TSNode use) {
    if (!contains(waiting_, use)) waiting_.push_back(use);
  }

  bool convert(TSNode top) {
    bool good = true;
    for_each_below(top, [&](TSNode node) {
      if (!good) return false;
      if (kind_of(node) != NodeKind::Call || contains(done_, node)) return true;
      const bool chained = contains(chain_, node);
      if (!chained && is_constant_call(node)) return false;
      good = convert_call(node, chained);
      return good;
    });
    return good;
  }

  /// `np.log(2.0)`, `np.prod(x.shape[1:])`: no tensor goes in, so it can stay.
  [[nodiscard]] bool is_constant_call(TSNode call) const {
    const auto path = library_path(page_, field_of(call, Field::Function));
    if (!path || !is_host_library(*path)) return false;
    bool constant = true;
    for_each_below(field_of(call, Field::Arguments), [&](TSNode node) {
      switch (kind_of(node)) {
        case NodeKind::KeywordArgument: {
          const TSNode value = field_of(node, Field::Value);
          if (kind_of(value) == NodeKind::Identifier) constant = false;
          return kind_of(value) != NodeKind::Identifier;
        }
        case NodeKind::Attribute: {
          const std::string_view name = page_.of(field_of(node, Field::Attribute));
          if (name == "shape" || name == "ndim" || name == "dtype") return false;
          const auto inner = library_path(page_, node);
          if (inner && is_host_library(*inner)) return false;
          constant = false;
          return false;
        }
        case NodeKind::Identifier:
          constant = false;
          return false;
        default:
          return constant;
      }
    });
    return constant;
  }

  bool convert_call(TSNode call, bool chained) {
    const TSNode callee = field_of(call, Field::Function);
    const TSNode list = field_of(call, Field::Arguments);
    if (is_numpy_call(page_, call)) {
      const TSNode object = field_of(callee, Field::Object);
      done_.push_back(call);
      page_.erase({ts_node_end_byte(object), ts_node_end_byte(call)});
      return true;
    }
    if (contains(methods_, call) ||
        (kind_of(callee) == NodeKind::Attribute && is_numpy_call(page_, field_of(callee, Field::Object)))) {
      return convert_method(call, callee, list);
    }
    const auto path = library_path(page_, callee);
    if (chained && path && (*path == "float" || *path == "int")) {
      if (arguments_of(page_, call).positional.size() != 1 || !name_tensorflow()) return false;
      done_.push_back(call);
      page_.replace(span(callee), tensorflow_ + ".cast");
      page_.insert(ts_node_end_byte(list) - 1, ", " + tensorflow_ + (*path == "float" ? ".float32" : ".int32"));
      return true;
    }
    if (chained && path && *path == "tf.constant") return convert_constant(call, list);
    const bool seed = same(call, seed_) && !counterpart_.empty();
    if (!seed && (!path || !is_host_library(*path))) return true;
    const std::string_view counterpart = seed ? counterpart_ : counterpart_of(*path);
    if (counterpart.empty() || kind_of(list) != NodeKind::ArgumentList) return false;
    const auto rewrite =
        rewrite_arguments(page_, call, path ? std::string_view(*path) : std::string_view{}, counterpart);
    if (!rewrite || !name_tensorflow()) return false;
    done_.push_back(call);
    page_.replace(span(callee), rewrite->counterpart.empty() ? std::string() : spelled(rewrite->counterpart));
    apply(*rewrite);
    return true;
  }

  void apply(const HostRewrite& rewrite) {
    for (const auto& [part, text] : rewrite.edits) {
      std::string own = text;
      for (std::size_t at = 0; (at = own.find(tensorflow_mark, at)) != std::string::npos;)
        own.replace(at, 1, tensorflow_);
      page_.replace(part, std::move(own));
    }
  }

  /// `tf.constant` takes no tensor in a graph: `tf.constant(x)` becomes `x`, with a dtype a cast.
  bool convert_constant(TSNode call, TSNode list) {
    const Arguments arguments = arguments_of(page_, call);
    const std::size_t count = arguments.positional.size() + arguments.named.size();
    if (arguments.positional.empty() || count > 2) return false;
    done_.push_back(call);
    const TSNode value = arguments.positional.front();
    if (count == 1) {
      page_.erase({ts_node_start_byte(call), ts_node_start_byte(value)});
      page_.erase({ts_node_end_byte(value), ts_node_end_byte(call)});
      return kind_of(list) == NodeKind::ArgumentList;
    }
    if (!arguments.named.empty() && arguments.named.front().first != "dtype") return false;
    if (!name_tensorflow()) return false;
    page_.replace(span(field_of(call, Field::Function)), tensorflow_ + ".cast");
    return true;
  }

  bool convert_method(TSNode call, TSNode callee, TSNode list) {
    const TSNode object = field_of(callee, Field::Object);
    const std::string_view name = page_.of(field_of(callee, Field::Attribute));
    const Arguments arguments = arguments_of(page_, call);
    const std::uint32_t object_end = ts_node_end_byte(object);
    done_.push_back(call);
    if (name == "item" || name == "copy") {
      if (!arguments.positional.empty() || !arguments.named.empty()) return false;
      page_.erase({object_end, ts_node_end_byte(call)});
      return true;
    }
    std::string_view counterpart = "tf.cast";
    std::string_view dtype;  // to cast to before
    HostRewrite rewrite;
    if (name == "astype") {
      if (arguments.positional.size() != 1 || !arguments.named.empty()) return false;
      if (!fit_dtype(page_, arguments.positional.front(), rewrite)) return false;
    } else {
      const bool truth = name == "all" || name == "any";
      if (is_boolean(page_, object) != truth) dtype = truth ? "bool" : "float32";
      counterpart = counterpart_of(counterpart_of_method(name));
      if (counterpart.empty() || arguments.positional.size() > 1) return false;
      for (const auto& [keyword, argument] : arguments.named) {
        if (keyword != "axis" && keyword != "keepdims") return false;
      }
    }
    if (!name_tensorflow()) return false;
    const std::string cast = dtype.empty() ? std::string() : ", " + tensorflow_ + "." + std::string(dtype) + ")";
    page_.insert(ts_node_start_byte(object),
                 spelled(counterpart) + "(" + (dtype.empty() ? std::string() : tensorflow_ + ".cast("));
    const bool none = arguments.positional.empty() && arguments.named.empty();
    page_.replace({object_end, ts_node_start_byte(list) + 1}, cast + (none ? "" : ", "));
    apply(rewrite);
    return true;
  }

  bool name_tensorflow() {
    if (!tensorflow_.empty()) return true;
    const auto name = require_tensorflow(page_, ts_node_start_byte(seed_));
    if (name) tensorflow_ = *name;
    return name.has_value();
  }
  [[nodiscard]] std::string spelled(std::string_view path) const {
    return path.starts_with("tf.") ? tensorflow_ + std::string(path.substr(2)) : std::string(path);
  }

  Page& page_;
  TSNode seed_;
  std::string_view counterpart_;
  std::string tensorflow_;
  std::vector<TSNode> waiting_;
  std::vector<TSNode> chain_;    ///< calls that the value goes into
  std::vector<TSNode> methods_;  ///< method calls on it
  std::vector<TSNode> done_;
};

}  // namespace

bool make_tensors(Page& page, TSNode seed, std::string_view counterpart) {
  return Conversion(page, seed, counterpart).run();
}

}  // namespace graphfence::fixes
