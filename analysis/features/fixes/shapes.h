#pragma once

#include <string>
#include <vector>

#include "analysis/features/fixes/page.h"

namespace graphfence::fixes {

/// How the shapes in a `build` follow from its argument, read off a `call` that is a chain of its sublayers.
struct ShapePlan {
  std::vector<std::string> lines;          ///< statements of the body, without `self.built = True`
  std::vector<std::string> without_shape;  ///< wanted sublayers whose input shape is not derivable
};

/// `call` may be null: then nothing is derivable. `argument` is what `build` calls its parameter.
[[nodiscard]] ShapePlan plan_shapes(const Page& page, TSNode class_definition, TSNode call,
                                    const std::vector<std::string>& wanted, const std::string& argument);

}  // namespace graphfence::fixes
