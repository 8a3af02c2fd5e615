#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/base/cancel.h"
#include "analysis/library/api.h"
#include "analysis/summary/source.h"
#include "analysis/summary/special_calls.h"
#include "analysis/values/events.h"
#include "analysis/values/heap.h"

/// The interpreter: runs one root (a module body, a test, a synthetic driver of a class) on abstract values and
/// decides, for every tensor, which graph owns it and whether the code that consumes it may enter that graph.
///
/// Worked example (`examples/problem1…`): the module body makes the layer and calls it in the eager region.
/// `Layer.__call__` is library text (`library/python/keras3.py`) and runs like user code; it calls the user's `call`, a
/// TFFunction, which opens the region Eager/Function and runs the body there. `add_loss` puts a tensor of that region
/// on the layer. Back in the eager region `sum(layer.losses)` consumes it: its region is not an ancestor of the current
/// one, so the event LeakUse is emitted with the escape "AddLoss at …". The next call finds a trace record with the
/// same signature: no Python runs, the list stays empty, and the read emits MissedLoss.
///
/// Limits count instructions of one root, never time, so a result depends on the root's code alone.
namespace graphfence {

namespace limits {
constexpr std::uint32_t steps = 120'000;         ///< instructions of one root; beyond it the root ends (silent)
constexpr std::uint32_t call_depth = 48;         ///< nested calls; beyond it a call is opaque
constexpr std::uint32_t nesting = 60;            ///< blocks in blocks of one function; beyond it the root ends
constexpr std::uint32_t recursion = 3;           ///< activations of one function of the user's on the stack
constexpr std::uint32_t library_recursion = 12;  ///< of one library function: layers in layers
constexpr std::uint32_t container_slots = 16;    ///< elements of a list or tuple that are told apart
constexpr std::uint32_t unrolled = 8;            ///< iterations of a loop over known elements that run one by one
constexpr std::uint32_t callees = 3;             ///< functions one call may reach
constexpr std::uint32_t traces = 4;              ///< records kept per traced function
constexpr std::uint32_t events = 400;
constexpr std::uint32_t mro = 64;          ///< classes in a resolution order; beyond it a class is of unknown bases
constexpr std::size_t library_path = 160;  ///< characters of a dotted library path
constexpr std::uint32_t file_steps = 4'000'000;  ///< instructions of all roots of one file; later roots are not run
}  // namespace limits

/// A code body that took part in the run.
struct ChunkRef {
  const SourceModule* file = nullptr;
  std::uint32_t unit = 0;
  std::uint32_t chunk = 0;
  const ir::Chunk* code = nullptr;
  ObjId module = 0;
};

constexpr SiteId make_site(std::uint32_t chunk, std::uint32_t pc) {
  return ((chunk + 1) << 16) | (pc & 0xFFFF);
}
constexpr std::uint32_t site_chunk(SiteId site) {
  return (site >> 16) - 1;
}
constexpr std::uint32_t site_pc(SiteId site) {
  return site & 0xFFFF;
}

struct ClassInfo {
  std::uint32_t chunk = 0;  ///< body
  std::vector<ObjId> mro;   ///< itself first
  Symbol name;
  bool open = false;  ///< some base is unknown
  bool dataclass = false;
  std::uint8_t traits = 0;
  bool library = false;
  library::Generation generation = library::Generation::Keras3;
};

enum Trait : std::uint8_t {
  trait_layer = 1,
  trait_model = 2,
  trait_variable = 4,
  trait_metric = 8,
  trait_optimizer = 16,
  trait_cell = 32,        ///< library RNN cell
  trait_functional = 64,  ///< Functional or Sequential: built from symbolic inputs
  trait_rnn = 128,
};

struct Arguments {
  std::vector<Value> positional{};
  std::vector<std::pair<Symbol, Value>> keywords{};
  bool open_positional = false;  ///< `*unknown` among them
  bool open_keywords = false;    ///< `**unknown` among them
  [[nodiscard]] std::optional<Value> keyword(Symbol name) const;
  friend bool operator==(const Arguments&, const Arguments&) = default;
};

struct TraceOptions {
  bool autograph = true;
  bool jit = false;
  bool fixed_signature = false;
  bool relaxed = false;     ///< `reduce_retracing`
  std::uint32_t calls = 0;  ///< so far
  ObjId before = 0;         ///< the one made before by the same code, reached the same way
  SiteId definition = 0;
};

struct LossEffect {
  ObjId layer = 0;
  Value tensor;
  SiteId site = 0;
  RegionId layer_region = 0;
  bool inside_call = false;
  SiteId layer_call = 0;
  bool implicit = false;
};

struct SignatureLeaf {
  enum class Kind : std::uint8_t { Shape, Constant, Object, Unknown } kind = Kind::Unknown;
  std::uint32_t id = 0;
  ObjId object = 0;
};

/// A plain value that a trace took from a name outside it.
struct TraceRead {
  ObjId holder = 0;
  Symbol name;
  Value value;
  SiteId site = 0;
  Value after;  ///< what stood there when the trace ended
};

/// What one trace of a function read and did (engine.md 2.6).
struct TraceRecord {
  std::uint32_t next = 0;  ///< older record, 0: none
  std::vector<SignatureLeaf> signature;
  RegionId region = 0;
  bool stateless = false;
  Value result;
  std::vector<ObjId> pending;  ///< variables read before they existed
  std::vector<LossEffect> losses;
  std::vector<TraceRead> reads;
  ObjId end = 0;  ///< objects made from here on are younger
  SiteId call = 0;
  Value mode = v_none;         ///< Keras' training mode around it
  ObjId mode_reader = 0;       ///< layer that took the mode from there
  bool explicit_mode = false;  ///< some call inside sets the mode itself
};

struct Ambient {
  RegionId region = 0;
  RegionId lifted = 0;  ///< the graph that `tf.init_scope` left
  ObjId strategy = 0;   ///< the `tf.distribute` strategy whose scope is open
  Value training = v_none;
  bool converted = false;       ///< AutoGraph converts the code that runs now
  ObjId call_context = 0;       ///< outermost `Layer.__call__` in progress
  std::uint8_t caught = 0;      ///< inside `try` with handlers
  std::uint16_t guarded = 0;    ///< below unknown conditions
  std::uint16_t undecided = 0;  ///< those of them that stand inside a graph
  std::uint8_t tapes = 0;       ///< open gradient tapes
  bool later = false;           ///< in a turn of a loop that may be any: nobody knows how many there were before
  bool assumed_shape = false;
  bool rows = false;  ///< in `tf.vectorized_map` within a graph
};

struct Exit {
  Heap::Delta delta;
  Value value;
};

/// A way out of a block whose end must run first (`finally`, `__exit__`).
struct WayOut {
  enum class Kind : std::uint8_t { Return, Break, Continue } kind = Kind::Return;
  Value value;
  bool here = false;  ///< the block ended with it: the state is the one at hand
  Heap::Delta delta;  ///< else what changed since the finalizer's mark
};

struct Finalizer {
  Heap::Mark mark = 0;
  std::uint32_t branches = 0;  ///< the frame's, right inside the block
  std::vector<WayOut> exits;
  Finalizer* outer = nullptr;
};

struct LoopContext {
  Finalizer* finalizer = nullptr;  ///< innermost one around the loop
  Heap::Mark iteration = 0;        ///< continues are relative to it
  Heap::Mark mark = 0;
  std::uint32_t begin = 0;                         ///< its instruction
  RegionId region = 0;                             ///< where its turns run
  std::vector<std::pair<ir::Reg, Value>> carried;  ///< staged: its variables, as the body meets them
  bool free_shapes = false;                        ///< the body sets options of its own
  bool guessed = false;                            ///< what it goes through may be a list after all
  std::vector<Heap::Delta> breaks, continues;
  LoopContext* outer = nullptr;
};

struct Frame {
  const ir::Chunk* code = nullptr;
  std::uint32_t chunk = 0;  ///< number in the run
  std::uint32_t base = 0;   ///< first register
  ObjId env = 0;            ///< own environment
  ObjId outer_env = 0;      ///< the closure's
  ObjId module = 0;
  ObjId class_namespace = 0;  ///< class whose body runs
  ObjId defining_class = 0;   ///< for super()
  Value self = v_unbound;
  const Arguments* arguments = nullptr;  ///< of the call that runs
  bool library = false;
  bool direct = false;  ///< `call` of a layer that is not built, called without its `__call__`
  RegionId region = 0;  ///< where the call began
  std::uint32_t pc = 0;
  std::uint32_t branches = 0;  ///< open branch marks since the frame began
  std::uint32_t nested = 0;    ///< further blocks that run now
  Heap::Mark mark = 0;
  std::vector<Exit> returns;
  Value result = v_none;
  bool returned_in_place = false;
  SiteId staged_return = 0;  ///< the staged `if` a branch of which returned a tensor
  LoopContext* loop = nullptr;
  Finalizer* finalizer = nullptr;
  std::uint32_t returns_seen = 0;
  std::uint32_t loop_exits_seen = 0;
  /// The code that follows runs only where an unknown condition inside a graph did not leave the function, or the turn
  /// of the loop, before.
  bool narrowed = false;
  bool narrowed_turn = false;
  const std::function<bool(Value)>* on_yield = nullptr;  ///< generator that is run as a context manager
};

/// Watches a run: told of every value that an instruction gives, and of every call.
class Observer {
 public:
  virtual ~Observer() = default;
  virtual void executed(const ChunkRef& chunk, std::uint32_t pc, Value result, const Ambient& ambient) = 0;
  /// The caller is the innermost code of the user's; library code between the two is not told.
  virtual void called(const ChunkRef& /*caller*/, const ChunkRef& /*callee*/) {}
  virtual void called_library(const ChunkRef& /*caller*/, std::string_view /*path*/) {}
};

class Interp {
 public:
  Interp(Interner& names, SummarySource& source, World world, const CancelToken& cancel);
  Interp(const Interp&) = delete;
  Interp& operator=(const Interp&) = delete;

