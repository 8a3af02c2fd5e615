#include "analysis/ir/lower.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analysis/ir/lowering.h"
#include "analysis/syntax/walk.h"

namespace graphfence::ir {
namespace {

/// Function units of the version before, by text.
class Previous {
 public:
  explicit Previous(const FileIr* file) {
    if (file == nullptr) return;
    units_.reserve(file->units.size());
    for (std::size_t i = 1; i < file->units.size(); ++i) {
      const auto& unit = file->units[i].unit;
      if (!unit->chunks.front().has_error) units_.emplace_back(unit->text_hash, &unit);
    }
    std::sort(units_.begin(), units_.end(), [](const auto& x, const auto& y) { return x.first < y.first; });
  }

  [[nodiscard]] std::shared_ptr<const Unit> find(std::uint64_t text_hash, Symbol qualname) const {
    auto it = std::lower_bound(units_.begin(), units_.end(), text_hash,
                               [](const auto& entry, std::uint64_t hash) { return entry.first < hash; });
    for (; it != units_.end() && it->first == text_hash; ++it) {
      if ((*it->second)->qualname == qualname) return *it->second;
    }
    return nullptr;
  }

 private:
  std::vector<std::pair<std::uint64_t, const std::shared_ptr<const Unit>*>> units_;
};

std::shared_ptr<const Unit> finish(Unit&& unit, std::uint64_t text_hash, const Interner& names) {
  unit.text_hash = text_hash;
  unit.code_hash = hash_code(unit, names);
  return std::make_shared<const Unit>(std::move(unit));
}

/// Lowers one function after the other.
class FunctionLowering {
 public:
  explicit FunctionLowering(Interner& names) : names_(names), lowering_(tree_, scopes_, names) {}

  std::shared_ptr<const Unit> lower(std::string_view text, TSNode syntax, Symbol qualname, Symbol class_name,
                                    std::uint64_t text_hash) {
    tree_.build(text, syntax, false);
    scopes_.analyse(tree_, names_, false, class_name);
    lowering_.unit_qualname = qualname;
    Unit unit = lower_unit(lowering_);
    unit.class_name = class_name;
    return finish(std::move(unit), text_hash, names_);
  }

 private:
  Interner& names_;
  Tree tree_;
  Scopes scopes_;
  Lowering lowering_;
};

/// The function definition that starts at `start`; the null node when there is none.
TSNode function_at(TSNode root, std::uint32_t start) {
  for (TSNode node = ts_node_descendant_for_byte_range(root, start, start + 1);
       !ts_node_is_null(node) && ts_node_start_byte(node) == start; node = ts_node_parent(node)) {
    if (kind_of(node) == NodeKind::FunctionDefinition) return node;
  }
  return {};
}

/// Behind the colon of a function, where its body may begin; nothing when there is an error in front of the body, which
/// would be the module's.
std::optional<std::uint32_t> end_of_header(TSNode function) {
  std::optional<std::uint32_t> end;
  for (std::uint32_t i = 0; i + 1 < ts_node_child_count(function); ++i) {
    const TSNode child = ts_node_child(function, i);
    if (ts_node_has_error(child)) return std::nullopt;
    if (kind_of(child) == NodeKind::Colon) end = ts_node_end_byte(child);
  }
  return end;
}

/// Moves what stands behind a change.
class Move {
 public:
  explicit Move(const TextChange& change)
      : end_(change.old_span.end), distance_(change.new_size - change.old_span.size()) {}

  /// Unsigned arithmetic wraps: a negative distance moves to the left.
  [[nodiscard]] std::uint32_t operator()(std::uint32_t at) const { return at >= end_ ? at + distance_ : at; }
  void operator()(Span& span) const { span = {(*this)(span.start), (*this)(span.end)}; }
  void operator()(Chunk& chunk) const {
    for (Span& span : chunk.spans) (*this)(span);
    for (Span& span : chunk.decorators) (*this)(span);
    for (Param& param : chunk.params) (*this)(param.span);
    (*this)(chunk.span);
    (*this)(chunk.name_span);
  }

