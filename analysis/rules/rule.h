#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/finding.h"
#include "analysis/summary/interp.h"

/// A rule turns decided events of one run into findings. It sees values, regions and places; never text, files or time.
namespace graphfence {

/// An edit that a finding proposes, as a fact about the program; `features/fixes` writes the text when it is asked for.
struct FixPlan {
  enum class Kind : std::uint8_t {
    RemoveDecorator,     ///< target: function whose tf.function decorator goes
    MoveDecorator,       ///< target: function that loses it; other: function that gets `@tf.function`
    SetKeyword,          ///< target: call; name: keyword; text: value
    AddBuild,            ///< target: class; names: attributes of sublayers to build, in the order they are called
    ReplaceHostCall,     ///< target: call of a host function; text: its TensorFlow counterpart
    DropMethodCall,      ///< target: `x.numpy()` call that becomes `x`
    RegulariserForLoss,  ///< target: add_loss statement; other: add_weight call that gets `regularizer=`; name: the
                         ///< weight
    ReturnLoss,          ///< target: add_loss statement in a traced helper; other: the call of the helper
    CarryLossInState,    ///< target: class of an RNN cell
    PenaltyInModelCall,  ///< target: add_loss statement in the cell; other: the model's use of the RNN
    ForwardArguments,    ///< target: `super().compile()` call in an override
    NameToSuperInit,     ///< target: `self.name = value` store
    RenameAttribute,     ///< target: store of a reserved attribute; name: the attribute
    PythonConstant,      ///< target: `tf.constant(…)` in __init__
    AddParameter,        ///< target: definition of a method; text: parameter with its default
    SuperInit,           ///< target: definition of an `__init__` that does not call the base's
    CallLayer,           ///< target: `layer.call(…)` that becomes `layer(…)`
    KeepResult,          ///< target: statement `array.write(…)` that becomes `array = array.write(…)`
  };
  Kind kind = Kind::RemoveDecorator;
  std::string title{};
  FixClass fix_class = FixClass::D;
  SiteId target = 0;
  SiteId other = 0;
  std::vector<std::string> names{};
  std::string text{};
};

struct Note {
  SiteId site = 0;
  std::string message;
};

struct Draft {
  std::string_view rule;
  Severity severity = Severity::Hint;
  SiteId site = 0;
  std::string message{};
  std::vector<Note> notes{};
  std::vector<FixPlan> fixes{};
};

/// Place of a whole function or class: its name.
constexpr std::uint32_t definition_pc = 0xFFFF;

class RuleContext {
 public:
  RuleContext(Interp& run, std::vector<Draft>& out) : run_(run), out_(out) {}

  [[nodiscard]] Interp& run() const { return run_; }
  [[nodiscard]] const Region& region(RegionId id) const { return run_.regions()[id]; }
  /// Outermost region of the chain of `owner` that `consumer` is not inside of: the graph the value cannot leave.
  [[nodiscard]] RegionId escaped_region(RegionId owner, RegionId consumer) const;
  /// The user's function that a region traces: `step`, and with its class `Encoder.call`; "" when it has none.
  [[nodiscard]] std::string opener_name(const Region& region) const;
  /// The graph in words that a message can carry: "the tf.function `Encoder.call`", "Keras' training function".
  [[nodiscard]] std::string graph_name(const Region& region) const;
  /// Adds the related places of a graph: what makes it one, and the call that opens it unless it is `used`.
  void tell_graph(const Region& region, SiteId used, Draft& draft) const;
  /// The same for code in the graph, where it is plain that a function is one: only the call that opens it.
  void tell_opener(const Region& region, SiteId used, Draft& draft) const;
  /// What the user's code at a place asks of a value: `.numpy`, `.item`, `float`, `int`, `bool`; "" for anything else.
  [[nodiscard]] std::string conversion_at(SiteId site) const;
  /// Is the traced function a method of the layer, called as its `call`?
  [[nodiscard]] bool traces_call_of(const Region& region, ObjId layer) const;
  [[nodiscard]] bool keras3(ObjId instance) const;
  [[nodiscard]] std::string class_name(ObjId instance) const;
  /// `error` where everything is proven on the path of a real driver, lower where an assumption was needed.
  [[nodiscard]] Severity level(const Event& event, Severity proven) const;
  void report(Draft draft) { out_.push_back(std::move(draft)); }

 private:
  Interp& run_;
  std::vector<Draft>& out_;
};

struct Rule {
  std::string_view id;
  std::string_view family;
  std::string_view summary;
  Severity severity = Severity::Warning;  ///< at its most certain
  FixClass fix_class = FixClass::D;       ///< best class of its fixes
  EventKind events[3];                    ///< kinds it wants; unused places repeat the first
  void (*check)(RuleContext&, const Event&);
};

/// All rules, in the order of `rules.def`.
[[nodiscard]] const std::vector<const Rule*>& all_rules();

/// The rule's page (Markdown), embedded at build time; empty for an unknown id.
[[nodiscard]] std::string_view rule_page(std::string_view id);

/// Every rule over every event of a run. Drafts come in event order; several for one place are merged by the caller.
[[nodiscard]] std::vector<Draft> run_rules(Interp& run);

}  // namespace graphfence
