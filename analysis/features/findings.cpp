#include "analysis/features/findings.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace graphfence {

Place place_of(const Interp& run, SiteId site) {
  if (site == 0) return {};
  const ChunkRef& chunk = run.chunks()[site_chunk(site)];
  return {chunk.file->path, chunk.unit, chunk.chunk, site_pc(site)};
}

namespace {

/// One mistake gives one finding: at a place the highest level wins, then the rule that stands first in rules.def.
void keep_best(std::vector<PlacedDraft>& drafts) {
  std::map<std::string_view, std::size_t> order;
  for (const Rule* rule : all_rules()) order.emplace(rule->id, order.size());
  std::stable_sort(drafts.begin(), drafts.end(), [&](const PlacedDraft& a, const PlacedDraft& b) {
    if (a.place != b.place) return a.place < b.place;
    if (a.severity != b.severity) return a.severity < b.severity;
    return order[a.rule] < order[b.rule];
  });
  drafts.erase(std::unique(drafts.begin(), drafts.end(),
                           [](const PlacedDraft& a, const PlacedDraft& b) { return a.place == b.place; }),
               drafts.end());
}

/// engine.md 2.9: the same outcome keeps its level, different outcomes or only one world lower it and say so.
std::vector<PlacedDraft> merge_worlds(std::vector<PlacedDraft> assumed, std::vector<PlacedDraft> other) {
  std::vector<PlacedDraft> merged;
  for (PlacedDraft& a : assumed) {
    const auto b = std::find_if(other.begin(), other.end(), [&](const PlacedDraft& d) { return d.place == a.place; });
    if (b == other.end()) {
      a.severity = std::max(a.severity, Severity::Warning);
      if (a.message.find("Keras 3") == std::string::npos) a.message = "in Keras 3: " + a.message;
    } else {
      if (b->rule != a.rule || b->message != a.message) {
        a.severity = std::max(std::min(a.severity, b->severity), Severity::Warning);
        if (b->rule == a.rule && b->message != a.message)
          a.message = "in Keras 3: " + a.message + "; in Keras 2: " + b->message;
      } else {
        a.severity = std::max(a.severity, b->severity);
      }
      other.erase(b);
    }
    merged.push_back(std::move(a));
  }
  for (PlacedDraft& b : other) {
    b.severity = std::max(b.severity, Severity::Information);
    if (b.message.find("Keras 2") == std::string::npos) b.message = "in Keras 2: " + b.message;
    merged.push_back(std::move(b));
  }
  return merged;
}

char generations(const World& world) {
  return static_cast<char>('0' + 2 * static_cast<int>(world.tf_keras) + static_cast<int>(world.keras));
}

/// A synthetic driver is only for what no real code of the file runs.
bool already_driven(const LoadedFile& file, const Root& root, const std::set<std::uint32_t>& driven,
                    const Interner& names) {
  if (root.kind != Root::Kind::Class && root.kind != Root::Kind::Function) return false;
  const auto& units = file.source.code->units;
  const std::string prefix = std::string(names.text(root.name)) + ".";
  for (const std::uint32_t index : driven) {
    if (index == 0) continue;
    const ir::Chunk& chunk = units[index].unit->chunks.front();
    if (root.kind == Root::Kind::Function && chunk.qualname == root.name) return true;
    if (root.kind == Root::Kind::Class && chunk.name != sym::dunder_init &&
        names.text(chunk.qualname).starts_with(prefix))
      return true;
  }
  return false;
}

/// Does anything the file can reach have to do with TensorFlow?
bool relevant(FileStore& store, Program& program, const LoadedFile& file, int depth, std::set<std::string>& seen) {
  if (file.mentions_library) return true;
  if (depth == 0 || !seen.insert(file.source.path).second) return false;
  const ir::Chunk& module = file.source.code->units.front().unit->chunks.front();
  for (const ir::Instr& in : module.code) {
    if (in.op != ir::Op::Import && in.op != ir::Op::ImportFrom && in.op != ir::Op::ImportStar) continue;
    const SourceModule* found = program.resolve(file.source, store.names().text(Symbol{in.b}), in.aux);
    if (found == nullptr) continue;
    const LoadedFile* next = program.loaded(found->path);
    if (next != nullptr && relevant(store, program, *next, depth - 1, seen)) return true;
  }
  return false;
}

}  // namespace