  // --- roots -------------------------------------------------------------------------------------------------------
  /// Runs a module body as `__main__`. Returns the module object.
  ObjId run_module(const SourceModule& file);
  /// Runs a module body as an import does.
  void import_file(const SourceModule& file);
  /// Makes the module's names without running driver code: they are evaluated when first asked for.
  ObjId load_module(const SourceModule& file);
  Value module_name(ObjId module, Symbol name);
  Value call(Value callee, const Arguments& arguments, SiteId site);
  /// A fresh instance, with unknown constructor arguments.
  Value instantiate(ObjId class_object, const Arguments& arguments, SiteId site);
  Value attribute(Value base, Symbol name, SiteId site);
  /// What a synthetic driver passes as data: an eager tensor, or something else a caller may pass (a list, a dict).
  Value some_input();
  /// Consumes a value, or every element of a list, where the run stands.
  void use(Value value) { consume(value, 0); }
  /// Calls `get_config` and tells of tensors in it.
  void check_config(Value object);
  RegionId open_region(RegionKind kind, ObjId opener, SiteId definition, bool stateless = false);
  void set_client(bool on) { client_ = on; }
  /// What a program switches for everything that runs after it; a root of the same file begins with them.
  enum Switch : std::uint8_t { switch_eager = 1, switch_arrays = 2, switch_backend = 4, switch_function = 8 };
  [[nodiscard]] std::uint8_t switches();
  void set_switches(std::uint8_t switches);
  void set_observer(Observer* observer) { observer_ = observer; }
  /// Runs the bodies of generators and coroutines at the call; without it they are opaque, since nobody knows when and
  /// in which graph they run.
  void set_follow(bool on) { follow_ = on; }

