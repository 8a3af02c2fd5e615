#pragma once

#include <cstdint>

#include "analysis/base/symbol.h"

/// Abstract values of one run of the interpreter. Objects are numbered in the order they are made; the numbers are
/// private to the run and never reach a finding. See engine.md 2.3 and docs/decisions/0001.
namespace graphfence {

using ObjId = std::uint32_t;
/// Where something happened: chunk of the run (upper 16 bits) and instruction in it. 0: nowhere.
using SiteId = std::uint32_t;
using RegionId = std::uint32_t;

/// One object, or an interned set of two to eight objects. Comparable by identity.
struct Value {
  static constexpr std::uint32_t set_bit = 0x80000000U;
  std::uint32_t bits = 0;

  [[nodiscard]] bool single() const { return (bits & set_bit) == 0; }
  [[nodiscard]] ObjId obj() const { return bits; }  ///< only when single
  friend bool operator==(Value, Value) = default;
};

constexpr Value v_unbound{0};  ///< the name or cell has no value on this path
constexpr Value v_unknown{1};  ///< anything
constexpr Value v_none{2};
constexpr Value v_true{3};
constexpr Value v_false{4};
constexpr Value v_ellipsis{5};
constexpr ObjId first_free_obj = 6;

enum class Kind : std::uint8_t {
  Unbound,
  Unknown,
  None,
  Bool,
  Ellipsis,
  Int,    // a, b: 64-bit value
  Float,  // a: index into the run's doubles
  Str,    // a: symbol
  Host,   // a Python value of unknown content; a: HostType, b: `host_text` or `host_varies`
  Array,  // NumPy array or scalar; b: shape
  Meta,   // static shape, or a part of one; b: shape when it is a whole shape
  Tuple,  // elements are cells (slot symbols)
  List,
  Dict,
  Set,
  Slice,
  Function,      // a: chunk of the run, b: environment, c: defaults (index), d: class whose body defined it
  Bound,         // a: function value, b: self value
  Partial,       // a: function value, b: stored arguments (index)
  TFFunction,    // a: function value, b: options (index)
  Class,         // a: class record (index)
  Instance,      // a: class object
  Module,        // a: module of the run
  Lib,           // a: symbol of the canonical library path, b: Keras generation, c: facts of the run (index)
  Super,         // a: class object after which the search starts, b: self value
  Property,      // a: getter value, b: setter value
  StaticMethod,  // a: function value
  ClassMethod,   // a: function value
  Intrinsic,     // a: intrinsic number
  Env,           // captured variables of one call; a: outer environment
  Tensor,        // a: region, b: shape, c: escape record, d: symbol of the producing API or 0
  KerasTensor,   // a: node (index), b: shape, c: 1 when it is of Keras 3
  Iterator,      // a: iterated value
  Generator,     // a: function, b: stored arguments (index + 1; 0: none), c: self value
};

enum class HostType : std::uint32_t { Any, Int, Float, Bool, Str };

constexpr std::uint32_t host_text = 1;    ///< a text that shows a tensor of a graph
constexpr std::uint32_t host_varies = 2;  ///< a number that each turn of a loop changes

/// Where the content of a tensor or number comes from; united by every operation.
enum Flow : std::uint16_t {
  flow_weight = 1,       ///< a weight of a layer
  flow_input = 2,        ///< an argument, data, another tensor
  flow_host = 4,         ///< went through a host conversion: no gradient
  flow_random = 8,       ///< a host random draw
  flow_unknown = 16,     ///< something whose origin is unknown
  flow_mixed = 32,       ///< a host conversion lies on some paths only
  flow_objective = 64,   ///< Keras' own objective, which has the collected losses in it
  flow_collected = 128,  ///< what `losses` of a layer gave
  flow_flat = 256,       ///< went through an operation without a gradient
  flow_grad = 512,       ///< a tape may have recorded a way from a variable or a watched tensor to it
};

using Flows = std::uint16_t;

enum ObjFlag : std::uint8_t {
  obj_guessed = 1,    ///< made by a function nobody described: perhaps several tensors, or a structure of them
  obj_reported = 2,   ///< a finding was made of it: no cascades
  obj_manager = 4,    ///< generator function that makes context managers
  obj_masked = 8,     ///< tensor with a Keras mask hung on it
  obj_memo = 32,      ///< function that remembers what it gave
  obj_unmasked = 16,  ///< tensor whose mask a graph's border has stripped off
};

struct Obj {
  Kind kind = Kind::Unknown;
  std::uint8_t flags = 0;
  Flows flow = 0;
  SiteId site = 0;  ///< where it was made
  std::uint32_t a = 0, b = 0, c = 0, d = 0;
  std::uint32_t names = 0;  ///< list of the names stored on it; the heap's
};
static_assert(sizeof(Obj) == 28);

/// Slots of lists and tuples, keys of dicts in insertion order: symbols above every interned one.
constexpr std::uint32_t slot_base = 0x40000000U;
constexpr Symbol slot(std::uint32_t i) {
  return Symbol{slot_base + i};
}
/// Hidden cells of containers and objects.
namespace cell {
constexpr Symbol length{0x30000001U};  ///< number of elements, raw; `unknown_length` when paths disagree
constexpr Symbol rest{0x30000002U};    ///< what elements beyond the known ones may be
constexpr Symbol traces{0x30000003U};  ///< TFFunction, model step: newest trace record, raw index
constexpr Symbol built{0x30000004U};
constexpr Symbol losses{0x30000005U};   ///< list of collected losses
constexpr Symbol pending{0x30000006U};  ///< variable: made in a symbolic pass that has not ended
constexpr Symbol owner{0x30000007U};
constexpr Symbol training{0x30000008U};
constexpr Symbol graph_losses{0x30000009U};
constexpr Symbol callables{0x3000000AU};
constexpr Symbol eager_switch{0x3000000BU};   ///< of None: run_functions_eagerly on this path
constexpr Symbol missed{0x3000000CU};         ///< layer: sites of losses that the last cached call did not add
constexpr Symbol regulariser{0x3000000DU};    ///< variable: what `losses` evaluates on it
constexpr Symbol array_methods{0x3000000EU};  ///< of None: tensors have the methods of arrays on this path
constexpr Symbol other_backend{0x30000010U};  ///< of None: Keras runs on something else than TensorFlow
constexpr Symbol outside{0x30000011U};        ///< layer: a loss that was added while no layer ran, nobody read it yet
constexpr Symbol losses_read{0x30000012U};    ///< layer: somebody read its losses
constexpr Symbol rows{0x30000013U};           ///< layer: a loss of one row, added in `tf.vectorized_map`
constexpr Symbol closed{0x30000014U};         ///< tape: where its block ended
constexpr Symbol mode_set{0x30000015U};       ///< outermost call: a layer below was given a mode of its own
constexpr Symbol raw_variable{0x30000017U};   ///< variable: `tf.Variable`, to be trained, that nobody assigns
constexpr Symbol mode_less{0x30000016U};      ///< layer: call that left the mode open though a layer below asks
constexpr Symbol made_with{
    0x30000020U};  ///< layer of the user's: an argument of its constructor that no config can hold
constexpr Symbol trainable_set{0x30000021U};  ///< layer: where `trainable` changed since its models were compiled
constexpr Symbol gradient_of{0x30000022U};    ///< tensor: a gradient for this variable
constexpr Symbol trained{0x30000023U};        ///< optimizer: list of the variables it was built with
constexpr Symbol scope{0x30000028U};          ///< model, optimizer: the strategy in whose scope it was made, or False
constexpr Symbol rankless{0x30000027U};       ///< tensor: what a function of Python gave, of unknown rank
constexpr Symbol integer{0x30000026U};        ///< variable: of integers
constexpr Symbol memo{0x30000024U};        ///< function that remembers: Env with the arguments' number and the result
constexpr Symbol grown_from{0x30000025U};  ///< tensor: the loop variable it was appended to
}  // namespace cell
constexpr bool is_raw_cell(Symbol s) {
  return s == cell::length || s == cell::traces;
}
constexpr std::uint32_t unknown_length = 0xFFFFFFFEU;

enum class RegionKind : std::uint8_t {
  Eager,     // the root of everything
  Caller,    // unknown: whoever calls this function
  Function,  // trace of a tf.function
  Step,      // Keras' train, test or predict function
  Branch,    // staged branch
  Loop,      // staged loop body, RNN body, map_fn
  Dataset,   // callback of tf.data
  Scratch,   // functional construction, Model.build, Keras 3 symbolic pass
  Vectorized,
};

struct Region {
  RegionKind kind = RegionKind::Eager;
  bool stateless = false;  ///< Keras 3 symbolic pass: variables are pending, assignments and losses are dropped
  bool maybe = false;      ///< opened only if the unknown caller is a graph
  RegionId parent = 0;
  ObjId layer = 0;           ///< layer whose `__call__` was in progress
  ObjId first_argument = 0;  ///< objects made before are older than the graph
  ObjId first_inner = 0;     ///< objects made from here on are made by its code
  SiteId call_site = 0;      ///< user code that opened it
  ObjId opener = 0;          ///< TFFunction, model, wrapper layer …
  SiteId definition = 0;     ///< the decorator or `tf.function(…)` call, where there is one
};

}  // namespace graphfence
