#include "analysis/values/heap.h"

#include <algorithm>

namespace graphfence {

namespace {
constexpr std::size_t max_set = 8;  // engine.md 2.8
constexpr std::size_t initial_cells = 1024;
}  // namespace

Heap::Heap() {
  reset();
}

void Heap::reset() {
  objects_.clear();
  const Kind fixed[] = {Kind::Unbound, Kind::Unknown, Kind::None, Kind::Bool, Kind::Bool, Kind::Ellipsis};
  for (const Kind kind : fixed) objects_.push_back(Obj{.kind = kind});
  objects_[v_unknown.bits].flow = flow_unknown;
  cells_.assign(initial_cells, Cell{});
  used_ = 0;
  registers_.clear();
  top_ = 0;
  journal_.clear();
  sets_.clear();
  set_ids_.clear();
  recent_joins_.fill({});
  names_.assign(1, {});
}

ObjId Heap::make(Kind kind, SiteId site, std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  objects_.push_back(Obj{.kind = kind, .site = site, .a = a, .b = b, .c = c, .d = d});
  return static_cast<ObjId>(objects_.size() - 1);
}

std::span<const ObjId> Heap::members(const Value& value) const {
  if (value.single()) return {&value.bits, 1};
  return sets_[value.bits & ~Value::set_bit];
}

Value Heap::join(Value a, Value b) {
  if (a == b) return a;
  // Loops and branches join the same few values over and over.
  const std::uint64_t pair = (static_cast<std::uint64_t>(a.bits) << 32) | b.bits;
  RecentJoin& recent = recent_joins_[(pair * hash_factor) >> (64 - recent_join_bits)];
  if (recent.pair != pair) recent = {pair, joined(a, b)};
  return recent.result;
}

Value Heap::joined(Value a, Value b) {
  if (a == v_unknown || b == v_unknown) {
    // Keep what is known beside the unknown: "may be this" is still worth something to a hover, never to a finding.
    const Value other = a == v_unknown ? b : a;
    if (other == v_unbound) return v_unknown;
  }
  std::vector<ObjId> all;
  const auto first = members(a);
  all.assign(first.begin(), first.end());
  for (const ObjId id : members(b)) {
    if (std::find(all.begin(), all.end(), id) == all.end()) all.push_back(id);
  }
  // Equal numbers made at different places are the same value.
  std::sort(all.begin(), all.end());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Obj& x = objects_[all[i]];
    if (x.kind != Kind::Int && x.kind != Kind::Str && x.kind != Kind::Host && x.kind != Kind::Lib) continue;
    for (std::size_t k = all.size() - 1; k > i; --k) {
      const Obj& y = objects_[all[k]];
      if (y.kind == x.kind && y.a == x.a && y.b == x.b && y.flow == x.flow)
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }
  if (all.size() == 1) return Value{all[0]};
  if (all.size() > max_set) return v_unknown;
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const ObjId id : all) hash = (hash ^ id) * 0x100000001b3ULL;
  auto& bucket = set_ids_[hash];
  for (const std::uint32_t candidate : bucket) {
    if (sets_[candidate] == all) return Value{candidate | Value::set_bit};
  }
  const auto id = static_cast<std::uint32_t>(sets_.size());
  sets_.push_back(std::move(all));
  bucket.push_back(id);
  return Value{id | Value::set_bit};
}

bool Heap::may_be(Value value, ObjId object) const {
  const auto all = members(value);
  return std::find(all.begin(), all.end(), object) != all.end();
}

bool Heap::has_kind(Value value, Kind kind) const {
  const auto all = members(value);
  return std::any_of(all.begin(), all.end(), [&](ObjId id) { return objects_[id].kind == kind; });
}

void Heap::set(ObjId object, Symbol name, Value value) {
  const Key key = cell_key(object, name);
  Cell& cell = cell_of(key);
  if (cell.value == 0) {
    std::uint32_t& number = objects_[object].names;
    if (number == 0) {
      number = static_cast<std::uint32_t>(names_.size());
      names_.emplace_back();
    }
    auto& list = names_[number];
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
  }
  write(cell, value.bits);
}

std::size_t Heap::find_slot(Key key) const {
  const std::size_t mask = cells_.size() - 1;
  // Object and name must both reach the bits that are used: only the upper half of the product depends on both.
  std::size_t i = static_cast<std::size_t>((key * hash_factor) >> 32) & mask;
  while (cells_[i].key != key && cells_[i].key != no_key) i = (i + 1) & mask;
  return i;
}

std::uint32_t Heap::load(Key key) const {
  if (is_register(key)) return registers_[static_cast<std::uint32_t>(key)];
  return cells_[find_slot(key)].value;  // 0 where there is none
}

