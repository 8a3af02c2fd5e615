// Module names, imports and library paths.
#include "analysis/summary/interp.h"

namespace graphfence {

using ir::Instr;
using ir::Op;

namespace {

bool starts_with(std::string_view text, std::string_view prefix) {
  return text.substr(0, prefix.size()) == prefix;
}

/// Is `path` the module `root` or something in it?
bool inside(std::string_view path, std::string_view root) {
  return starts_with(path, root) && (path.size() == root.size() || path[root.size()] == '.');
}

}  // namespace

std::uint32_t Interp::chunk_number(const SourceModule& file, std::uint32_t unit, std::uint32_t chunk, ObjId module) {
  const ir::Chunk* code = &file.code->units[unit].unit->chunks[chunk];
  const auto [it, fresh] = chunk_ids_.try_emplace(code, static_cast<std::uint32_t>(chunks_.size()));
  if (fresh) {
    chunks_.push_back({&file, unit, chunk, code, module});
    activations_.push_back(0);
    used_.push_back(false);
  }
  return it->second;
}

ObjId Interp::module_of(const SourceModule& file) {
  const auto [it, fresh] = modules_.try_emplace(&file, 0);
  if (fresh) {
    it->second = heap_.make(Kind::Module, 0, static_cast<std::uint32_t>(module_files_.size()));
    module_files_.push_back(&file);
    lazy_.push_back(false);
  }
  return it->second;
}

ObjId Interp::load_module(const SourceModule& file) {
  const bool known = modules_.contains(&file);
  const ObjId module = module_of(file);
  if (!known) lazy_[heap_[module].a] = true;
  return module;
}

ObjId Interp::run_module(const SourceModule& file) {
  const ObjId module = module_of(file);
  heap_.set(module, known(sym::dunder_name), make_str(known(sym::dunder_main)));
  run_body(module, 0, static_cast<std::uint32_t>(file.code->units[0].unit->chunks[0].code.size()));
  return module;
}

void Interp::import_file(const SourceModule& file) {
  run_body(module_of(file), 0, static_cast<std::uint32_t>(file.code->units[0].unit->chunks[0].code.size()));
}

/// Runs top-level statements of a module in the eager region.
void Interp::run_body(ObjId module, std::uint32_t begin, std::uint32_t end) {
  const SourceModule& file = *module_files_[heap_[module].a];
  const std::uint32_t chunk = chunk_number(file, 0, 0, module);
  const Ambient saved = ambient_;
  ambient_ = Ambient{};
  Frame frame;
  frame.code = chunks_[chunk].code;
  frame.chunk = chunk;
  frame.module = module;
  frame.library = file.library;
  frame.base = heap_.push_registers(frame.code->register_count);
  frame.mark = heap_.mark();
  if (frame.code->needs_env) frame.env = heap_.make(Kind::Env, 0);
  used_[chunk] = true;
  frames_.push_back(&frame);
  run_block(frame, begin, end);
  frames_.pop_back();
  heap_.pop_registers(frame.base);
  ambient_ = saved;
}

Value Interp::lazy_name(ObjId module, Symbol name) {
  const std::uint32_t index = heap_[module].a;
  if (!lazy_[index]) return v_unbound;
  const ModuleNames& ranges = *module_files_[index]->names;
  const auto it = ranges.find(name);
  if (it == ranges.end()) {
    const auto stars = ranges.find(Symbol{});
    if (stars == ranges.end()) return v_unbound;
    for (const auto& [pc, end] : stars->second) {
      const std::uint64_t key = (static_cast<std::uint64_t>(module) << 32) | name.id;
      if (!evaluating_.insert(key).second) continue;
      const Instr& in = module_files_[index]->code->units[0].unit->chunks[0].code[pc];
      Frame frame;
      frame.module = module;
      const Value source = import_module(frame, text(Symbol{in.b}), in.aux, false);
      Value found = v_unbound;
      if (source.single() && heap_[source.obj()].kind == Kind::Module) found = module_name(source.obj(), name);
      evaluating_.erase(key);
      if (found != v_unbound) return found;
    }
    return v_unbound;
  }
  const std::uint64_t key = (static_cast<std::uint64_t>(module) << 32) | name.id;
  if (!evaluating_.insert(key).second) return v_unknown;
  const Heap::Mark mark = heap_.mark();
  const auto first = static_cast<ObjId>(heap_.object_count());
  for (const auto& [begin, end] : it->second) run_body(module, begin, end);
  module_objects_.emplace_back(first, static_cast<ObjId>(heap_.object_count()));
  // A module's definitions hold on every path, whichever asked first.
  heap_.commit(mark);
  evaluating_.erase(key);
  return heap_.get(module, name);
}

Value Interp::module_name(ObjId module, Symbol name) {
  Value v = heap_.get(module, name);
  if (v == v_unbound) v = lazy_name(module, name);
  return v;
}

Value Interp::load_global(Frame& frame, Symbol name) {
  const Value v = module_name(frame.module, name);
  if (v != v_unbound) return v;
  if (name == sym::dunder_name) return make_str(name);
  if (frame.library) {
    const std::string_view spelled = text(name);
    if (starts_with(spelled, "__gf_")) return intrinsic(name.id);
  } else {
    const auto stars = heap_.get(frame.module, cell::rest);
    if (stars != v_unbound) return v_unknown;  // a star import of an unknown module may bind anything
  }
  return builtin(name);
}

Value Interp::builtin(Symbol name) {
  const std::uint64_t key = (1ULL << 59) | name.id;
  const auto known_name = constants_.find(key);
  if (known_name != constants_.end()) return Value{known_name->second};
  const Value found = find_builtin(name);
  constants_.emplace(key, found.obj());
  return found;
}

Value Interp::find_builtin(Symbol name) {
  if (text(name) == "__debug__") return v_true;
  std::string path = "builtins.";
  path += text(name);
  if (library::find_api(path) != nullptr || name == sym::dunder_super) return make_lib(names_.intern(path), {});
  static constexpr std::string_view types[] = {
      "object",       "Exception",   "BaseException",  "ValueError",  "TypeError",
      "KeyError",     "property",    "staticmethod",   "classmethod", "NotImplementedError",
      "RuntimeError", "ImportError", "AttributeError", "IndexError",  "StopIteration",
      "bytes",        "slice",       "frozenset",      "complex",     "vars",
      "dir",          "setattr",     "delattr",        "issubclass"};
  for (const std::string_view type : types) {
    if (text(name) == type) return make_lib(names_.intern(path), {});
  }
  return v_unknown;
}

Value Interp::import_module(Frame& frame, std::string_view module, unsigned level, bool top) {
  const SourceModule& importer = *module_files_[heap_[frame.module].a];
  if (importer.library) return library_path(module, importer.generation);
  const std::string_view wanted = top ? module.substr(0, module.find('.')) : module;
  if (const SourceModule* file = source_.resolve(importer, wanted, level)) return Value{load_module(*file)};
  if (level > 0) return v_unknown;
  return library_path(wanted, {});
}

void Interp::run_import(Frame& frame, const Instr& in, SiteId) {
  const auto set = [&](Value v) {
    if (in.a == ir::no_reg) return;
    set_variable(frame, in.a, v == v_unbound ? v_unknown : v);
  };
  const std::string_view module = text(Symbol{in.b});
  if (in.op == Op::Import) {
    set(import_module(frame, module, in.aux, (in.flags & ir::flag_top_package) != 0));
    return;
  }
  const Value source = import_module(frame, module, in.aux, false);
  if (in.op == Op::ImportFrom) {
    set(source == v_unknown ? v_unknown : attribute(source, Symbol{in.c}, 0));
    return;
  }
  if (!source.single() || heap_[source.obj()].kind != Kind::Module) {
    heap_.set(frame.module, cell::rest, v_unknown);
    return;
  }
  const ObjId from = source.obj();
  std::vector<Symbol> exported;
  exported_names(from, exported, 0);
  for (const Symbol name : exported) heap_.set(frame.module, name, module_name(from, name));
}

/// What `from module import *` binds.
void Interp::exported_names(ObjId module, std::vector<Symbol>& out, int depth) {
  std::vector<Value> listed;
  if (const Value all = module_name(module, known(sym::dunder_all)); all != v_unbound && known_elements(all, listed)) {
    for (const Value name : listed) {
      if (name.single() && heap_[name.obj()].kind == Kind::Str) out.push_back(Symbol{heap_[name.obj()].a});
    }
    return;
  }
  const SourceModule& file = *module_files_[heap_[module].a];
  if (lazy_[heap_[module].a]) {
    for (const auto& [name, ranges] : *file.names) {
      if (name.id != 0 && text(name).front() != '_') out.push_back(name);
    }
    const auto stars = file.names->find(Symbol{});
    constexpr int star_imports_in_a_row = 8;
    if (stars != file.names->end() && depth < star_imports_in_a_row) {
      for (const auto& [pc, end] : stars->second) {
        const Instr& in = file.code->units[0].unit->chunks[0].code[pc];
        const SourceModule* next = source_.resolve(file, text(Symbol{in.b}), in.aux);
        if (next != nullptr) exported_names(load_module(*next), out, depth + 1);
      }
    }
  }
  for (const Symbol name : heap_.names(module)) {
    if (name.id < cell::length.id && text(name).front() != '_') out.push_back(name);
  }
}

Value Interp::make_lib(Symbol path, library::Generation generation) {
  const std::uint64_t key =
      (static_cast<std::uint64_t>(path.id) << 8) | static_cast<std::uint64_t>(generation) | (1ULL << 60);
  auto [it, fresh] = constants_.try_emplace(key, 0);
  if (fresh) {
    const std::string_view spelled = text(path);
    lib_facts_.push_back({library::find_api(spelled), special_call(spelled), starts_with(spelled, "builtins.")});
    it->second = heap_.make(Kind::Lib, 0, path.id, static_cast<std::uint32_t>(generation),
                            static_cast<std::uint32_t>(lib_facts_.size() - 1));
  }
  return Value{it->second};
}

Value Interp::library_path(std::string_view path, library::Generation generation) {
  std::string canonical;
  if (inside(path, "tensorflow.compat.v2")) {
    canonical = "tf" + std::string(path.substr(20));
  } else if (inside(path, "tensorflow.python")) {
    return make_lib(names_.intern(path), generation);
  } else if (inside(path, "tensorflow")) {
    canonical = "tf" + std::string(path.substr(10));
  } else if (inside(path, "tf_keras")) {
    canonical = "keras" + std::string(path.substr(8));
    generation = library::Generation::Keras2;
  } else if (inside(path, "keras")) {
    canonical = path;
    if (frames_.empty() || !frames_.back()->library) {
      generation = world_.keras;
      asked_generation_ = true;
    }
  } else if (inside(path, "numpy")) {
    canonical = "np" + std::string(path.substr(5));
  } else {
    canonical = path;
  }
  if (inside(canonical, "tf.keras")) {
    canonical = canonical.substr(3);
    generation = world_.tf_keras;
    asked_generation_ = true;
  }
  Value found = make_lib(names_.intern(canonical.substr(0, canonical.find('.'))), generation);
  for (std::size_t at = canonical.find('.'); at != std::string::npos;) {
    const std::size_t next = canonical.find('.', at + 1);
    found = library_attribute(
        found.obj(), names_.intern(canonical.substr(at + 1, next == std::string::npos ? next : next - at - 1)));
    if (!found.single() || heap_[found.obj()].kind != Kind::Lib) break;
    at = next;
  }
  return found;
}

Value Interp::library_attribute(ObjId lib, Symbol name) {
  const std::uint64_t key = (static_cast<std::uint64_t>(lib) << 32) | name.id;
  // Regular object numbers stay below the marker bits used for paths and texts.
  if (const auto it = constants_.find(key | (1ULL << 61)); it != constants_.end()) return Value{it->second};
  const std::string_view base = text(Symbol{heap_[lib].a});
  if (base.size() > limits::library_path) return v_unknown;
  auto generation = static_cast<library::Generation>(heap_[lib].b);
  std::string path(base);
  path += '.';
  path += text(name);
  Value result;
  if (path == "typing.TYPE_CHECKING" || path == "typing_extensions.TYPE_CHECKING") {
    result = v_false;
  } else if (path == "tf.keras") {
    generation = world_.tf_keras;
    asked_generation_ = true;
    result = make_lib(names_.intern("keras"), generation);
  } else if (starts_with(path, "tf.") || starts_with(path, "keras.")) {
    const bool keras = path[0] == 'k';
    std::string exported = path.substr(keras ? 6 : 3);
    for (std::size_t at = 0; (at = exported.find('.', at)) != std::string::npos; at += 2) exported.replace(at, 1, "__");
    const LibraryModule which = !keras                                      ? LibraryModule::TensorFlow
                                : generation == library::Generation::Keras2 ? LibraryModule::Keras2
                                                                            : LibraryModule::Keras3;
    const Value modelled = module_name(load_module(source_.library(which)), names_.intern(exported));
    result = modelled != v_unbound ? modelled : make_lib(names_.intern(path), generation);
    if (keras && generation == library::Generation::Keras3) tell_removed(0, path);
  } else {
    // A namespace package of the workspace looks like a library path until a module of it is named.
    if (in_user_code() && library::find_api(path) == nullptr) {
      const SourceModule& importer = *module_files_[heap_[frames_.back()->module].a];
      if (const SourceModule* file = source_.resolve(importer, path, 0)) return Value{load_module(*file)};
    }
    result = make_lib(names_.intern(path), generation);
  }
  if (result.single()) constants_[key | (1ULL << 61)] = result.obj();
  return result;
}

ObjId Interp::environment(const Frame& frame, std::uint32_t depth) const {
  if (frame.class_namespace != 0) ++depth;  // a class body has no environment of its own
  if (depth == 0) return frame.env;
  ObjId env = frame.outer_env;
  for (; depth > 1 && env != 0; --depth) env = heap_[env].a;
  return env;
}

}  // namespace graphfence
