#pragma once

#include <string>
#include <vector>

#include "analysis/values/value.h"

/// What rules see: decided facts of one run (engine.md 2.10). Places are sites; a rule never sees text or syntax.
namespace graphfence {

enum class Verdict : std::uint8_t {
  EagerRead,  ///< consumer is eager, the tensor belongs to a graph: TypeError at the operation
  Inner,  ///< consumer encloses the tensor's graph: InaccessibleTensorError, or TypeError once the graph was collected
  Foreign,  ///< unrelated graph: traces, then TypeError when the finished function is called
};

enum class EscapeKind : std::uint8_t { None, Attribute, Container, Global, Closure, AddLoss, Returned, Memo };

/// How a tensor got out of the region that made it.
struct Escape {
  EscapeKind kind = EscapeKind::None;
  SiteId site = 0;
  ObjId object = 0;           ///< receiver, container or layer
  Symbol name;                ///< attribute or variable
  RegionId layer_region = 0;  ///< AddLoss: where the layer's `__call__` began
  bool inside_call = false;   ///< AddLoss: some `__call__` of the layer was in progress
  SiteId layer_call = 0;      ///< AddLoss: the user's code that called the layer
  bool implicit = false;      ///< AddLoss: Keras added it, for an activity regulariser
};

/// `detail` of TensorTruth, beside the values of `ir::Why`.
namespace truth_of {
constexpr std::uint32_t iteration = 100;   ///< a loop, or a function that iterates
constexpr std::uint32_t comparison = 101;  ///< a function that compares what it is given
constexpr std::uint32_t unpacking = 102;   ///< `a, b = tensor`, `f(*tensor)`
constexpr std::uint32_t number = 103;      ///< a function that needs the number of a KerasTensor
}  // namespace truth_of

/// `detail` of OneBranch.
namespace one_branch {
constexpr std::uint32_t none = 0;      ///< it is None in the other branch
constexpr std::uint32_t unbound = 1;   ///< the other branch does not bind it
constexpr std::uint32_t returned = 2;  ///< one branch returns a tensor, and the function then ends without
}  // namespace one_branch

/// `detail` of Rebound.
namespace rebound {
constexpr std::uint32_t stored = 0;    ///< an attribute of a layer
constexpr std::uint32_t method = 1;    ///< a method of variables is asked of a tensor
constexpr std::uint32_t in_place = 2;  ///< `variable += …`
}  // namespace rebound

/// `detail` of HostEffect.
namespace effect_of {
constexpr std::uint32_t call = 0;    ///< a function with an effect
constexpr std::uint32_t shown = 1;   ///< such a function, and it shows a tensor of the graph
constexpr std::uint32_t count = 2;   ///< a number kept outside the graph is counted on
constexpr std::uint32_t append = 3;  ///< a number goes into a list kept outside the graph
}  // namespace effect_of

enum class EventKind : std::uint8_t {
  LeakUse,        ///< a tensor is consumed where its graph cannot be entered; verdict, value, escape, detail: 1 when
                  ///< `tf.init_scope` left that graph
  MissedLoss,     ///< losses are read after a cached call whose trace had added one
  StaleTrace,     ///< a cached trace is used although variables it read did not exist yet when it was made; object:
                  ///< TFFunction, objects: the variables' owners
  HostConvert,    ///< a host conversion of a tensor that belongs to a graph, or of a variable in a graph; name: API or
                  ///< method
  HostLoss,       ///< the argument of add_loss went through a host conversion (site: add_loss, cause: the conversion)
  WeightLoss,     ///< the argument of add_loss depends on weights alone (object: layer, other: the variable)
  ReservedStore,  ///< attribute store that Keras forbids or overwrites; name: attribute, detail: group
  UnexpectedArgument,  ///< a call passes a keyword that a user's override does not accept; object: the class, name: the
                       ///< keyword
  HiddenLoss,          ///< fit without any loss: compile override passes none on and the class has no train_step
  ConfigTensor,        ///< get_config returns a tensor; name: key
  TensorAttribute,     ///< __init__ of a layer stores a constant tensor; name: attribute
  MixedKeras,          ///< objects of two Keras implementations meet
  TensorTruth,   ///< Python needs the truth or an iteration of a graph tensor and AutoGraph does not help; detail:
                 ///< construct, name: the built-in function, if it is one
  StateCreated,  ///< every trace makes variables again (detail 0), or one after the first does (1); object: the layer,
                 ///< optimizer or metric they belong to, cause: where it is made
  MutatedArgument,  ///< a list or dict that the trace was given is changed; object: it
  PythonIterator,   ///< a trace takes from an iterator of Python that is older
  MadePerCall,      ///< a tf.function is made and traced each time this code runs, and called once; object: TFFunction
  Retrace,          ///< calls of one place are traced again and again; object: TFFunction, detail: 1 for Python numbers
  OneBranch,        ///< a name has a value at the end of one branch of a staged `if` only; name, detail: `one_branch`
  Rebound,          ///< a variable's name is bound to a tensor; name, detail: `rebound`, object: whose attribute
  StaleRead,   ///< a cached trace is used though a name it read has another value now; name, object: its holder, cause:
               ///< the read, call: where the new value is made, detail: 1 when the trace itself stored it
  HostDraw,    ///< a random number or the time is taken while a function is traced; name: API, detail: 1 for the time
  HostEffect,  ///< Python has an effect while a function is traced; name: API or variable, detail: `effect_of`
  RepeatedLoss,  ///< eager RNN: the loss of the first step is collected twice; object: layer, other: the RNN
  OnceLoss,  ///< a condition that the code changes itself keeps a later call from adding a loss again; object: layer,
             ///< name: what it reads, cause: the loss, call: where the name is stored
  OutsideLoss,   ///< add_loss while no layer runs; object: layer, detail: `outside_loss`, call: who wipes it
  CallableLoss,  ///< Keras 2: add_loss of a function that an earlier call had added already; object: layer
  RowLoss,       ///< losses read after `tf.vectorized_map` ran a layer in a graph; object: layer, cause: the loss
  StaleMode,    ///< a cached trace has another training mode than this call; object: TFFunction, other: the layer below
                ///< that asked, detail: 1 when the call trains, cause: the call that traced
  ModeLeak,     ///< Keras 3: a layer runs in the mode that an earlier one of the same call was given; object: layer,
                ///< other: the earlier one, cause: its call, detail: 1 when that mode is training
  ModeIgnored,  ///< Keras 3: a functional model gives its own mode to a layer that was connected with another; object:
                ///< layer, detail: 1 when it was connected for training, call: who runs the model
  ModeOpen,     ///< a hand-written step differentiates a call without training mode; object: model, other: layer that
                ///< asks, call: gradient
  LossesTwice,  ///< collected losses added to an objective that has them; object: model
  LossesLeftOut,   ///< gradient of an objective without the losses its model collects; object: model, other: layer that
                   ///< has one, cause: where it was added
  UntapedLoss,     ///< the differentiated value was made after the tape's block, with collected losses; call: gradient
  ShadowedLoss,    ///< a step returns nothing but `loss`, which Keras' own tracker replaces; object: model
  PlaceholderUse,  ///< something that needs values is given a KerasTensor; name: API, detail: `PlaceholderOf`
  RemovedApi,      ///< Keras 3 has no such name, keyword or way to call; name: it, value: text with effect and advice
  InvalidLoss,     ///< add_loss of something this Keras refuses; object: layer, name: what it is
  ConfigGap,       ///< a layer cannot be made again from its config; name: argument or key, detail: `GapOf`
  HostFunction,    ///< XLA is to compile a function that calls Python; name: API, cause: what asks for XLA
  NoGradient,      ///< no gradient can reach the sources; cause: what cuts it, name: its API, detail: `CutBy`
  LateTrainable,   ///< a step that was compiled or traced before `trainable` changed runs again; cause: the store
  TapeSpent,       ///< a tape that is not persistent gives a second gradient; cause: the first
  EndpointInGraph,  ///< fit, predict and the like in a graph; object: model, name: method
  LateState,        ///< Keras 3: a layer, metric or variable stored on a built layer; object: layer, name: attribute
  AssignLost,       ///< Keras 3: a variable assigned in a `build` that runs in a symbolic pass; call: who builds
  Untracked,        ///< Keras 3: `tf.Variable` of a layer that is trained, or (detail 1) layers of a tf.Module; name:
                    ///< attribute
  LambdaState,      ///< a Lambda layer that is trained takes a variable from outside; other: variable
  PredictLoop,      ///< predict in a loop; object: model
  EagerDebug,       ///< a switch that runs graphs as Python; name: the switch
  OldOption,        ///< an old option of tf.function; name: it
  MaskLost,     ///< a layer that uses masks gets a tensor whose mask was lost at the border of a trace; object: layer
  ModeLacking,  ///< Keras 3: `fit` cannot tell a model that it trains, its `call` takes no mode; object: model, other:
                ///< layer that asks, cause: where it is called
  LoopExit,     ///< a loop is left in a way that AutoGraph cannot stage; call: the loop, detail: `loop_exit`
  NoSuperInit,  ///< a layer whose `__init__` never ran Keras' own; object: layer, detail: 1 when state is stored first
  DirectCall,   ///< `layer.call(…)` of a layer that is not built; object: layer, name: what it lacks
  UntapedForward,  ///< a gradient of something no tape has recorded; detail: `untaped`, cause: the value that came from
                   ///< outside
  LostWrite,       ///< in a graph, the array that a write gives is dropped; name: method
  GradientPairs,   ///< gradients are not applied to what they belong to; detail: `pairs`
  EarlyVariables,  ///< the variables of a model are asked for before it has any; object: model, call: who needs them,
                   ///< detail: 1 when asking raises
  TraceGuard,      ///< code whose effect is part of a trace stands under a condition that the trace itself decides for
                   ///< ever; name: what it asks and changes, cause: where that is stored, detail: 1 when it never runs
  OpenDimension,   ///< None stands where a function needs a number; name: API
  UnknownRank,     ///< a layer needs the shape of what Python gave; object: layer, cause: the function of Python
  Recursive,       ///< a tf.function calls itself while it is traced with the same kinds of arguments
  ShortSignature,  ///< `input_signature` has fewer entries than the function needs; object: TFFunction
  OtherScope,    ///< compiled in the scope of a strategy, made outside: object: model or optimizer, cause: where it was
                 ///< made
  Inconsistent,  ///< a name has another kind or shape after a staged statement; name, detail: `inconsistent`, call: the
                 ///< statement
  ForeignVariables,  ///< an optimizer is given a variable it was not built with; object: optimizer, other: variable,
                     ///< cause: where it was built
};

/// `detail` of LoopExit.
namespace loop_exit {
constexpr std::uint32_t leaves = 0;          ///< `break` under a tensor condition in a loop of Python
constexpr std::uint32_t returns = 1;         ///< `return` under a tensor condition in a loop of Python
constexpr std::uint32_t staged_returns = 2;  ///< `return` in a staged loop
}  // namespace loop_exit

/// `detail` of UntapedForward.
namespace untaped {
constexpr std::uint32_t before = 0;     ///< the forward pass ran before the block
constexpr std::uint32_t after = 1;      ///< the target was computed after the block
constexpr std::uint32_t unwatched = 2;  ///< the source is a tensor nobody watches; cause: where it was made
constexpr std::uint32_t integer = 3;    ///< the source is a variable of integers; cause: where it was made
}  // namespace untaped

/// `detail` of Inconsistent.
namespace inconsistent {
constexpr std::uint32_t grows = 0;  ///< a loop variable gets longer in each turn
constexpr std::uint32_t kinds = 1;  ///< numbers or texts of different kinds at the end of two branches
}  // namespace inconsistent

/// `detail` of GradientPairs.
namespace pairs {
constexpr std::uint32_t others = 0;   ///< of other variables
constexpr std::uint32_t swapped = 1;  ///< variables and gradients in the wrong order
}  // namespace pairs

/// `detail` of OutsideLoss.
namespace outside_loss {
constexpr std::uint32_t refused = 0;  ///< Keras 2
constexpr std::uint32_t wiped = 1;    ///< the next call clears it
constexpr std::uint32_t late = 2;     ///< the step had computed its objective before
}  // namespace outside_loss

/// `detail` of PlaceholderUse: what the placeholder is given to.
enum class PlaceholderOf : std::uint32_t { operation, traced, host };

/// `detail` of NoGradient.
enum class CutBy : std::uint32_t { host, flat };

/// `detail` of ConfigGap: a value no config can hold, an argument without default the config lacks, a key no argument
/// takes.
enum class GapOf : std::uint32_t { value, missing, unexpected };

struct Event {
  EventKind kind = EventKind::LeakUse;
  Verdict verdict = Verdict::EagerRead;
  SiteId site = 0;            ///< the user's code where it shows
  SiteId cause = 0;           ///< where it begins, if elsewhere
  SiteId call = 0;            ///< the call that brought us there, if it matters
  RegionId region = 0;        ///< region at `site`
  RegionId owner_region = 0;  ///< region the value belongs to
  Value value;
  ObjId object = 0;
  ObjId other = 0;
  Symbol name;
  std::uint32_t detail = 0;
  Escape escape;
  std::vector<ObjId> objects;
  bool may = false;            ///< not every path or object
  bool guarded = false;        ///< below a condition nothing is known about
  bool undecided = false;      ///< such a condition stands inside the graph: the graph may never hold this code
  bool silent = false;         ///< LeakUse: the reader does not notice
  bool raises = false;         ///< MissedLoss: the reader cannot take an empty list
  bool caught = false;         ///< inside `try` with handlers, or under pytest.raises
  bool client = false;         ///< shown only by a synthetic driver
  bool assumed_shape = false;  ///< needs "batches of the same shape"
};

}  // namespace graphfence