  // --- what the run found ------------------------------------------------------------------------------------------
  [[nodiscard]] const std::vector<Event>& events() const { return events_; }
  [[nodiscard]] const std::vector<Region>& regions() const { return regions_; }
  [[nodiscard]] const std::vector<ChunkRef>& chunks() const { return chunks_; }
  [[nodiscard]] bool used(std::uint32_t chunk) const { return used_[chunk]; }
  [[nodiscard]] bool asked_generation() const { return asked_generation_; }
  [[nodiscard]] bool exhausted() const { return steps_ >= limits::steps; }
  [[nodiscard]] std::uint32_t steps() const { return steps_; }
  [[nodiscard]] Heap& heap() { return heap_; }
  [[nodiscard]] const Heap& heap() const { return heap_; }
  [[nodiscard]] Interner& names() { return names_; }
  [[nodiscard]] const TraceRecord& record(std::uint32_t index) const { return records_[index]; }
  [[nodiscard]] const World& world() const { return world_; }
  [[nodiscard]] Ambient& ambient() { return ambient_; }
  [[nodiscard]] const ClassInfo& class_info(ObjId class_object) const { return classes_[heap_[class_object].a]; }
  [[nodiscard]] ObjId class_of(Value value) const;       ///< class object of a single instance, else 0
  [[nodiscard]] std::uint8_t traits(Value value) const;  ///< of every member
  [[nodiscard]] Escape escape_of(ObjId tensor) const;
  [[nodiscard]] const TraceOptions& trace_options(ObjId function) const { return options_[heap_[function].b]; }
  Value lookup_class(ObjId class_object, Symbol name, ObjId after = 0, ObjId* found_in = nullptr);
  [[nodiscard]] std::vector<ObjId> children(ObjId object);  ///< layers stored on the object, in order
  [[nodiscard]] std::vector<ObjId> tree(ObjId object);      ///< the object and everything below it
  [[nodiscard]] ObjId underlying(Value function) const;
  [[nodiscard]] std::string function_name(Value function) const;
  [[nodiscard]] SiteId definition_site(Value function) const;
  [[nodiscard]] bool is_ancestor(RegionId ancestor, RegionId region) const;
  [[nodiscard]] Value local(std::uint32_t reg) const {
    return heap_.reg(frames_.back()->base + reg);
  }  ///< of the innermost frame
  [[nodiscard]] SiteId user_site() const;  ///< innermost place in user code
  [[nodiscard]] bool in_user_code() const { return !frames_.empty() && !frames_.back()->library; }
  [[nodiscard]] bool user_file(SiteId site) const;
  [[nodiscard]] std::string_view text(Symbol s) const { return names_.text(s); }