std::shared_ptr<const RootResult> RootCache::find(const std::string& key, Program& program, FileStore& store) const {
  std::shared_ptr<const RootResult> result;
  {
    const std::lock_guard lock(mutex_);
    const auto it = results_.find(key);
    if (it == results_.end()) return nullptr;
    result = it->second;
  }
  for (const RootResult::FileUnits& part : result->files) {
    const LoadedFile* file = program.open(part.path);
    if (file == nullptr) return nullptr;
    const auto& units = file->source.code->units;
    for (const RootResult::Unit& unit : part.units) {
      if (unit.index >= units.size() || units[unit.index].unit->code_hash != unit.hash) return nullptr;
    }
  }
  for (const std::string& path : result->missing) {
    if (program.appeared(path, store)) return nullptr;
  }
  return result;
}

void RootCache::put(const std::string& key, std::shared_ptr<const RootResult> result) {
  const std::lock_guard lock(mutex_);
  results_[key] = std::move(result);
}

std::shared_ptr<const FileResult> RootCache::find_file(const std::string& key, Program& program,
                                                       FileStore& store) const {
  std::shared_ptr<const FileResult> result;
  {
    const std::lock_guard lock(mutex_);
    const auto it = files_.find(key);
    if (it == files_.end()) return nullptr;
    result = it->second;
  }
  for (const auto& [path, file] : result->inputs) {
    if (program.open(path) != file.get()) return nullptr;
  }
  for (const std::string& path : result->missing) {
    if (program.appeared(path, store)) return nullptr;
  }
  return result;
}

void RootCache::put_file(const std::string& key, std::shared_ptr<const FileResult> result) {
  const std::lock_guard lock(mutex_);
  files_[key] = std::move(result);
}

void RootCache::clear() {
  const std::lock_guard lock(mutex_);
  results_.clear();
  files_.clear();
}

std::shared_ptr<const RootResult> run_root(FileStore& store, Program& program, const LoadedFile& file, const Root& root,
                                           const World& world, std::uint8_t switches, const CancelToken& cancel) {
  auto result = std::make_shared<RootResult>();
  Interp run(store.names(), program, world, cancel);
  run.set_switches(switches);
  drive(run, file, root);
  result->switches = run.switches();
  for (Draft& draft : run_rules(run)) {
    if (!run.user_file(draft.site)) continue;
    PlacedDraft placed;
    placed.rule = draft.rule;
    placed.severity = draft.severity;
    placed.place = place_of(run, draft.site);
    placed.message = std::move(draft.message);
    for (Note& note : draft.notes) {
      if (run.user_file(note.site) && placed.notes.size() < 6)
        placed.notes.push_back({place_of(run, note.site), std::move(note.message)});
    }
    for (FixPlan& plan : draft.fixes) {
      PlacedFix fix;
      fix.target = place_of(run, plan.target);
      fix.other = place_of(run, plan.other);
      fix.plan = std::move(plan);
      if (!fix.target.path.empty() && fix.target.path.front() != '<') placed.fixes.push_back(std::move(fix));
    }
    result->drafts.push_back(std::move(placed));
  }
  keep_best(result->drafts);
  std::vector<std::pair<const SourceModule*, std::set<std::uint32_t>>> read;
  std::unordered_map<const SourceModule*, std::size_t> place_in_read;
  const auto depend = [&](const SourceModule& source, std::uint32_t unit) {
    if (source.library) return;
    const auto [place, fresh] = place_in_read.try_emplace(&source, read.size());
    if (fresh) read.emplace_back(&source, std::set<std::uint32_t>());
    read[place->second].second.insert(unit);
  };
  depend(file.source, 0);
  // A name that was looked for in a file in vain counts as well: every file the run has seen does.
  for (const auto& [path, loaded] : program.files()) depend(loaded->source, 0);
  for (std::uint32_t i = 0; i < run.chunks().size(); ++i) {
    const ChunkRef& chunk = run.chunks()[i];
    depend(*chunk.file, 0);
    if (run.used(i)) depend(*chunk.file, chunk.unit);
  }
  for (const auto& [source, units] : read) {
    auto& part = result->files.emplace_back();
    part.path = source->path;
    for (const std::uint32_t unit : units) part.units.push_back({unit, source->code->units[unit].unit->code_hash});
  }
  std::sort(result->files.begin(), result->files.end(), [](const auto& x, const auto& y) { return x.path < y.path; });
  result->missing = program.missing();
  result->asked_generation = run.asked_generation();
  result->steps = run.steps();
  return result;
}

