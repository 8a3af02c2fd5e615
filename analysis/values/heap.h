#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analysis/values/value.h"

namespace graphfence {

/// Objects and cells of one run, with a journal: state is changed in place, a branch is undone by rolling back to its
/// mark, and paths are joined by comparing what each of them changed. Cost is that of the changes, not of the state.
class Heap {
 public:
  using Key = std::uint64_t;
  using Mark = std::size_t;
  struct Change {
    Key key;
    std::uint32_t value;
    std::uint32_t order;  ///< place in the journal, for sorting
  };
  /// What one path changed since a mark: sorted by key, net.
  using Delta = std::vector<Change>;

  Heap();
  void reset();

  ObjId make(Kind kind, SiteId site, std::uint32_t a = 0, std::uint32_t b = 0, std::uint32_t c = 0,
             std::uint32_t d = 0);
  [[nodiscard]] Obj& operator[](ObjId id) { return objects_[id]; }
  [[nodiscard]] const Obj& operator[](ObjId id) const { return objects_[id]; }
  [[nodiscard]] std::size_t object_count() const { return objects_.size(); }

  /// The objects a value may be. The span is valid until the next join.
  [[nodiscard]] std::span<const ObjId> members(const Value& value) const;
  [[nodiscard]] Value join(Value a, Value b);
  [[nodiscard]] bool may_be(Value value, ObjId object) const;
  [[nodiscard]] bool has_kind(Value value, Kind kind) const;  ///< some member

  [[nodiscard]] Value get(ObjId object, Symbol name) const { return Value{load(cell_key(object, name))}; }
  void set(ObjId object, Symbol name, Value value);
  [[nodiscard]] std::uint32_t raw(ObjId object, Symbol name) const { return load(cell_key(object, name)); }
  void set_raw(ObjId object, Symbol name, std::uint32_t value) { store(cell_key(object, name), value); }
  /// Names ever stored on the object on any path, oldest first; some may be unbound now.
  /// Valid until the next `set`.
  [[nodiscard]] const std::vector<Symbol>& names(ObjId object) const { return names_[objects_[object].names]; }

  [[nodiscard]] Value reg(std::uint32_t index) const { return Value{registers_[index]}; }
  void set_reg(std::uint32_t index, Value value) { registers_[index] = value.bits; }  ///< not journalled
  void set_local(std::uint32_t index, Value value);                                   ///< journalled
  std::uint32_t push_registers(std::uint32_t count);
  void pop_registers(std::uint32_t base) { top_ = base; }

  [[nodiscard]] Mark mark() const { return journal_.size(); }
  void rollback(Mark mark);
  /// Without registers from `registers` on: those of frames that are gone, or are about to go, are nobody's state.
  [[nodiscard]] Delta delta(Mark mark, std::uint32_t registers) const;
  [[nodiscard]] Delta delta(Mark mark) const { return delta(mark, top_); }
  void apply(const Delta& delta);
  /// Joins a path's changes into the current state, where `mark` is the common start of both. Later marks end here.
  void merge(Mark mark, const Delta& other);
  /// The state after several paths that all began at `mark`; at least one.
  void join_paths(Mark mark, const std::vector<Delta>& paths);
  /// Makes what happened since the mark true on every path: it is not undone by a later rollback to an earlier mark.
  void commit(Mark mark) { journal_.resize(mark); }
  /// Keys changed since the mark, with the value they had then; sorted by key.
  [[nodiscard]] Delta before(Mark mark, std::uint32_t registers) const;
  [[nodiscard]] Delta before(Mark mark) const { return before(mark, top_); }
  [[nodiscard]] std::uint32_t load(Key key) const;
  void store(Key key, std::uint32_t value);

  static Key cell_key(ObjId object, Symbol name) { return (static_cast<Key>(object) << 32) | name.id; }
  static constexpr Key register_bit = 1ULL << 63;
  static bool is_register(Key key) { return (key & register_bit) != 0; }
  static Symbol key_symbol(Key key) { return Symbol{static_cast<std::uint32_t>(key)}; }
  static ObjId key_object(Key key) { return static_cast<ObjId>(key >> 32); }

 private:
  static constexpr Key no_key = ~0ULL;
  static constexpr std::uint64_t hash_factor = 0x9E3779B97F4A7C15ULL;
  static constexpr unsigned recent_join_bits = 8;
  struct Cell {
    Key key = no_key;
    std::uint32_t value = 0;
  };
  struct Entry {
    Key key = 0;
    std::uint32_t old = 0;
  };
  struct RecentJoin {
    std::uint64_t pair = 0;
    Value result;
  };
  [[nodiscard]] Value joined(Value a, Value b);
  [[nodiscard]] std::uint32_t join_cell(Key key, std::uint32_t a, std::uint32_t b);
  [[nodiscard]] std::size_t find_slot(Key key) const;
  void write(Cell& cell, std::uint32_t value);
  Cell& cell_of(Key key);  ///< makes it when there is none; valid until the next one is made
  void grow();

  std::vector<Obj> objects_;
  std::vector<Cell> cells_;
  std::size_t used_ = 0;
  std::vector<std::uint32_t> registers_;
  std::uint32_t top_ = 0;
  std::vector<Entry> journal_;
  std::vector<std::vector<ObjId>> sets_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> set_ids_;
  std::array<RecentJoin, 1U << recent_join_bits> recent_joins_{};
  std::vector<std::vector<Symbol>> names_;  ///< by number in the object; the first is nobody's and empty
};

}  // namespace graphfence