 private:
  // exec.cpp, flow.cpp
  bool run_block(Frame& frame, std::uint32_t begin, std::uint32_t end);  ///< false: the end is not reached
  bool step(Frame& frame, std::uint32_t& pc, std::uint32_t end);
  bool run_if(Frame& frame, const ir::Instr& in, std::uint32_t pc);
  void refine(Frame& frame, std::uint32_t pc, ir::Reg condition, bool holds);
  bool run_staged_if(Frame& frame, const ir::Instr& in, std::uint32_t pc);
  void wire_in(Frame& frame, LoopContext& loop, std::uint32_t begin, std::uint32_t end, SiteId site);
  void wire_out(const Frame& frame, std::uint32_t begin, std::uint32_t end, Heap::Mark mark, SiteId site);
  void enter_guard();
  void leave_guard();
  bool leave_loop(Frame& frame, WayOut::Kind kind);
  void leave_through(Frame& frame, WayOut::Kind kind, Value value);
  void leave_further(Frame& frame, const WayOut& exit);
  bool leave_block(Frame& frame, Finalizer& finalizer, bool reached, const std::function<bool()>& last);
  bool run_generator_as_manager(Frame& frame, const ir::Instr& in, std::uint32_t pc, ObjId generator);
  bool may_lack_import(const Frame& frame, std::uint32_t begin, std::uint32_t end);
  bool run_for(Frame& frame, const ir::Instr& in, std::uint32_t pc);
  bool run_while(Frame& frame, const ir::Instr& in, std::uint32_t pc);
  bool run_iteration(Frame& frame, LoopContext& loop, std::uint32_t begin, std::uint32_t end);
  bool settled(const Frame& frame, const Heap::Delta& before, ir::Reg target, bool comprehension) const;
  void generalise(const Heap::Delta& before);
  bool finish_loop(Frame& frame, LoopContext& loop, bool reached, std::uint32_t else_begin, std::uint32_t else_end);
  bool run_with(Frame& frame, const ir::Instr& in, std::uint32_t pc);
  Value caught_object(Value type, SiteId site);
  bool run_try(Frame& frame, const ir::Instr& in, std::uint32_t& pc);
  /// Below no branch there is no path of this frame to come back to, and outer paths end with the frame.
  void set_variable(const Frame& frame, ir::Reg reg, Value value) {
    if (frame.branches > 0) {
      heap_.set_local(frame.base + reg, value);
    } else {
      heap_.set_reg(frame.base + reg, value);
    }
  }
  bool leave(Frame& frame, Value value);
  Value run_chunk(Frame& frame);
  void tell_config(ObjId object, SiteId definition, Value config);
  void tell_call(std::uint32_t callee) const;
  Value follow(ObjId function, const Arguments& arguments, SiteId site, Value self);
  void run_import(Frame& frame, const ir::Instr& in, SiteId site);
  bool exhausted_now();

  // names.cpp
  Value load_global(Frame& frame, Symbol name);
  Value builtin(Symbol name);
  Value find_builtin(Symbol name);
  Value lazy_name(ObjId module, Symbol name);
  void exported_names(ObjId module, std::vector<Symbol>& out, int depth);
  ObjId module_of(const SourceModule& file);
  Value import_module(Frame& frame, std::string_view module, unsigned level, bool top);
  Value library_path(std::string_view path, library::Generation generation);
  Value library_attribute(ObjId lib, Symbol name);
  ObjId environment(const Frame& frame, std::uint32_t depth) const;

  // attributes.cpp
  Value attribute_of(ObjId object, Symbol name, SiteId site);
  Value bind_descriptor(Value member, Value self, ObjId class_object, SiteId site);
  void store_attribute(Value base, Symbol name, Value value, SiteId site);
  void note_attribute_store(ObjId object, Symbol name, Value value, SiteId site);
  Value escaping(ObjId holder, EscapeKind kind, Symbol name, Value value, SiteId site, int depth = 0);
  std::optional<bool> has_attribute(Value value, Symbol name);
  std::optional<bool> has_attribute(ObjId object, Symbol name);
  Value dict_of_attribute(ObjId object, Symbol name, SiteId site);
  bool is_attribute_dict(const Obj& object);
  Value dict_of_method(ObjId object, std::string_view method, const Arguments& arguments, SiteId site);

  // classes.cpp
  Value make_class(Frame& frame, const ir::Instr& in, SiteId site);
  Value generic_base(std::string_view path, library::Generation generation);
  bool linearise(ClassInfo& info, const std::vector<ObjId>& bases, ObjId self);
  Value make_function(Frame& frame, const ir::Instr& in, SiteId site);
  std::uint32_t chunk_number(const SourceModule& file, std::uint32_t unit, std::uint32_t chunk, ObjId module);
  void run_body(ObjId module, std::uint32_t begin, std::uint32_t end);

