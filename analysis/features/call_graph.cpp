#include "analysis/features/call_graph.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace graphfence {

namespace {

/// `pkg/sub/__init__.py` under `folder` is `pkg.sub`; a file from elsewhere goes by its own name.
std::string module_name(const std::string& path, const std::string& folder) {
  std::string name = path.starts_with(folder) ? path.substr(folder.size()) : path.substr(path.rfind('/') + 1);
  name.resize(name.size() - (name.ends_with(".pyi") ? 4 : name.ends_with(".py") ? 3 : 0));
  if (name.ends_with("/__init__")) name.resize(name.size() - 9);
  std::replace(name.begin(), name.end(), '/', '.');
  return name;
}

class Recorder : public Observer {
 public:
  Recorder(const LoadedFile& main, const Interner& names)
      : names_(names), folder_(main.source.path.substr(0, main.source.path.rfind('/') + 1)) {}

  void executed(const ChunkRef& chunk, std::uint32_t, Value, const Ambient&) override {
    if (!chunk.file->library) ran_.insert(chunk.code);
  }
  void called(const ChunkRef& caller, const ChunkRef& callee) override { graph[node(caller)].insert(node(callee)); }
  void called_library(const ChunkRef& caller, std::string_view path) override {
    constexpr std::string_view builtins = "builtins.";
    graph[node(caller)].insert(path.starts_with(builtins) ? "<builtin>." + std::string(path.substr(builtins.size()))
                                                          : std::string(path));
  }

  /// Makes every function of the file a node.
  void add_nodes(const LoadedFile& file) {
    for (std::uint32_t u = 0; u < file.source.code->units.size(); ++u) {
      const ir::Unit& unit = *file.source.code->units[u].unit;
      for (std::uint32_t c = 0; c < unit.chunks.size(); ++c) {
        if (unit.chunks[c].kind != ir::ChunkKind::Class) graph[node_of(file.source, u, c)];
      }
    }
  }

  /// Did some code of this top-level function, or of a method of this class, run?
  [[nodiscard]] bool ran(const ir::Chunk& chunk) const { return ran_.contains(&chunk); }

  CallGraph graph;

 private:
  std::string node(const ChunkRef& chunk) { return node_of(*chunk.file, chunk.unit, chunk.chunk); }

  std::string node_of(const SourceModule& file, std::uint32_t unit, std::uint32_t chunk) {
    std::string& name = known_[{&file, unit, chunk}];
    if (name.empty()) {
      name = module_name(file.path, folder_);
      const ir::Unit& code = *file.code->units[unit].unit;
      if (unit != 0) name.append(".").append(names_.text(code.qualname));
      name += scopes(code, chunk);
    }
    return name;
  }

  /// From the unit's own code to one of its chunks: `.inner.<lambda1>`.
  [[nodiscard]] std::string scopes(const ir::Unit& unit, std::uint32_t chunk) const {
    if (chunk == 0) return {};
    const ir::Chunk& code = unit.chunks[chunk];
    std::string own(names_.text(code.name));
    if (code.kind == ir::ChunkKind::Lambda) {
      const auto before = std::count_if(unit.chunks.begin(), unit.chunks.end(), [&](const ir::Chunk& other) {
        return other.kind == ir::ChunkKind::Lambda && other.parent == code.parent && &other != &code &&
               other.span.start < code.span.start;
      });
      own = "<lambda" + std::to_string(before + 1) + ">";
    }
    return scopes(unit, code.parent) + "." + own;
  }

  const Interner& names_;
  std::string folder_;
  std::map<std::tuple<const SourceModule*, std::uint32_t, std::uint32_t>, std::string> known_;
  std::set<const ir::Chunk*> ran_;
};

/// The unit of a top-level function or of a class's methods: does anything of it still wait to be run?
bool waits(const LoadedFile& file, const Root& root, const Recorder& seen, const Interner& names) {
  const std::string own(names.text(root.name));
  for (std::size_t u = 1; u < file.source.code->units.size(); ++u) {
    const ir::Unit& unit = *file.source.code->units[u].unit;
    const std::string_view qualname = names.text(unit.qualname);
    const bool inside = root.kind == Root::Kind::Class ? qualname.starts_with(own + ".") : qualname == own;
    if (inside && !seen.ran(unit.chunks.front())) return true;
  }
  return false;
}

}  // namespace

CallGraph call_graph(FileStore& store, Program& program, const LoadedFile& file, const RunOptions& options,
                     const CancelToken& cancel) {
  Recorder recorder(file, store.names());
  const auto run = [&](const auto& work) {
    Interp interp(store.names(), program, options.world, cancel);
    interp.set_observer(&recorder);
    interp.set_follow(true);
    work(interp);
  };
  run([&](Interp& interp) { interp.run_module(file.source); });
  std::set<std::string> done;
  // Running a module makes more of them known.
  for (bool more = true; more && !cancel.cancelled();) {
    more = false;
    std::vector<std::string> paths;
    for (const auto& [path, loaded] : program.files()) {
      if (loaded != nullptr && !loaded->broken) paths.push_back(path);
    }
    // A package is imported before a module of it.
    for (std::size_t i = 0; i < paths.size(); ++i) {
      const std::string& path = paths[i];
      const std::size_t folder = path.rfind('/');
      const std::size_t outer = folder == std::string::npos || folder == 0 ? folder : path.rfind('/', folder - 1);
      const bool package = path.compare(folder + 1, std::string::npos, "__init__.py") == 0;
      const std::size_t parent = package ? outer : folder;
      if (parent == std::string::npos || path == file.source.path) continue;
      const std::string init = path.substr(0, parent) + "/__init__.py";
      if (store.exists(init) && program.open(init) != nullptr && !done.contains(init) &&
          std::find(paths.begin(), paths.end(), init) == paths.end()) {
        paths.push_back(init);
      }
    }
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths) {
      if (!done.insert(path).second) continue;
      more = true;
      const LoadedFile& module = *program.open(path);
      recorder.add_nodes(module);
      if (path != file.source.path) run([&](Interp& interp) { interp.import_file(module.source); });
      for (const Root& root : find_roots(module, store.names())) {
        if (root.kind == Root::Kind::Module || !waits(module, root, recorder, store.names())) continue;
        run([&](Interp& interp) { drive(interp, module, root); });
      }
    }
  }
  return std::move(recorder.graph);
}

}  // namespace graphfence
