#include "analysis/features/hover.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace graphfence {

namespace {

/// Where in the file's code an offset is: the innermost chunk, and the smallest instruction there that covers it.
struct Target {
  std::uint32_t unit = 0;
  std::uint32_t chunk = 0;
  std::uint32_t pc = definition_pc;
  ir::Reg local = ir::no_reg;  ///< the name under the cursor is this local variable
  Span span;
};

Target locate(const LoadedFile& file, std::uint32_t offset, const Interner& names) {
  Target best;
  std::uint32_t size = 0xFFFFFFFFU;
  const auto& units = file.source.code->units;
  for (std::uint32_t u = 0; u < units.size(); ++u) {
    for (std::uint32_t c = 0; c < units[u].unit->chunks.size(); ++c) {
      const ir::Chunk& chunk = units[u].unit->chunks[c];
      const Span span{chunk.span.start + units[u].start, chunk.span.end + units[u].start};
      if (!span.contains(offset) && span.end != offset) continue;
      if (span.size() > size || (span.size() == size && u == 0 && c == 0)) continue;
      size = span.size();
      best = {u,
              c,
              definition_pc,
              ir::no_reg,
              {chunk.name_span.start + units[u].start, chunk.name_span.end + units[u].start}};
    }
  }
  const ir::Chunk& chunk = units[best.unit].unit->chunks[best.chunk];
  const std::uint32_t start = units[best.unit].start;
  std::uint32_t smallest = 0xFFFFFFFFU;
  for (std::uint32_t pc = 0; pc < chunk.spans.size(); ++pc) {
    const Span span{chunk.spans[pc].start + start, chunk.spans[pc].end + start};
    if (!span.contains(offset) || span.size() >= smallest) continue;
    const ir::Op op = chunk.code[pc].op;
    if (op == ir::Op::MakeFunc || op == ir::Op::MakeClass || op == ir::Op::If || op == ir::Op::For ||
        op == ir::Op::While || op == ir::Op::With || op == ir::Op::Try || op == ir::Op::Nop || op == ir::Op::ExprStmt ||
        op == ir::Op::Return) {
      continue;
    }
    smallest = span.size();
    best.pc = pc;
    best.span = span;
  }
  // Reading a local variable is no instruction of its own.
  const std::string_view text = file.text->bytes();
  const auto word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::uint32_t begin = std::min<std::uint32_t>(offset, static_cast<std::uint32_t>(text.size()));
  std::uint32_t end = begin;
  while (begin > 0 && word(text[begin - 1])) --begin;
  while (end < text.size() && word(text[end])) ++end;
  const bool member = begin > 0 && text[begin - 1] == '.';
  for (ir::Reg r = 0; r < chunk.local_names.size() && !member; ++r) {
    if (end > begin && names.text(chunk.local_names[r]) == text.substr(begin, end - begin)) {
      best.local = r;
      best.span = {begin, end};
    }
  }
  return best;
}

constexpr std::string_view caller = "whatever calls it";
constexpr std::size_t most_contexts = 3;
constexpr std::size_t most_values = 4;
constexpr std::size_t most_openers = 4;

/// What code runs in, the innermost first: `FuncGraph \`call\``, Keras' training function. Empty: eager code.
using Context = std::vector<std::string>;

/// "FuncGraph `call` inside FuncGraph of Keras' training function; also inside Keras' symbolic pass". The shortest
/// first; one that only goes on where another ends says nothing new.
std::string list_contexts(const std::set<Context>& all) {
  std::vector<Context> sorted(all.begin(), all.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Context& a, const Context& b) { return a.size() < b.size(); });
  std::vector<Context> kept;
  for (Context& context : sorted) {
    const bool goes_on = std::any_of(kept.begin(), kept.end(), [&](const Context& shorter) {
      return shorter.size() > 1 && std::equal(shorter.begin(), shorter.end(), context.begin());
    });
    if (!goes_on) kept.push_back(std::move(context));
  }
  std::string text;
  for (std::size_t i = 0; i < kept.size() && i < most_contexts; ++i) {
    const Context& context = kept[i];
    const bool same = i > 0 && !context.empty() && !kept[i - 1].empty() && context.front() == kept[i - 1].front();
    if (i > 0) text += same && context.size() > 1 ? "; also" : "; also in ";
    if (context.empty()) text += "eager code";
    for (std::size_t part = same && context.size() > 1 ? 1 : 0; part < context.size(); ++part)
      text += (part == 0 ? "" : " inside ") + context[part];
  }
  if (kept.size() > most_contexts) text += "; and " + std::to_string(kept.size() - most_contexts) + " more";
  return text;
}

