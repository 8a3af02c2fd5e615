#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/features/fixes/page.h"

namespace graphfence::fixes {

/// In the text of an edit: what the file calls TensorFlow.
constexpr char tensorflow_mark = '\1';

/// A call of a host function as a call of its TensorFlow counterpart (`tf.…`), when the arguments mean the same there.
struct HostRewrite {
  std::string counterpart;                          ///< empty: the arguments have become an expression in parentheses
  std::vector<std::pair<Span, std::string>> edits;  ///< of the arguments
};
[[nodiscard]] std::optional<HostRewrite> rewrite_arguments(const Page& page, TSNode call, std::string_view path,
                                                           std::string_view counterpart);

/// What does the same in TensorFlow, when `rewrite_arguments` accepts the arguments; "" when nothing does.
[[nodiscard]] std::string_view counterpart_of(std::string_view path);

/// `x.numpy().sum(axis=0)`: the NumPy function that is the same, "" when there is none that TensorFlow has.
[[nodiscard]] std::string_view counterpart_of_method(std::string_view method);

}  // namespace graphfence::fixes