 private:
  std::uint32_t end_, distance_;
};

/// The file after a change inside the body of one of its functions: that one is lowered, everything else only moves.
/// Nothing when the change is of another kind.
std::shared_ptr<const FileIr> lower_body(const SourceText& source, TSNode root, Interner& names, const FileIr& previous,
                                         const TextChange& change) {
  const auto behind = std::upper_bound(previous.units.begin() + 1, previous.units.end(), change.old_span.start,
                                       [](std::uint32_t at, const PlacedUnit& unit) { return at < unit.start; });
  const Unit& old_module = *previous.units.front().unit;
  if (behind == previous.units.begin() + 1 || old_module.chunks.front().has_error) return nullptr;
  const auto changed = behind - 1;
  const Move move(change);
  const std::uint32_t start = changed->start;
  const std::uint32_t old_end = start + changed->unit->chunks.front().span.end;
  const TSNode syntax = function_at(root, start);
  if (ts_node_is_null(syntax) || change.old_span.end > old_end || ts_node_end_byte(syntax) != move(old_end)) {
    return nullptr;
  }
  const auto header = end_of_header(syntax);
  if (!header || change.old_span.start < *header) return nullptr;

  auto file = std::make_shared<FileIr>(previous);
  Unit module = old_module;
  module.text_hash = source.hash();
  for (Chunk& chunk : module.chunks) move(chunk);
  file->units.front().unit = std::make_shared<const Unit>(std::move(module));
  for (PlacedUnit& unit : file->units) unit.start = move(unit.start);

  const Unit& before = *changed->unit;
  const auto text = source.bytes().substr(start, move(old_end) - start);
  file->units[static_cast<std::size_t>(changed - previous.units.begin())].unit = FunctionLowering(names).lower(
      source.bytes(), syntax, before.qualname, before.class_name, hash_text(text, names.text(before.qualname)));
  file->has_error = std::any_of(file->units.begin(), file->units.end(),
                                [](const PlacedUnit& unit) { return unit.unit->chunks.front().has_error; });
  return file;
}

}  // namespace

std::shared_ptr<const FileIr> lower_file(const SourceText& source, TSNode root, Interner& names, const FileIr* previous,
                                         const std::optional<TextChange>& change) {
  const std::string_view text = source.bytes();
  const std::uint64_t file_hash = source.hash();
  if (previous != nullptr && !previous->units.empty() && !previous->has_error && !ts_node_has_error(root) &&
      previous->units.front().unit->text_hash == file_hash) {
    return std::make_shared<const FileIr>(*previous);
  }
  if (previous != nullptr && change) {
    if (auto file = lower_body(source, root, names, *previous, *change)) return file;
  }

  auto file = std::make_shared<FileIr>();
  Tree module_tree;
  Scopes module_scopes;
  module_tree.build(text, root, true);
  module_scopes.analyse(module_tree, names, true, Symbol{});
  file->units.resize(module_scopes.unit_sites.size() + 1);
  for (std::size_t i = 0; i < module_scopes.unit_sites.size(); ++i) {
    module_tree.nodes[module_scopes.unit_sites[i].node].value = static_cast<std::uint32_t>(i + 1);
  }
  Lowering module_lowering(module_tree, module_scopes, names);
  module_lowering.is_module = true;
  const auto module_unit = finish(lower_unit(module_lowering), file_hash, names);
  file->has_error = module_unit->chunks.front().has_error;
  file->units[0] = {module_unit, 0};

  const Previous known_units(previous);
  FunctionLowering functions(names);
  std::size_t candidate = 0;
  for (std::size_t i = 0; i < module_scopes.unit_sites.size(); ++i) {
    const auto& site = module_scopes.unit_sites[i];
    while (module_tree.functions[candidate].node != site.node) ++candidate;
    const TSNode syntax = module_tree.functions[candidate].syntax;
    const std::uint32_t start = ts_node_start_byte(syntax);
    const auto unit_text = text.substr(start, ts_node_end_byte(syntax) - start);

    const Scope& around = module_scopes.scopes[site.scope];
    const std::uint32_t name = module_tree.find(site.node, Kind::Identifier);
    const auto own_name = name == no_node ? std::string_view() : module_tree.text_of(name);
    std::string qualname;
    if (around.kind == ScopeKind::Class) {
      qualname = names.text(module_unit->chunks[around.chunk].qualname);
      qualname += '.';
    }
    qualname += own_name;
    const Symbol unit_name = names.intern(qualname);
    const std::uint64_t text_hash = hash_text(unit_text, qualname);

    std::shared_ptr<const Unit> unit;
    if (!ts_node_has_error(syntax)) unit = known_units.find(text_hash, unit_name);
    if (unit == nullptr) unit = functions.lower(text, syntax, unit_name, around.class_name, text_hash);
    file->has_error = file->has_error || unit->chunks.front().has_error;
    file->units[i + 1] = {std::move(unit), start};
  }
  return file;
}

}  // namespace graphfence::ir