  // calls.cpp
  Arguments collect(Frame& frame, const ir::Instr& in);
  Value call_object(ObjId callee, const Arguments& arguments, SiteId site);
  // memo.cpp: functools.cache
  Value remembering(Value function);
  std::optional<Value> remembered(ObjId function, const Arguments& arguments) const;
  void remember(ObjId function, const Arguments& arguments, Value result);
  [[nodiscard]] bool repeats_itself(std::uint32_t chunk, const Arguments& arguments) const;
  Value call_function(ObjId function, const Arguments& arguments, SiteId site, Value self = v_unbound,
                      const std::function<bool(Value)>* on_yield = nullptr);
  bool bind(Frame& frame, ObjId function, const Arguments& arguments, SiteId site);
  Value call_instance(ObjId object, const Arguments& arguments, SiteId site);
  Value call_library(ObjId lib, const Arguments& arguments, SiteId site);
  Value call_special(SpecialCall what, ObjId lib, const Arguments& arguments, SiteId site, bool& handled);
  std::uint32_t api_shape(std::string_view path, const Arguments& arguments);
  std::optional<bool> is_instance(Value value, Value type);
  [[nodiscard]] std::optional<bool> is_instance(const Obj& object, Value type) const;
  Value call_api(std::string_view path, const library::Api* api, const Arguments& arguments, SiteId site);
  void run_callback(const library::Api& api, const Arguments& arguments, SiteId site, Value& result);
  void opaque_call(const Arguments& arguments);
  void may_replace(const Arguments& arguments);
  void patch_name(std::string_view path);
  void replace_attribute(ObjId holder, Symbol name);
  std::optional<bool> question(SpecialCall what, Value value);
  std::optional<bool> same_constant(ObjId a, ObjId b) const;
  std::optional<bool> contains(Value container, Value item);
  [[nodiscard]] bool definite(
      ObjId object) const;  ///< an object of its own, that is neither None nor false by surprise
  Value string_method(ObjId string, std::string_view method, const Arguments& arguments, SiteId site);
  void set_environment(Value name, Value value);

  // special_methods.cpp
  Value user_method(Value object, std::string_view name);
  std::optional<Value> special_method(Value object, std::string_view name, const std::vector<Value>& arguments,
                                      SiteId site);
  std::optional<Value> operator_method(ir::BinaryOp op, Value a, Value b, SiteId site, bool in_place);
  std::optional<Value> compare_method(ir::CompareOp op, Value a, Value b, SiteId site);
  Value condition(Value value, SiteId site);
  std::optional<Value> next_item(Value object, SiteId site);
  void text_of(Value value, SiteId site);
  void builtin_asks(std::string_view name, const Arguments& arguments, SiteId site);
  void finish_class(ObjId class_object, const std::vector<ObjId>& bases, SiteId site);
  std::optional<Value> make_new(ObjId class_object, const Arguments& arguments, SiteId site);

  // builtins.cpp, containers.cpp
  Value call_builtin(std::string_view name, const Arguments& arguments, SiteId site, bool& handled);
  Value container_method(ObjId container, Symbol method, const Arguments& arguments, SiteId site, bool& handled);
  Value index(Value base, Value key, SiteId site);
  void store_index(Value base, Value key, Value value, SiteId site);
  Symbol key_symbol(Value key);
  Value make_sequence(Kind kind, const std::vector<Value>& elements, SiteId site, Value rest = v_unbound);
  Value make_dict(SiteId site);
  void dict_set(ObjId dict, Value key, Value value);
  void append(ObjId list, Value value, SiteId site);
  Value element(ObjId container, std::uint32_t i) const;  ///< unbound when out of range
  std::uint32_t length(ObjId container) const { return heap_.raw(container, cell::length); }
  [[nodiscard]] bool is_dataset(Value value);
  Value iterated(Value iterable, SiteId site);  ///< one unknown element
  bool known_elements(Value iterable, std::vector<Value>& out);

