#include "analysis/features/unparsed.h"

#include <algorithm>
#include <optional>

#include "analysis/syntax/nesting.h"
#include "analysis/syntax/walk.h"

namespace graphfence {

namespace {

/// Where the parser lost its way within `part`. It makes an error node of everything from the last statement that it
/// could finish, so the place is the first thing in it that it could not make sense of, or its start.
std::optional<std::uint32_t> first_error(TSNode root, Span part) {
  std::optional<std::uint32_t> found;
  for_each_below(root, [&](TSNode node) {
    if (found || !ts_node_has_error(node)) return false;
    const Span here = span(node);
    if (here.end < part.start || here.start >= part.end) return false;
    if (ts_node_is_missing(node) || (kind_of(node) == NodeKind::Error && here.start >= part.start)) {
      found = here.start;
      return false;
    }
    return true;
  });
  return found;
}

}  // namespace

std::vector<UnparsedPart> unparsed_parts(const LoadedFile& file, const ParsedDocument& document,
                                         const Interner& names) {
  std::vector<UnparsedPart> parts;
  if (!file.has_errors) return parts;
  const auto add = [&](Span whole, std::string function) {
    UnparsedPart part{whole.start, std::move(function), UnparsedReason::TooDeep};
    if (const auto at = first_error(document.tree->root(), whole)) {
      part.offset = *at;
      part.reason = UnparsedReason::Syntax;
    } else if (!document.complete && !may_nest_too_deeply(document.text->bytes())) {
      part.reason = UnparsedReason::TooSlow;
    }
    parts.push_back(std::move(part));
  };
  const auto size = static_cast<std::uint32_t>(document.text->bytes().size());
  if (file.broken) {
    add({0, size + 1}, {});
    return parts;
  }
  for (const ir::PlacedUnit& placed : file.source.code->units) {
    const ir::Chunk& chunk = placed.unit->chunks.front();
    if (chunk.kind == ir::ChunkKind::Module || !chunk.has_error) continue;
    add({placed.start + chunk.span.start, placed.start + chunk.span.end}, std::string(names.text(chunk.qualname)));
  }
  std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) { return a.offset < b.offset; });
  return parts;
}

}  // namespace graphfence
