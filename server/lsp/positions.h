#pragma once

#include <cstdint>

#include "analysis/base/span.h"
#include "analysis/text/source_text.h"
#include "protocol/positions.h"

// The only place where byte offsets become editor positions and back.
namespace graphfence {

[[nodiscard]] protocol::Position to_position(const SourceText& text, std::uint32_t offset, ColumnUnit unit);
[[nodiscard]] protocol::Range to_range(const SourceText& text, Span span, ColumnUnit unit);
/// The same, but never empty while there is a character to show: editors draw nothing for an empty range.
[[nodiscard]] protocol::Range to_visible_range(const SourceText& text, Span span, ColumnUnit unit);

/// Positions outside the text are clamped to it.
[[nodiscard]] std::uint32_t to_offset(const SourceText& text, protocol::Position position, ColumnUnit unit);
/// Ends in the wrong order are swapped.
[[nodiscard]] Span to_span(const SourceText& text, const protocol::Range& range, ColumnUnit unit);

}  // namespace graphfence
