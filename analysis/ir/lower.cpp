#include "analysis/ir/lower.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "analysis/ir/lowering.h"

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

}  // namespace

std::shared_ptr<const FileIr> lower_file(std::string_view text, TSNode root, Interner& names, const FileIr* previous) {
  const std::uint64_t file_hash = hash_text(text, "");
  if (previous != nullptr && !previous->units.empty() && !previous->has_error && !ts_node_has_error(root) &&
      previous->units.front().unit->text_hash == file_hash) {
    return std::make_shared<const FileIr>(*previous);
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
  Tree tree;
  Scopes scopes;
  Lowering lowering(tree, scopes, names);
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
    if (unit == nullptr) {
      tree.build(text, syntax, false);
      scopes.analyse(tree, names, false, around.class_name);
      lowering.unit_qualname = unit_name;
      unit = finish(lower_unit(lowering), text_hash, names);
    }
    file->has_error = file->has_error || unit->chunks.front().has_error;
    file->units[i + 1] = {std::move(unit), start};
  }
  return file;
}

}  // namespace graphfence::ir