namespace {

/// Drafts of all roots; `missing` gets what the roots looked for in vain, also those that were known. False when
/// cancelled.
bool run_roots(FileStore& store, Program& program, RootCache& cache, const LoadedFile& file, const RunOptions& options,
               const CancelToken& cancel, std::vector<PlacedDraft>& all, std::set<std::string>& missing) {
  const std::string& path = file.source.path;
  std::set<std::string> seen;
  if (file.broken || !relevant(store, program, file, 4, seen)) return true;
  std::uint8_t switches = 0;
  std::uint64_t steps = 0;
  std::set<std::uint32_t> driven;  // units of this file that the module's own code runs
  for (const Root& root : find_roots(file, store.names())) {
    if (cancel.cancelled()) return false;
    if (already_driven(file, root, driven, store.names())) continue;
    if (steps > limits::file_steps) break;
    const auto run = [&](const World& world) {
      std::string key = path;
      key += '\n';
      key += static_cast<char>('0' + static_cast<int>(root.kind));
      key += generations(world);
      if (switches != 0) key += '!' + std::to_string(switches) + '!';
      key += store.names().text(root.name);
      auto found = cache.find(key, program, store);
      if (!found) {
        found = run_root(store, program, file, root, world, switches, cancel);
        if (!cancel.cancelled()) cache.put(key, found);
      }
      missing.insert(found->missing.begin(), found->missing.end());
      return found;
    };
    const auto assumed = run(options.world);
    steps += assumed->steps;
    if (root.kind == Root::Kind::Module) {
      switches = assumed->switches;
      for (const RootResult::FileUnits& part : assumed->files) {
        if (part.path != path) continue;
        for (const RootResult::Unit& unit : part.units) driven.insert(unit.index);
      }
    }
    std::vector<PlacedDraft> drafts = assumed->drafts;
    if (options.assumed && assumed->asked_generation) {
      World other = options.world;
      other.tf_keras = library::Generation::Keras2;
      other.keras = library::Generation::Keras2;
      drafts = merge_worlds(std::move(drafts), run(other)->drafts);
    }
    all.insert(all.end(), std::make_move_iterator(drafts.begin()), std::make_move_iterator(drafts.end()));
  }
  if (cancel.cancelled()) return false;
  keep_best(all);
  return true;
}

}  // namespace

std::shared_ptr<const FileResult> file_drafts(FileStore& store, Program& program, RootCache& cache,
                                              const std::string& path, const RunOptions& options,
                                              const CancelToken& cancel) {
  std::string key = path;
  key += '\n';
  key += generations(options.world);
  if (options.assumed) key += '?';
  if (auto known = cache.find_file(key, program, store)) return known;
  auto result = std::make_shared<FileResult>();
  const LoadedFile* file = program.open(path);
  if (file == nullptr) return result;
  std::set<std::string> missing;
  if (!run_roots(store, program, cache, *file, options, cancel, result->drafts, missing))
    return std::make_shared<FileResult>();
  missing.insert(program.missing().begin(), program.missing().end());
  result->missing.assign(missing.begin(), missing.end());
  result->inputs.assign(program.files().begin(), program.files().end());
  cache.put_file(key, result);
  return result;
}

std::optional<Span> span_of(const LoadedFile& file, const Place& place) {
  const auto& units = file.source.code->units;
  if (place.unit >= units.size() || place.chunk >= units[place.unit].unit->chunks.size()) return std::nullopt;
  const ir::Chunk& chunk = units[place.unit].unit->chunks[place.chunk];
  Span span;
  if (place.pc == definition_pc) {
    span = chunk.name_span;
  } else {
    if (place.pc >= chunk.spans.size()) return std::nullopt;
    span = chunk.spans[place.pc];
  }
  const std::uint32_t start = units[place.unit].start;
  return Span{span.start + start, span.end + start};
}

}  // namespace graphfence
