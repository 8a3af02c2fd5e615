#pragma once

#include <optional>

#include "analysis/rules/rule.h"

/// What the rules about collected losses share: where the loss was added, which graph holds it, who reads it.
namespace graphfence {

enum class LossSource : std::uint8_t {
  DecoratedCall,  ///< the layer's own `call` is the tf.function
  Helper,         ///< a tf.function that the layer's `call` uses
  Cell,           ///< the body of an RNN's loop
  ControlFlow,    ///< another staged body
  Mapped,         ///< the body of a map over rows
  Outside,        ///< the layer was called inside the graph, the list is read outside
};

struct LossStory {
  LossSource source = LossSource::Outside;
  RegionId graph = 0;   ///< the region the loss cannot leave
  bool hidden = false;  ///< nobody sees it in the traced code: a layer used there adds it
};

/// Nothing when the event is not about a loss that `add_loss` collected.
[[nodiscard]] std::optional<LossStory> loss_story(RuleContext& context, const Event& event);
/// What using such a loss outside its graph does, as this program does it; `cached`: what else eager code sees.
[[nodiscard]] std::string outside_use(const Event& event, const std::string& cached);
/// What a missed loss does to its reader: end of a sentence.
[[nodiscard]] std::string_view missing_loss(const Event& event);
/// How bad it is.
[[nodiscard]] Severity missing_level(const RuleContext& context, const Event& event);
/// The related places, in time order.
void tell_story(RuleContext& context, const Event& event, const LossStory& story, Draft& draft);
/// Fixes of a traced function that adds a loss: trace the step that calls the layer instead, or nothing; return the
/// loss.
void offer_undecorated(RuleContext& context, const Event& event, const LossStory& story, Draft& draft);

}  // namespace graphfence