/// What was seen at the target, as texts: object numbers mean nothing after a run.
class Watch : public Observer {
 public:
  Watch(const LoadedFile& file, Target target) : file_(file), target_(target) {}
  Interp* run = nullptr;
  std::set<Context> contexts;
  std::set<std::string> values;
  std::vector<HoverLine> openers;

  void executed(const ChunkRef& chunk, std::uint32_t pc, Value result, const Ambient& ambient) override {
    if (chunk.file->path != file_.source.path || chunk.unit != target_.unit || chunk.chunk != target_.chunk) return;
    if (seen_.insert(ambient.region).second) note_region(ambient.region);
    if (target_.local != ir::no_reg) {
      if (const Value v = run->local(target_.local); v != v_unbound) note_value(v);
    } else if (pc == target_.pc) {
      note_value(result);
    }
  }

  /// Region numbers belong to one run.
  void forget_run() {
    seen_.clear();
    run = nullptr;
  }

 private:
  void note_region(RegionId id) {
    const Region& region = run->regions()[id];
    Context context;
    for (RegionId r = id;; r = run->regions()[r].parent) {
      const Region& step = run->regions()[r];
      std::string part = describe(step);
      if (!part.empty() && (context.empty() || context.back() != part)) context.push_back(std::move(part));
      if (step.parent == r) break;
    }
    contexts.insert(std::move(context));
    if (region.kind == RegionKind::Eager || region.kind == RegionKind::Caller) return;
    add_place(region.definition, "made a tf.function here");
    add_place(region.call_site, "opened by this call");
  }

  [[nodiscard]] std::string describe(const Region& region) const {
    const std::string name = region.opener == 0 ? std::string() : run->function_name(Value{region.opener});
    switch (region.kind) {
      case RegionKind::Eager:
        return {};
      case RegionKind::Caller:
        return std::string(caller);
      case RegionKind::Function:
        return "FuncGraph `" + name + "`";
      case RegionKind::Step:
        return "FuncGraph of Keras' training function";
      case RegionKind::Branch:
        return "a branch of the graph";
      case RegionKind::Loop:
        return "the body of a while loop";
      case RegionKind::Dataset:
        return "the FuncGraph of a dataset callback";
      case RegionKind::Scratch:
        return region.stateless ? "Keras' symbolic pass (a throw-away graph; variables do not exist yet)"
                                : "a throw-away graph (Keras runs layers in one to learn their shapes)";
      case RegionKind::Vectorized:
        return "vectorized_map";
    }
    return {};
  }

  void add_place(SiteId site, std::string text) {
    if (site == 0 || openers.size() >= most_openers || !run->user_file(site)) return;
    const ChunkRef& chunk = run->chunks()[site_chunk(site)];
    const Place place = place_of(*run, site);
    if (!places_.insert(place).second) return;
    const ir::PlacedUnit& unit = chunk.file->code->units[place.unit];
    if (place.pc >= chunk.code->spans.size()) return;
    const Span span = chunk.code->spans[place.pc];
    openers.push_back(
        {std::move(text), RelatedPlace{place.path, {span.start + unit.start, span.end + unit.start}, {}}});
  }

  void note_value(Value value) {
    for (const ObjId id : run->heap().members(value)) values.insert(describe_object(id));
  }

  [[nodiscard]] std::string class_name(ObjId instance) const {
    std::string name(run->text(run->class_info(run->heap()[instance].a).name));
    if (const std::size_t at = name.rfind("__");
        at != std::string::npos && run->class_info(run->heap()[instance].a).library)
      name = name.substr(at + 2);
    return name;
  }

