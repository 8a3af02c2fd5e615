#include "analysis/base/symbol.h"

#include <mutex>
#include <stdexcept>

namespace graphfence {

Interner::Interner() {
  intern("");
#define GRAPHFENCE_SYMBOL(name, text) intern(text);
#include "analysis/base/symbols.def"
#undef GRAPHFENCE_SYMBOL
}

Symbol Interner::intern(std::string_view text) {
  {
    const std::shared_lock lock(mutex_);
    if (const auto it = ids_.find(text); it != ids_.end()) return Symbol{it->second};
  }
  const std::unique_lock lock(mutex_);
  if (const auto it = ids_.find(text); it != ids_.end()) return Symbol{it->second};
  if (count_ == block_size * block_count) throw std::length_error("too many different names");
  const std::uint32_t id = count_++;
  if (id % block_size == 0) {
    owned_.push_back(std::make_unique<std::string[]>(block_size));
    blocks_[id / block_size].store(owned_.back().get(), std::memory_order_release);
  }
  std::string& stored = owned_[id / block_size][id % block_size];
  stored = text;
  ids_.emplace(stored, id);
  return Symbol{id};
}

}  // namespace graphfence
