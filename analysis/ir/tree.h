#pragma once

#include <tree_sitter/api.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "analysis/base/span.h"

/// The syntax tree of one unit, copied into a flat array. The lowering passes over it several times (scopes, then
/// code), and a flat pre-order array makes each pass a linear scan without recursion; tree-sitter is walked once, with
/// a cursor.
namespace graphfence::ir {

enum class Kind : std::uint8_t {
  Other,  ///< anything the lowering does not look at
  Error,
#define GRAPHFENCE_KIND(name, text) name,
#include "analysis/ir/kinds.def"
#undef GRAPHFENCE_KIND
};

enum NodeFlag : std::uint8_t {
  node_not_a_use = 1,    ///< identifier that is no read of a variable (attribute name, parameter, target …)
  node_not_mangled = 2,  ///< identifier that class-private mangling leaves alone (keyword of a call)
  node_region = 4,       ///< a scope begins at this node, see the binder
  node_class_name = 8,   ///< dotted name of a class pattern
  node_left_out = 16,    ///< function, class or lambda nested too deeply to be lowered
};

struct Node {
  Kind kind = Kind::Other;
  std::uint8_t flags = 0;
  std::uint32_t start = 0, end = 0;  ///< relative to the unit
  std::uint32_t next = 0;            ///< index behind this node's subtree: the next sibling, if there is one
  std::uint32_t value = 0;  ///< identifier: its symbol; function, class, lambda, comprehension: its scope or unit

  [[nodiscard]] Span span() const { return {start, end}; }
};

constexpr std::uint32_t no_node = 0xFFFFFFFFU;

/// A function that stands in module or class scope: its body is not part of the module's tree.
struct FunctionSite {
  std::uint32_t node = 0;
  TSNode syntax{};
};

class Tree {
 public:
  Tree() = default;
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;
  ~Tree();

  /// Copies the tree below `root`. For the module (`is_module`) the bodies of functions are left out and `functions` is
  /// filled; offsets become relative to the start of `root` for a function and stay absolute for the module. `text` is
  /// the whole file.
  void build(std::string_view text, TSNode root, bool is_module);

  std::vector<Node> nodes;
  std::vector<FunctionSite> functions;
  std::string_view text;    ///< of the unit; offsets of nodes count from its start
  bool has_error = false;   ///< errors in what was copied
  bool has_walrus = false;  ///< there is a `:=` somewhere

  [[nodiscard]] const Node& operator[](std::uint32_t i) const { return nodes[i]; }
  [[nodiscard]] Kind kind(std::uint32_t i) const { return nodes[i].kind; }
  [[nodiscard]] std::string_view text_of(std::uint32_t i) const {
    return text.substr(nodes[i].start, nodes[i].end - nodes[i].start);
  }
  /// First child, or no_node.
  [[nodiscard]] std::uint32_t first(std::uint32_t i) const { return i + 1 < nodes[i].next ? i + 1 : no_node; }
  /// Sibling after `child` inside `parent`, or no_node.
  [[nodiscard]] std::uint32_t after(std::uint32_t parent, std::uint32_t child) const {
    return nodes[child].next < nodes[parent].next ? nodes[child].next : no_node;
  }
  [[nodiscard]] std::uint32_t last(std::uint32_t i) const;
  /// First child of a kind, or no_node.
  [[nodiscard]] std::uint32_t find(std::uint32_t i, Kind wanted) const;

 private:
  /// The grammar reads `type(x).y = z` as a type alias named `(x).y`. While such a statement is copied it is put right.
  struct TypeCall {
    std::uint32_t statement = no_node;  ///< none: no such statement is open
    std::uint32_t start = 0;            ///< of `type`
    std::uint32_t left = 0;             ///< of the bracket behind it
    std::uint32_t call = no_node, arguments = no_node;
  };
  Kind correct_type_call(Kind kind, std::uint32_t start, std::uint32_t end);
  void close(std::uint32_t i);
  [[nodiscard]] bool dangling_dot(std::uint32_t attribute) const;

  TSTreeCursor cursor_{};
  bool has_cursor_ = false;
  TypeCall type_call_;
  std::vector<std::uint32_t> open_;
};

}  // namespace graphfence::ir