Heap::Cell& Heap::cell_of(Key key) {
  std::size_t i = find_slot(key);
  if (cells_[i].key == no_key) {
    if (++used_ * 2 > cells_.size()) {
      grow();
      i = find_slot(key);
    }
    cells_[i].key = key;
  }
  return cells_[i];
}

void Heap::store(Key key, std::uint32_t value) {
  if (is_register(key)) {
    set_local(static_cast<std::uint32_t>(key), Value{value});
    return;
  }
  write(cell_of(key), value);
}

void Heap::write(Cell& cell, std::uint32_t value) {
  if (cell.value == value) return;
  journal_.push_back({cell.key, cell.value});
  cell.value = value;
}

void Heap::grow() {
  std::vector<Cell> old(cells_.size() * 2);
  old.swap(cells_);
  for (const Cell& cell : old) {
    if (cell.key != no_key) cells_[find_slot(cell.key)] = cell;
  }
}

void Heap::set_local(std::uint32_t index, Value value) {
  if (registers_[index] == value.bits) return;
  journal_.push_back({register_bit | index, registers_[index]});
  registers_[index] = value.bits;
}

std::uint32_t Heap::push_registers(std::uint32_t count) {
  const std::uint32_t base = top_;
  top_ += count;
  if (registers_.size() < top_) registers_.resize(std::max<std::size_t>(top_, registers_.size() * 2));
  std::fill(registers_.begin() + base, registers_.begin() + top_, 0U);
  return base;
}

void Heap::rollback(Mark mark) {
  while (journal_.size() > mark) {
    const Entry entry = journal_.back();
    journal_.pop_back();
    if (is_register(entry.key)) {
      registers_[static_cast<std::uint32_t>(entry.key)] = entry.old;
    } else {
      cells_[find_slot(entry.key)].value = entry.old;
    }
  }
}

Heap::Delta Heap::before(Mark mark, std::uint32_t registers) const {
  Delta result;
  for (std::size_t i = mark; i < journal_.size(); ++i) {
    const Entry& entry = journal_[i];
    if (is_register(entry.key) && static_cast<std::uint32_t>(entry.key) >= registers) continue;
    result.push_back({entry.key, entry.old, static_cast<std::uint32_t>(i)});
  }
  // The first entry of a key since the mark holds its old value.
  std::sort(result.begin(), result.end(),
            [](const Change& a, const Change& b) { return a.key != b.key ? a.key < b.key : a.order < b.order; });
  result.erase(
      std::unique(result.begin(), result.end(), [](const Change& a, const Change& b) { return a.key == b.key; }),
      result.end());
  return result;
}

Heap::Delta Heap::delta(Mark mark, std::uint32_t registers) const {
  Delta result = before(mark, registers);
  std::erase_if(result, [&](Change& c) {
    const std::uint32_t now = load(c.key);
    if (now == c.value) return true;
    c.value = now;
    return false;
  });
  return result;
}

void Heap::apply(const Delta& delta) {
  for (const Change& change : delta) store(change.key, change.value);
}

std::uint32_t Heap::join_cell(Key key, std::uint32_t a, std::uint32_t b) {
  if (a == b) return a;
  if (!is_register(key) && is_raw_cell(key_symbol(key))) {
    if (key_symbol(key) == cell::length) return unknown_length;
    return std::max(a, b);
  }
  return join(Value{a}, Value{b}).bits;
}

void Heap::merge(Mark mark, const Delta& other) {
  const Delta mine_before = before(mark);
  // One entry a cell is enough from now on: nobody comes back to a place between the mark and here.
  journal_.resize(mark);
  for (const Change& old : mine_before) journal_.push_back({old.key, old.value});
  std::size_t i = 0;
  for (const Change& old : mine_before) {
    while (i < other.size() && other[i].key < old.key) {
      const Change& theirs = other[i++];
      store(theirs.key, join_cell(theirs.key, load(theirs.key), theirs.value));
    }
    std::uint32_t theirs = old.value;
    if (i < other.size() && other[i].key == old.key) theirs = other[i++].value;
    store(old.key, join_cell(old.key, load(old.key), theirs));
  }
  for (; i < other.size(); ++i) store(other[i].key, join_cell(other[i].key, load(other[i].key), other[i].value));
}

void Heap::join_paths(Mark mark, const std::vector<Delta>& paths) {
  rollback(mark);
  apply(paths.front());
  for (std::size_t i = 1; i < paths.size(); ++i) merge(mark, paths[i]);
}

}  // namespace graphfence