  // tensors.cpp
  Value make_tensor(SiteId site, Flows flow, std::uint32_t shape = 0, Symbol api = {});
  Value make_int(std::int64_t value, SiteId site = 0);
  Value make_float(double value, SiteId site = 0);
  Value make_str(Symbol text, SiteId site = 0);
  Value make_host(HostType type, Flows flow, SiteId site);
  Value make_text(bool shows_tensor, SiteId site);
  /// An answer, or a bool nobody knows.
  Value make_bool(std::optional<bool> answer, SiteId site);
  /// A method of an object that is no instance of a class here; `container_method` and `tensor_method` know it.
  Value bound_method(std::string_view method, ObjId receiver, SiteId site);
  Value make_lib(Symbol path, library::Generation generation);
  Value intrinsic(std::uint32_t id);
  void consume(Value value, SiteId site, int depth = 0);
  bool ignores_leaks();
  void consume_tensor(ObjId tensor, SiteId site, bool may);
  void consume_all(const Arguments& arguments, SiteId site);
  void host_convert(Value value, Symbol api, SiteId site);
  void note_host_conversion(Symbol api);
  Flows flow_of(Value value, int depth = 0);
  std::uint32_t shape_of(Value value);
  bool may_be_tensor(Value value, int depth = 0);
  bool must_be_tensor(Value value);
  Value binary(ir::BinaryOp op, Value a, Value b, SiteId site);
  Value unary(ir::UnaryOp op, Value a, SiteId site);
  Value compare(ir::CompareOp op, Value a, Value b, SiteId site);
  Value tensor_attribute(ObjId tensor, Symbol name, SiteId site);
  Value tensor_method(ObjId receiver, Symbol method, const Arguments& arguments, SiteId site, bool& handled);
  Value border(Value value, SiteId site, bool leaving, std::unordered_map<ObjId, ObjId>& seen, int depth);
  Value border(Value value, SiteId site,
               bool leaving);  ///< `leaving`: out of a graph, so Python numbers become tensors too
  std::uint32_t shape_id(const std::vector<std::int32_t>& dims);
  std::uint32_t literal_shape(Value value);
  std::optional<bool> truth(Value value);

  // placeholders.cpp
  Value make_placeholder(SiteId site, bool keras3, std::uint32_t shape = 0);
  /// What an operator or an index makes of one; told in a graph of Keras 2, which has no place for it.
  Value placeholder_operator(Value placeholder, std::string_view what, SiteId site);
  /// Of a value that is surely a KerasTensor, or a sequence with one: that one; else 0.
  ObjId placeholder_in(Value value, int depth = 0);
  ObjId placeholder_in(const Arguments& arguments);
  void tell_placeholder(ObjId tensor, Symbol api, PlaceholderOf what, SiteId site);
  bool placeholder_call(std::string_view path, const library::Api* api, const Arguments& arguments, SiteId site);

  // removed_names.cpp
  [[nodiscard]] static bool removed_keyword(std::string_view name);
  /// Tells of a path (no traits), or a member of an object with these traits, that Keras 3 has no more.
  void tell_removed(std::uint8_t traits, std::string_view name);
  Value told(std::uint32_t id, const Arguments& arguments);  // told.cpp
  Value told_of(std::string_view what, Value object, Value other, std::string_view name, std::string_view more);
  void tell(EventKind kind, ObjId object, Symbol name, std::string_view words = {});

  // configs.cpp
  void remember_arguments(ObjId object, const Arguments& arguments);
  /// Of a layer without `get_config`: was it given something that a config cannot hold?
  bool unwritten(ObjId object);
  void remake(Value class_object, Value config);
  void late_trainable(ObjId model, bool tell_of_it);

  // gradients.cpp
  void may_have_gradient(Value value, int depth = 0);
  /// A function that calls Python cannot be compiled by XLA.
  void tell_compiled(std::string_view api);
  /// What is left of flows behind an operation without a gradient.
  Flows cut_gradient(Flows flow, std::string_view api);
  [[nodiscard]] static bool surely_flat(std::string_view api);
  [[nodiscard]] bool is_integer_type(Value type) const;
  /// `fails`: whoever asks raises when there is none.
  void tell_no_gradient(Value target, bool fails);
  std::optional<std::int64_t> int_of(Value value) const;

