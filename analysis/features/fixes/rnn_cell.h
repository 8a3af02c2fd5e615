#pragma once

#include <optional>
#include <string>

#include "analysis/features/fixes/page.h"

namespace graphfence::fixes {

/// A cell that adds a loss in `call`: `tf.reduce_mean(…)` or `tf.reduce_sum(…)` of something, scaled or not.
struct PenalisedCell {
  TSNode owner{};      ///< class
  TSNode call{};       ///< its method
  TSNode statement{};  ///< `self.add_loss(value)`
  TSNode value{};
  TSNode reduction{};  ///< the call of `tf.reduce_mean` in it
  TSNode reduced{};    ///< its argument
  bool mean = false;
  std::string self;
  std::string inputs;
  std::string states;
  TSNode output{};  ///< of `return output, [state, …]`
  std::vector<TSNode> new_states;
};
[[nodiscard]] std::optional<PenalisedCell> find_cell(const Page& page, Span add_loss);

/// `self.rnn = RNN(…)` in `__init__` and the one `self.rnn(x)` in the same class.
struct RnnUse {
  TSNode construction{};
  TSNode call{};
  TSNode statement{};
  std::string self;
  std::string attribute;
};
[[nodiscard]] std::optional<RnnUse> use_of_construction(const Page& page, Span construction);
[[nodiscard]] std::optional<RnnUse> use_of_call(const Page& page, Span call);

}  // namespace graphfence::fixes
