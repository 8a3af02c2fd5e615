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

/// The method of the class with this name, or the null node.
[[nodiscard]] TSNode method_of(const Page& page, TSNode class_definition, std::string_view name);
/// Name of the first parameter, "" when there is none.
[[nodiscard]] std::string_view first_parameter(const Page& page, TSNode function);
/// `receiver.name`?
[[nodiscard]] bool is_attribute(const Page& page, TSNode node, std::string_view receiver, std::string_view name);
/// `super().name(…)` or `super(C, self).name(…)`?
[[nodiscard]] bool is_super_call(const Page& page, TSNode node, std::string_view name);
/// The return statements of the function itself, not of functions in it.
[[nodiscard]] std::vector<TSNode> returns_of(TSNode function);
/// Does the function `yield` or `await`?
[[nodiscard]] bool is_coroutine(TSNode function);

}  // namespace graphfence::fixes
