#include "analysis/values/heap.h"

#include <algorithm>

namespace graphfence {

namespace {
constexpr std::size_t max_set = 8;  // engine.md 2.8
constexpr Heap::Key no_key = ~0ULL;
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
  keys_.assign(initial_cells, no_key);
  values_.assign(initial_cells, 0);
  used_ = 0;
  registers_.clear();
  top_ = 0;
  journal_.clear();
  sets_.clear();
  set_ids_.clear();
  names_.clear();
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
  if (load(key) == 0) {
    auto& list = names_[object];
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
  }
  store(key, value.bits);
}

const std::vector<Symbol>& Heap::names(ObjId object) const {
  static const std::vector<Symbol> none;
  const auto it = names_.find(object);
  return it == names_.end() ? none : it->second;
}

std::size_t Heap::find_slot(Key key) const {
  const std::size_t mask = keys_.size() - 1;
  std::uint64_t h = key * 0x9E3779B97F4A7C15ULL;
  std::size_t i = static_cast<std::size_t>(h >> 20) & mask;
  while (keys_[i] != key && keys_[i] != no_key) i = (i + 1) & mask;
  return i;
}

std::uint32_t Heap::load(Key key) const {
  if (is_register(key)) return registers_[static_cast<std::uint32_t>(key)];
  const std::size_t i = find_slot(key);
  return keys_[i] == key ? values_[i] : 0;
}

void Heap::store(Key key, std::uint32_t value) {
  if (is_register(key)) {
    set_local(static_cast<std::uint32_t>(key), Value{value});
    return;
  }
  std::size_t i = find_slot(key);
  if (keys_[i] == no_key) {
    if (value == 0) return;
    if (++used_ * 2 > keys_.size()) {
      grow();
      i = find_slot(key);
    }
    keys_[i] = key;
    values_[i] = 0;
  }
  if (values_[i] == value) return;
  journal_.push_back({key, values_[i]});
  values_[i] = value;
}

void Heap::grow() {
  std::vector<Key> old_keys(keys_.size() * 2, no_key);
  std::vector<std::uint32_t> old_values(values_.size() * 2, 0);
  old_keys.swap(keys_);
  old_values.swap(values_);
  for (std::size_t i = 0; i < old_keys.size(); ++i) {
    if (old_keys[i] == no_key) continue;
    const std::size_t k = find_slot(old_keys[i]);
    keys_[k] = old_keys[i];
    values_[k] = old_values[i];
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
      values_[find_slot(entry.key)] = entry.old;
    }
  }
}

Heap::Delta Heap::before(Mark mark) const {
  // The first entry of a key since the mark holds its old value: a stable sort keeps it in front.
  Delta result;
  result.reserve(journal_.size() - mark);
  for (std::size_t i = mark; i < journal_.size(); ++i) result.push_back({journal_[i].key, journal_[i].old});
  std::stable_sort(result.begin(), result.end(), [](const Change& a, const Change& b) { return a.key < b.key; });
  result.erase(
      std::unique(result.begin(), result.end(), [](const Change& a, const Change& b) { return a.key == b.key; }),
      result.end());
  // Registers of frames that are gone are nobody's state.
  std::erase_if(result,
                [&](const Change& c) { return is_register(c.key) && static_cast<std::uint32_t>(c.key) >= top_; });
  return result;
}

Heap::Delta Heap::delta(Mark mark) const {
  Delta result = before(mark);
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

}  // namespace graphfence
