#include <array>
#include <cstring>
#include <string_view>
#include <vector>

#include "analysis/base/hash.h"
#include "analysis/ir/lowering.h"
#include "analysis/ir/operands.h"

namespace graphfence::ir {
namespace {

/// Collects words and hashes them in one go. Symbols count by their text: their ids differ between runs.
class Words {
 public:
  explicit Words(const Interner& names) : names_(names) {}

  void add(std::uint64_t word) { words_.push_back(word); }
  void add(Symbol symbol) {
    Entry& entry = cache_[symbol.id % cache_.size()];
    if (!entry.used || entry.id != symbol.id) {
      const auto text = names_.text(symbol);
      entry = {symbol.id, true, hash_bytes(text)};
    }
    words_.push_back(entry.hash);
  }
  [[nodiscard]] std::uint64_t finish() const {
    return hash_bytes({reinterpret_cast<const char*>(words_.data()), words_.size() * sizeof(std::uint64_t)});
  }
  void reserve(std::size_t count) { words_.reserve(count); }

 private:
  struct Entry {
    std::uint32_t id = 0;
    bool used = false;
    std::uint64_t hash = 0;
  };
  const Interner& names_;
  std::array<Entry, 256> cache_{};
  std::vector<std::uint64_t> words_;
};

std::uint64_t bits_of(double value) {
  std::uint64_t bits = 0;
  static_assert(sizeof bits == sizeof value);
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

void add_instruction(Words& words, const Instr& instr) {
  const Operands operands = operands_of(instr.op);
  words.add(static_cast<std::uint64_t>(instr.op) | static_cast<std::uint64_t>(instr.aux) << 8U |
            static_cast<std::uint64_t>(instr.flags) << 16U);
  const auto add = [&](Operand kind, std::uint32_t value) {
    if (kind == Operand::Symbol) {
      words.add(Symbol{value});
    } else if (kind != Operand::None) {
      words.add(value);
    }
  };
  add(operands.a, instr.a);
  add(operands.b, instr.b);
  add(operands.c, instr.c);
  add(operands.d, instr.d);
}

/// The pool's keyword names are symbols as well, so it is hashed through the instructions that own its parts.
void add_pool(Words& words, const Chunk& chunk, const Instr& instr) {
  const auto add_range = [&](std::uint32_t start, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) words.add(chunk.pool[start + i]);
  };
  switch (instr.op) {
    case Op::Call:
    case Op::MakeClass: {
      std::uint32_t at = instr.c;
      const std::uint32_t positional = chunk.pool[at];
      add_range(at, positional + 2);
      at += positional + 1;
      const std::uint32_t keywords = chunk.pool[at++];
      for (std::uint32_t k = 0; k < keywords; ++k) {
        words.add(Symbol{chunk.pool[at + 2 * k]});
        words.add(chunk.pool[at + 2 * k + 1]);
      }
      return;
    }
    case Op::MakeSlice:
      add_range(instr.b, 3);
      return;
    case Op::MakeTuple:
    case Op::MakeList:
    case Op::MakeSet:
    case Op::JoinStr:
    case Op::Unpack:
      add_range(instr.b, instr.c);
      return;
    case Op::MakeDict:
      add_range(instr.b, 2 * instr.c);
      return;
    case Op::MakeFunc:
      add_range(instr.c, instr.d);
      return;
    case Op::Try:
      add_range(instr.a, chunk.pool[instr.a] + 4);
      return;
    default:
      return;
  }
}

void add_chunk(Words& words, const Chunk& chunk) {
  words.add(static_cast<std::uint64_t>(chunk.kind) | static_cast<std::uint64_t>(chunk.is_async) << 8U |
            static_cast<std::uint64_t>(chunk.is_generator) << 9U | static_cast<std::uint64_t>(chunk.has_error) << 10U |
            static_cast<std::uint64_t>(chunk.dynamic_scope) << 11U |
            static_cast<std::uint64_t>(chunk.needs_env) << 12U | static_cast<std::uint64_t>(chunk.parent) << 16U);
  words.add(chunk.name);
  words.add(chunk.qualname);
  words.add(chunk.params.size());
  for (const Param& param : chunk.params) {
    words.add(param.name);
    words.add(static_cast<std::uint64_t>(param.kind) | static_cast<std::uint64_t>(param.has_default) << 8U |
              static_cast<std::uint64_t>(param.captured) << 9U | static_cast<std::uint64_t>(param.reg) << 16U);
  }
  words.add(chunk.code.size());
  for (const Instr& instr : chunk.code) {
    add_instruction(words, instr);
    add_pool(words, chunk, instr);
  }
  words.add(chunk.constants.size());
  for (const Constant& constant : chunk.constants) {
    words.add(static_cast<std::uint64_t>(constant.kind));
    words.add(static_cast<std::uint64_t>(constant.integer));
    words.add(bits_of(constant.real));
    words.add(constant.text);
  }
  words.add(chunk.local_names.size());
  for (const Symbol name : chunk.local_names) words.add(name);
  words.add(chunk.captured.size());
  for (const Symbol name : chunk.captured) words.add(name);
  words.add(chunk.register_count);
  words.add(chunk.decorators.size());
}

}  // namespace

std::uint64_t hash_text(std::string_view span, std::string_view qualname) {
  return hash_bytes(span, qualname.empty() ? 0 : hash_bytes(qualname));
}

std::uint64_t hash_code(const Unit& unit, const Interner& names) {
  Words words(names);
  std::size_t size = 64;
  for (const Chunk& chunk : unit.chunks)
    size += 5 * chunk.code.size() + chunk.pool.size() + 4 * chunk.constants.size() + 64;
  words.reserve(size);
  words.add(unit.qualname);
  for (const Chunk& chunk : unit.chunks) add_chunk(words, chunk);
  return words.finish();
}

}  // namespace graphfence::ir
