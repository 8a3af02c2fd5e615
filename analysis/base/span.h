#pragma once

#include <compare>
#include <cstdint>

namespace graphfence {

/// Half-open range of UTF-8 byte offsets into one file's text. Editor coordinates never enter `analysis/`.
struct Span {
  std::uint32_t start = 0;
  std::uint32_t end = 0;

  friend auto operator<=>(const Span&, const Span&) = default;
  [[nodiscard]] std::uint32_t size() const { return end - start; }
  [[nodiscard]] bool contains(std::uint32_t offset) const { return start <= offset && offset < end; }
  [[nodiscard]] bool encloses(const Span& other) const { return start <= other.start && other.end <= end; }
};

}  // namespace graphfence
