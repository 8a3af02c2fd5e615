#include "analysis/base/symbol.h"

#include <mutex>

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
  const auto id = static_cast<std::uint32_t>(texts_.size());
  texts_.emplace_back(text);
  ids_.emplace(texts_.back(), id);
  return Symbol{id};
}

std::string_view Interner::text(Symbol symbol) const {
  const std::shared_lock lock(mutex_);
  return texts_[symbol.id];
}

}  // namespace graphfence
