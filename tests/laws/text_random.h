#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "analysis/base/span.h"

namespace graphfence::tests {

/// Small generator of random numbers with the same sequence everywhere (splitmix64).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15ULL);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
  }
  /// From 0 to `limit` - 1.
  std::uint32_t below(std::uint32_t limit) { return static_cast<std::uint32_t>(next() % limit); }
  template <typename T>
  const T& pick(const std::vector<T>& from) {
    return from[below(static_cast<std::uint32_t>(from.size()))];
  }

 private:
  std::uint64_t state_;
};

struct Edit {
  Span span;
  std::string replacement;
};

inline std::uint64_t from_environment(const char* name, std::uint64_t usual) {
  const char* given = std::getenv(name);
  return given != nullptr ? std::strtoull(given, nullptr, 10) : usual;
}

/// GRAPHFENCE_SEED in the environment replays a failure; the seed is in every law's failure message.
inline std::uint64_t law_seed(std::uint64_t usual) {
  return from_environment("GRAPHFENCE_SEED", usual);
}

/// How many edits a law makes; GRAPHFENCE_LAW_EDITS asks for more.
inline int law_edits(int usual) {
  return static_cast<int>(from_environment("GRAPHFENCE_LAW_EDITS", static_cast<std::uint64_t>(usual)));
}

/// One of few, so that combinations meet: line ends of all kinds, characters of all widths, broken UTF-8.
inline std::string random_text(Random& random, std::uint32_t pieces) {
  static const std::vector<std::string> alphabet = {"a",
                                                    "bc",
                                                    "\n",
                                                    "\r\n",
                                                    "\r",
                                                    "\t",
                                                    "\xC3\xA9",
                                                    "\xE2\x82\xAC",
                                                    "\xF0\x9F\x98\x80",
                                                    "\xFF",
                                                    "\x80",
                                                    "\xE2\x82",
                                                    "\xF0\x9F\x98",
                                                    "\xEF\xBB\xBF",
                                                    "\x0C",
                                                    "\xE2\x80\xA8"};
  std::string text;
  for (std::uint32_t i = 0; i < pieces; ++i) text += random.pick(alphabet);
  return text;
}

inline Span random_span(Random& random, std::size_t size, std::uint32_t longest) {
  const std::uint32_t start = random.below(static_cast<std::uint32_t>(size) + 1);
  const std::uint32_t room = static_cast<std::uint32_t>(size) - start;
  return {start, start + random.below((room < longest ? room : longest) + 1)};
}

}  // namespace graphfence::tests
