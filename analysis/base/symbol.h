#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace graphfence {

/// An interned name. Ids differ between runs: never let their order or value reach a result.
struct Symbol {
  std::uint32_t id = 0;  ///< 0 is the empty name
  friend bool operator==(Symbol, Symbol) = default;
  explicit operator bool() const { return id != 0; }
};

/// Names the engine itself speaks of; they have the same id in every interner.
namespace sym {
enum Known : std::uint32_t {
  empty,
#define GRAPHFENCE_SYMBOL(name, text) name,
#include "analysis/base/symbols.def"
#undef GRAPHFENCE_SYMBOL
  known_count
};
}  // namespace sym

constexpr Symbol known(sym::Known k) { return Symbol{static_cast<std::uint32_t>(k)}; }
constexpr bool operator==(Symbol a, sym::Known b) { return a.id == static_cast<std::uint32_t>(b); }

/// Safe to use from several threads; texts stay valid as long as the interner.
class Interner {
 public:
  Interner();
  Interner(const Interner&) = delete;
  Interner& operator=(const Interner&) = delete;
  Symbol intern(std::string_view text);
  [[nodiscard]] std::string_view text(Symbol symbol) const;

 private:
  mutable std::shared_mutex mutex_;
  std::unordered_map<std::string_view, std::uint32_t> ids_;
  std::deque<std::string> texts_;
};

}  // namespace graphfence

template <>
struct std::hash<graphfence::Symbol> {
  std::size_t operator()(graphfence::Symbol s) const noexcept { return s.id * 0x9E3779B97F4A7C15ULL; }
};
