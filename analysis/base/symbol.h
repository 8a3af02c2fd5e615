#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

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

constexpr Symbol known(sym::Known k) {
  return Symbol{static_cast<std::uint32_t>(k)};
}
constexpr bool operator==(Symbol a, sym::Known b) {
  return a.id == static_cast<std::uint32_t>(b);
}

/// Safe to use from several threads; texts stay valid as long as the interner.
class Interner {
 public:
  Interner();
  Interner(const Interner&) = delete;
  Interner& operator=(const Interner&) = delete;
  Symbol intern(std::string_view text);
  [[nodiscard]] std::string_view text(Symbol symbol) const {
    return blocks_[symbol.id / block_size].load(std::memory_order_acquire)[symbol.id % block_size];
  }

 private:
  static constexpr std::uint32_t block_size = 1024;
  static constexpr std::uint32_t block_count = 8192;

  mutable std::shared_mutex mutex_;
  std::unordered_map<std::string_view, std::uint32_t> ids_;
  /// Texts never move, so reading one needs no lock: who has a symbol got it after its text was stored.
  std::array<std::atomic<std::string*>, block_count> blocks_{};
  std::vector<std::unique_ptr<std::string[]>> owned_;
  std::uint32_t count_ = 0;
};

}  // namespace graphfence

template <>
struct std::hash<graphfence::Symbol> {
  std::size_t operator()(graphfence::Symbol s) const noexcept { return s.id * 0x9E3779B97F4A7C15ULL; }
};
