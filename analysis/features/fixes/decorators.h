#pragma once

#include <optional>
#include <string>

#include "analysis/features/fixes/page.h"

namespace graphfence::fixes {

/// How a function became a tf.function.
struct Tracing {
  TSNode function{};           ///< its definition, or its lambda
  TSNode decorator{};          ///< null: a call
  TSNode call{};               ///< `tf.function(f, …)`; null: a decorator
  TSNode traced{};             ///< the `f` in it
  std::string expression;      ///< as a decorator: `tf.function(jit_compile=True)`
  bool plain_options = true;   ///< the options, if any, are literals: they mean the same everywhere
  bool has_signature = false;  ///< an `input_signature` belongs to the parameters of one function
};

/// Nothing when the syntax is not what the plan says, or when the function is only a parameter there (a wrapper that
/// others use too).
[[nodiscard]] std::optional<Tracing> find_tracing(const Page& target, Span function_name, const Page& other,
                                                  Span other_span);

/// Takes it away: the decorator's line, or `tf.function(f)` becomes `f` and `f = f` goes.
void remove_tracing(Page& page, const Tracing& tracing);

/// Is one of its decorators tf.function, by the names of imports?
[[nodiscard]] bool has_tracing_decorator(const Page& page, TSNode function);

/// Does the function branch or loop on something that may be a tensor? Keras 3 converts that only in a tf.function.
[[nodiscard]] bool may_need_conversion(const Page& page, TSNode function);

/// The definition whose name stands at the span.
[[nodiscard]] TSNode definition_at(const Page& page, Span name);

}  // namespace graphfence::fixes
