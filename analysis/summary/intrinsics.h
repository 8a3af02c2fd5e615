#pragma once

#include <unordered_map>
#include <vector>

#include "analysis/summary/interp.h"

namespace graphfence {

/// One call of an intrinsic (`__gf_…__`) by the library text. `intrinsics.cpp` says which name does what.
struct Intrinsics {
  Interp& in;
  const Arguments& args;
  SiteId site;
  Heap& heap = in.heap_;

  [[nodiscard]] Value at(std::size_t i) const { return i < args.positional.size() ? args.positional[i] : v_unbound; }
  [[nodiscard]] ObjId self() const {
    return at(0).single() && heap[at(0).obj()].kind == Kind::Instance ? at(0).obj() : 0;
  }
  [[nodiscard]] static Value boolean(bool b) { return b ? v_true : v_false; }

  /// Positional and keyword arguments packed by the library text as a tuple and a dict.
  [[nodiscard]] Arguments packed(Value positional, Value keywords) const;

  [[nodiscard]] bool keras3(ObjId object) const {
    return in.class_info(heap[object].a).generation == library::Generation::Keras3;
  }

  /// Is the library text that runs that of Keras 3?
  [[nodiscard]] bool library3() const {
    return in.frames_.back()->module == in.load_module(in.source_.library(LibraryModule::Keras3));
  }

  void symbolic(Value v, bool& any, int depth = 0) const;

  /// What `change` makes of everything a value may be.
  template <typename Change>
  Value each(Value v, Change change) {
    Value joined = v_unbound;
    for (const ObjId id : std::vector<ObjId>(heap.members(v).begin(), heap.members(v).end())) {
      const Value one = change(Value{id});
      joined = joined == v_unbound ? one : heap.join(joined, one);
    }
    return joined;
  }

  /// KerasTensors become placeholders of the scratch graph.
  Value placeholder(Value v, int depth = 0);

  /// And back: what the layer of a node gave, as the outputs of that node.
  Value keras_tensors(Value v, std::uint32_t node, int depth = 0);

  /// Runs a function in a throw-away graph, as Keras does to learn shapes.
  Value scratch(bool stateless, bool swallow);

  void clear_losses(ObjId root);

  void add_one_loss(ObjId layer, Value value);

  void add_loss(ObjId layer, Value value);

  void repeated_losses(ObjId rnn, ObjId cell_object);

  Value losses(ObjId root);

  Value weight();

  Value variables_of(ObjId root, const std::vector<ObjId>& objects);
  Value weights(ObjId root);
  Value trained_weights(ObjId root);

  Value open();

  [[nodiscard]] ObjId self_of(Value v) const { return v.single() ? v.obj() : 0; }

  Value loss_function();

  void collect_layers(Value v, std::vector<Value>& layers, std::vector<std::uint32_t>& seen, int depth);

  /// A functional model called on values: every node's layer in the order of construction.
  Value run_nodes();

  Value evaluate(Value v, std::unordered_map<ObjId, Value>& known, int depth);

  Value batch();
  std::uint32_t batch_shape(Value shape);
  /// Of data: nothing is known of how many rows there are; one row; a batch, whose number of rows is open.
  enum class Rows : std::uint8_t { open, one, some };
  [[nodiscard]] Rows rows_of(Value what) const;
  Value like(Value v, int depth, bool lists = false, Rows rows = Rows::open);
  Value run(std::uint32_t id);
};

}  // namespace graphfence