  // trace.cpp
  Value make_tf_function(Value function, const Arguments& options, SiteId site);
  Value call_tf_function(ObjId function, const Arguments& arguments, SiteId site);
  Value call_traced(ObjId function, const Arguments& arguments, SiteId site);
  std::vector<SignatureLeaf> signature(const Arguments& arguments);
  void sign(Value value, std::vector<SignatureLeaf>& out, int depth);
  enum class Cover : std::uint8_t { No, Assumed, Must };
  Cover covers(const TraceRecord& record, const std::vector<SignatureLeaf>& signature, bool fixed) const;
  Value run_in_region(RegionKind kind, ObjId opener, SiteId definition, Value function, const Arguments& arguments,
                      SiteId site, bool converted, bool stateless = false);
  Value cached_call(ObjId function, TraceRecord& record, SiteId site);
  bool in_graph() const;
  // once.cpp: what Python does once for each trace
  [[nodiscard]] RegionId trace_region() const;
  [[nodiscard]] RegionId traced_now() const;
  [[nodiscard]] std::vector<Frame*>::const_iterator first_frame(RegionId trace) const;
  void note_call(const library::Api& api, Symbol name, const Arguments& arguments, SiteId site);
  void report_effect(RegionId trace, std::uint32_t detail, Symbol name, SiteId site);
  void note_append(ObjId list, Value value, SiteId site);
  void note_count(const Frame& frame, std::uint32_t pc, ObjId holder, Symbol name);
  [[nodiscard]] bool older(ObjId object, RegionId trace) const;
  void note_mutation(ObjId container, SiteId site);
  void note_iterator(Value iterator, SiteId site);
  void note_variable(ObjId variable);
  void note_read(const Frame& frame, std::uint32_t pc, ObjId holder, Symbol name, Value value);
  void check_reads(const TraceRecord& record);
  void trace_again(RegionId region, Value function, const Arguments& arguments, SiteId site, std::size_t made,
                   std::uint32_t steps);
  // branches.cpp: names that a staged `if` binds on one side, and variables that become tensors
  void check_branches(const Frame& frame, const ir::Instr& in, Heap::Mark mark, const Heap::Delta& first,
                      const Heap::Delta& second, SiteId site);
  void report_branch(SiteId site, Symbol name, std::uint32_t detail, Value there = v_unbound);
  void check_kinds(const Frame& frame, const ir::Instr& in, Heap::Key key, Value one, Value other, SiteId site);
  void check_growth(const LoopContext& loop, const Frame& frame, SiteId site);
  void note_growth(Value result, const Arguments& arguments);
  void note_rebound(ObjId object, Symbol name, std::uint32_t detail, SiteId site);
  // retracing.cpp
  void note_made(ObjId function);
  void note_made_call(ObjId function);
  void note_retrace(ObjId function, const std::vector<SignatureLeaf>& now);
  void note_varying(ObjId function, const TraceRecord& record, const Arguments& arguments);
  [[nodiscard]] bool shows_tensor(Value value, RegionId trace) const;
  [[nodiscard]] bool is_variable(const Obj& object) const {
    return object.kind == Kind::Instance && (classes_[heap_[object.a].a].traits & trait_variable) != 0;
  }
  /// Surely a tensor or variable that has no number while the graph is traced.
  [[nodiscard]] bool is_symbolic(Value value) const;
  void tensor_truth(Value value, SiteId site, std::uint32_t construct, Symbol function = {}, bool assumed = false);
  void tensor_builtin(std::string_view name, const Arguments& arguments, SiteId site);
  void builtin_compares(Symbol function, const std::vector<Value>& arguments, SiteId site);
  bool pass_in_scratch() const;

  // collected.cpp: what becomes of collected losses, and of the training mode
  void note_loss(ObjId layer, SiteId loss, const Frame& below);
  void skipped_losses(const Frame& frame, std::uint32_t pc, std::uint32_t begin, std::uint32_t end);
  void guarded_effect(const Frame& frame, std::uint32_t pc, bool runs);
  void try_left_out(Frame& frame, std::uint32_t pc, std::uint32_t begin, std::uint32_t end);
  bool loss_outside(ObjId layer, Value value, bool keras3);
  void wiped_loss(ObjId layer, std::uint32_t how);
  void callable_loss(ObjId layer, Value function, const std::vector<Value>& present);
  void row_loss(ObjId layer);
  [[nodiscard]] Value training_mode() const;
  void ask_mode(ObjId layer, Value given, bool weights);
  void set_mode(Value mode);
  void mode_ignored(Value given, SiteId connected);
  [[nodiscard]] bool in_progress(ObjId layer) const;
  void stale_mode(const TraceRecord& record);
  void added_losses(Value a, Value b, SiteId site);
  Value objective(ObjId model, Value total);
  void differentiate(Value tape, Value target, Value sources);
  void left_out(ObjId model, Value target);
  [[nodiscard]] bool part_of_another(ObjId model) const;
  void step_result(ObjId model, Value logs);
  Event at_hand(EventKind kind, ObjId object) const;

  // training.cpp: gradients, the tapes they come from and the variables they are for
  [[nodiscard]] bool behind_block(Value tape, SiteId made) const;
  void tell_untaped(Value tape, Value target, Value sources);
  void note_gradients(Value sources, Value gradients);
  void apply_gradients(Value optimizer, Value pairs);
  bool asked_early(ObjId model, bool keras3);
  void lacking_mode(ObjId layer, Value given);

  // readiness.cpp: layers before they are ready
  bool needs_rank(Value layer, Value inputs);
  void mixed_keras(Value holder, Value layer);
  void compiled_in_scope(Value model, Value optimizer);
  bool never_initialised(ObjId layer);
  void stored_early(ObjId model, Value value);
  [[nodiscard]] bool called_directly(Value function, Value self);
  void lacks(ObjId layer, Symbol name);