  [[nodiscard]] std::string describe_object(ObjId id) const {
    const Obj& o = run->heap()[id];
    switch (o.kind) {
      case Kind::Tensor: {
        const Region& region = run->regions()[o.a];
        if (region.kind == RegionKind::Eager) return "an eager tensor";
        if (region.kind == RegionKind::Caller) return "a tensor of the calling code";
        return "a symbolic tensor of " + describe(region) + ": it cannot be used outside";
      }
      case Kind::KerasTensor:
        return "a KerasTensor: a placeholder of functional construction";
      case Kind::TFFunction:
        return "a tf.function of `" + run->function_name(Value{id}) +
               "`: each new signature is traced once, later calls run no Python";
      case Kind::Instance: {
        const std::uint8_t traits = run->traits(Value{id});
        if ((traits & trait_variable) != 0) return "a variable: usable in every graph";
        if ((traits & trait_model) != 0) return "a Keras model `" + class_name(id) + "`";
        if ((traits & trait_layer) != 0) return "a Keras layer `" + class_name(id) + "`";
        return "an object of `" + class_name(id) + "`";
      }
      case Kind::List:
      case Kind::Tuple: {
        const std::uint32_t n = run->heap().raw(id, cell::length);
        std::string text = o.kind == Kind::List ? "a list" : "a tuple";
        if (n != unknown_length) text += n == 0 ? ", empty here" : " of " + std::to_string(n);
        const Value first = run->heap().get(id, slot(0));
        if (first.single() && first != v_unbound && run->heap()[first.obj()].kind == Kind::Tensor)
          text += "; it holds " + describe_object(first.obj());
        return text;
      }
      case Kind::Function:
      case Kind::Bound: {
        return {};  // ordinary functions run where they are called: the headline says it
      }
      case Kind::Lib: {
        const std::string path(run->text(Symbol{o.a}));
        if (path == "tf.function")
          return "tf.function: traces a Python function into a FuncGraph once per signature; tensors made inside "
                 "belong to that graph";
        return {};
      }
      case Kind::Array:
        return "a NumPy value";
      default:
        return {};
    }
  }

  const LoadedFile& file_;
  Target target_;
  std::set<RegionId> seen_;
  std::set<Place> places_;
};

/// The finding that covers the place most closely.
class Nearest {
 public:
  void look(const Interp& run, const std::vector<Draft>& drafts, const LoadedFile& file, std::uint32_t offset) {
    for (const Draft& draft : drafts) {
      const Place at = place_of(run, draft.site);
      const auto found = at.path == file.source.path ? span_of(file, at) : std::nullopt;
      if (!found || !found->contains(offset)) continue;
      const Span place = *found;
      if (rule.empty() || place.size() < span.size() || (place == span && draft.severity < severity)) {
        rule = draft.rule;
        span = place;
        severity = draft.severity;
      }
    }
  }

  std::string_view rule;
  Span span;
  Severity severity = Severity::Hint;
};

std::string_view summary_of(std::string_view id) {
  for (const Rule* rule : all_rules()) {
    if (rule->id == id) return rule->summary;
  }
  return {};
}

}  // namespace

std::optional<Hover> hover_at(FileStore& store, Program& program, const LoadedFile& file, std::uint32_t offset,
                              const RunOptions& options, const CancelToken& cancel) {
  const Target at = locate(file, offset, store.names());
  Watch watch(file, at);
  Nearest nearest;
  for (const Root& root : find_roots(file, store.names())) {
    if (cancel.cancelled()) return std::nullopt;
    Interp run(store.names(), program, options.world, cancel);
    watch.run = &run;
    run.set_observer(&watch);
    drive(run, file, root);
    nearest.look(run, run_rules(run), file, offset);
    watch.forget_run();
  }
  watch.values.erase("");
  const bool graph = std::any_of(watch.contexts.begin(), watch.contexts.end(),
                                 [](const Context& context) { return !context.empty() && context.front() != caller; });
  if (!graph && watch.values.empty() && nearest.rule.empty()) return std::nullopt;
  Hover hover;
  hover.span = nearest.rule.empty() || at.span.size() != 0 ? at.span : nearest.span;
  const ir::Chunk& chunk = file.source.code->units[at.unit].unit->chunks[at.chunk];
  const std::string who = chunk.kind == ir::ChunkKind::Function
                              ? "`" + std::string(store.names().text(chunk.name)) + "` runs in "
                              : "runs in ";
  if (!watch.contexts.empty()) hover.headline = who + list_contexts(watch.contexts);
  if (!nearest.rule.empty()) {
    hover.rule = nearest.rule;
    hover.lines.push_back({hover.rule + ": " + std::string(summary_of(nearest.rule)), std::nullopt});
  }
  std::size_t values = 0;
  for (const std::string& value : watch.values) {
    if (++values <= most_values) hover.lines.push_back({"this is " + value, std::nullopt});
  }
  if (values > most_values)
    hover.lines.push_back({"and " + std::to_string(values - most_values) + " other things", std::nullopt});
  for (HoverLine& line : watch.openers) hover.lines.push_back(std::move(line));
  if (options.assumed)
    hover.lines.push_back(
        {"this is with Keras 3; the version is not known, so the findings are those of Keras 2 and Keras 3 "
         "(`tf-version` in "
         "graphfence.toml settles it)",
         std::nullopt});
  return hover;
}

}  // namespace graphfence
