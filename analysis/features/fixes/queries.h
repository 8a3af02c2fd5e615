#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "analysis/features/fixes/page.h"

/// Questions about Python constructs that several fixes ask.
namespace graphfence::fixes {

/// Function and class definitions without their decorators.
[[nodiscard]] TSNode undecorated(TSNode node);

struct Arguments {
  std::vector<TSNode> positional;                          ///< splats included
  std::vector<std::pair<std::string_view, TSNode>> named;  ///< name and whole keyword argument; name empty: `**splat`
  [[nodiscard]] TSNode value_of(std::string_view name) const;
};
[[nodiscard]] Arguments arguments_of(const Page& page, TSNode call);
/// False when the call has no parenthesised list of arguments (a generator stands there).
bool set_argument(Page& page, TSNode call, std::string_view name, std::string_view value);
/// Behind the last argument or parameter of a list in parentheses, in its style. Once for a list.
void append_items(Page& page, TSNode list, const std::vector<std::string>& items);
/// The call with exactly this span, or the null node.
[[nodiscard]] TSNode call_at(const Page& page, Span place);

/// The method of the class with this name, or the null node.
[[nodiscard]] TSNode method_of(const Page& page, TSNode class_definition, std::string_view name);
/// The innermost function around a place, and the innermost class around a node; null nodes when there is none.
[[nodiscard]] TSNode method_at(const Page& page, Span place);
[[nodiscard]] TSNode class_of(const Page& page, TSNode node);
/// Name of the first parameter, "" when there is none.
[[nodiscard]] std::string_view first_parameter(const Page& page, TSNode function);
/// `receiver.name`?
[[nodiscard]] bool is_attribute(const Page& page, TSNode node, std::string_view receiver, std::string_view name);
/// `super().name(…)` or `super(C, self).name(…)`?
[[nodiscard]] bool is_super_call(const Page& page, TSNode node, std::string_view name);
/// All such calls in a function.
[[nodiscard]] std::vector<TSNode> super_calls(const Page& page, TSNode function, std::string_view name);
/// Where a variable of this name is read or written below a node; every variable when the name is empty. Attributes and
/// keywords are none.
[[nodiscard]] std::vector<TSNode> identifiers_in(const Page& page, TSNode node, std::string_view name);
/// Does the statement stand in the function's own block?
[[nodiscard]] bool is_direct_statement(TSNode function, TSNode statement);
/// The first of the names that nothing in the scope has, "" when all are taken.
[[nodiscard]] std::string unused_name(const Page& page, TSNode scope, std::initializer_list<std::string_view> names);
/// The return statements of the function itself, not of functions in it.
[[nodiscard]] std::vector<TSNode> returns_of(TSNode function);
/// Does the function `yield` or `await`?
[[nodiscard]] bool is_coroutine(TSNode function);

}  // namespace graphfence::fixes