  // staging.cpp: what tracing cannot stage
  Value make_dimension(std::int32_t size, SiteId site);
  [[nodiscard]] bool is_open_dimension(Value value) const;
  bool open_dimension(std::string_view path, const Arguments& arguments);
  bool calls_itself(ObjId function, const std::vector<SignatureLeaf>& now);
  void short_signature(Value made, Value function, Value signature, bool method);
  void dropped_write(std::string_view method);
  void tell_loop_exit(const Frame& frame, bool returns);

  // state.cpp: variables and sublayers that Keras does not know
  [[nodiscard]] bool tracked_state(Value value) const;
  void late_state(ObjId object, Symbol name, Value before, Value value, SiteId site);
  void late_weight(ObjId layer);
  void assigned(ObjId variable, std::string_view method);
  void untracked(ObjId root);
  void lambda_state(ObjId layer, Value function);
  void mask_needed(ObjId layer, Value inputs);
  Value with_mask(ObjId layer, Value inputs, Value result);
  void predict_in_loop(ObjId model);
  void eager_debug(ObjId model, std::string_view name);

  // intrinsics.cpp: what the embedded library text is written with
  friend struct Intrinsics;
  Value call_intrinsic(std::uint32_t id, const Arguments& arguments, SiteId site);
  void emit(Event event);

  Interner& names_;
  SummarySource& source_;
  World world_;
  CancelToken cancel_;
  Heap heap_;
  std::vector<ChunkRef> chunks_;
  std::unordered_map<const ir::Chunk*, std::uint32_t> chunk_ids_;
  std::vector<std::uint32_t> activations_;  ///< per chunk
  std::vector<bool> used_;                  ///< per chunk: its code had a say in the result
  std::vector<ClassInfo> classes_;
  std::vector<Region> regions_;
  std::vector<Arguments> stored_arguments_;
  std::vector<TraceOptions> options_{TraceOptions{}};
  std::vector<TraceRecord> records_{TraceRecord{}};
  std::vector<std::uint32_t> active_records_;
  std::vector<Escape> escapes_{Escape{}};
  std::unordered_map<std::uint64_t, ObjId> escaped_;  ///< by tensor and place of the store
  std::vector<std::vector<Value>> defaults_{{}};
  std::vector<double> doubles_;
  struct Node {
    ObjId layer = 0;
    std::vector<Value> inputs;
    Value training = v_none;
    SiteId site = 0;
  };
  std::vector<Node> nodes_{Node{}};
  std::vector<std::vector<std::int32_t>> shapes_{{}};
  std::unordered_map<const SourceModule*, ObjId> modules_;
  std::vector<const SourceModule*> module_files_;
  std::vector<bool> lazy_;  ///< per module: names are evaluated when first asked for
  std::unordered_set<std::uint64_t> evaluating_;
  std::unordered_map<std::uint64_t, ObjId> constants_;
  /// What is known of a library path, looked up once.
  struct LibFacts {
    const library::Api* api = nullptr;
    SpecialCall special = SpecialCall::None;
    bool builtin = false;
  };
  std::vector<LibFacts> lib_facts_;
  std::vector<Frame*> frames_;
  std::vector<Event> events_;
  Ambient ambient_;
  Observer* observer_ = nullptr;
  std::uint32_t steps_ = 0;
  std::uint32_t pass_depth_ = 0;
  std::vector<ObjId> pending_variables_;
  /// Where a layer's own code was when it added a loss, and in which outermost call.
  struct LossPlace {
    ObjId layer = 0;
    SiteId place = 0;
    SiteId loss = 0;
    ObjId call = 0;
  };
  std::vector<LossPlace> loss_places_;
  std::uint32_t effects_ = 0;  ///< variables changed so far
  ObjId early_model_ = 0;      ///< the model whose variables were asked for last while it had none
  SiteId early_read_ = 0;      ///< … and where
  SiteId untaped_use_ = 0;     ///< where a tape met a value that weights went into before it began
  SiteId untaped_made_ = 0;
  ObjId mode_asked_ = 0;    ///< layer that asked for the training mode last
  ObjId objective_of_ = 0;  ///< whose objective carries `flow_objective`
  ObjId collected_of_ = 0;  ///< whose losses carry `flow_collected`
  SiteId last_host_conversion_ = 0;
  Symbol last_host_api_;
  SiteId last_cut_ = 0;
  Symbol last_cut_api_;
  bool asked_generation_ = false;
  bool client_ = false;
  bool follow_ = false;

  // once.cpp, retracing.cpp
  std::vector<std::pair<ObjId, ObjId>> module_objects_;      ///< made by modules when first asked for a name
  std::unordered_map<std::uint64_t, ObjId> made_functions_;  ///< the newest, by the way to the code that made it
  std::vector<bool> made_;       ///< per variable made in a trace: would another trace make it again?
  std::uint32_t retracing_ = 0;  ///< in the second trace that a function gets which made variables in the first
};

}  // namespace graphfence
