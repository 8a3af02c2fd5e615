#include "analysis/workspace/program.h"

#include <algorithm>

#include "analysis/ir/lower.h"
#include "analysis/library/python_text.h"

namespace graphfence {

namespace {

std::string folder_of(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash));
}

std::string join(std::string_view folder, std::string_view name) {
  if (folder.empty()) return std::string(name);
  return std::string(folder) + '/' + std::string(name);
}

bool mentions(std::string_view text) {
  return text.find("tensorflow") != std::string_view::npos || text.find("keras") != std::string_view::npos;
}

/// Names that mean the installed library, never a file of the workspace.
bool installed_library(std::string_view module) {
  static constexpr std::string_view names[] = {"tensorflow",  "keras",       "tf_keras",  "numpy",   "typing", "os",
                                               "sys",         "functools",   "math",      "random",  "time",   "abc",
                                               "collections", "dataclasses", "itertools", "logging", "re",     "json"};
  const std::string_view first = module.substr(0, module.find('.'));
  return std::find(std::begin(names), std::end(names), first) != std::end(names);
}

/// What stands for a text that was not parsed: too large, too deep, too slow.
std::shared_ptr<const ir::FileIr> unparsed() {
  auto unit = std::make_shared<ir::Unit>();
  unit->chunks.emplace_back();
  unit->chunks.front().kind = ir::ChunkKind::Module;
  unit->chunks.front().has_error = true;
  auto code = std::make_shared<ir::FileIr>();
  code->units.push_back({std::move(unit), 0});
  code->has_error = true;
  return code;
}

}  // namespace

FileStore::FileStore(std::shared_ptr<Interner> names, std::shared_ptr<const FileReader> disk)
    : names_(std::move(names)), disk_(std::move(disk)) {}

std::shared_ptr<const LoadedFile> FileStore::lower(const std::string& path, const ParsedDocument& document,
                                                   const LoadedFile* previous) {
  auto file = std::make_shared<LoadedFile>();
  file->text = document.text;
  file->source.path = path;
  if (const TSNode root = document.tree->root(); !ts_node_is_null(root)) {
    const bool known = previous != nullptr && document.difference.base == previous->text;
    file->source.code =
        ir::lower_file(*document.text, root, *names_, previous != nullptr ? previous->source.code.get() : nullptr,
                       known ? document.difference.change : std::nullopt);
  } else {
    file->source.code = unparsed();
  }
  const ir::Unit& module = *file->source.code->units.front().unit;
  file->module_hash = module.code_hash;
  file->source.names = previous != nullptr && previous->module_hash == file->module_hash
                           ? previous->source.names
                           : std::make_shared<const ModuleNames>(find_module_names(module.chunks.front()));
  file->broken = !document.complete || module.chunks.front().has_error;
  for (const ir::Chunk& chunk : module.chunks) file->broken = file->broken || chunk.has_error;
  file->has_errors = file->broken;
  for (const ir::PlacedUnit& unit : file->source.code->units)
    file->has_errors = file->has_errors || unit.unit->chunks.front().has_error;
  file->mentions_library = mentions(document.text->bytes());
  return file;
}

std::shared_ptr<const LoadedFile> FileStore::load(const std::string& path) {
  {
    const std::shared_lock lock(mutex_);
    if (const auto it = files_.find(path); it != files_.end()) return it->second;
  }
  std::shared_ptr<const LoadedFile> file;
  if (auto bytes = disk_->read_file(path)) {
    thread_local Parser parser;
    const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(std::move(*bytes)));
    file = lower(path, document, nullptr);
  }
  const std::unique_lock lock(mutex_);
  return files_.emplace(path, file).first->second;
}

bool FileStore::exists(const std::string& path) {
  {
    const std::shared_lock lock(mutex_);
    if (const auto it = files_.find(path); it != files_.end() && it->second) return true;
    if (const auto it = exists_.find(path); it != exists_.end()) return it->second;
  }
  const bool found = disk_->has_file(path);
  const std::unique_lock lock(mutex_);
  exists_.emplace(path, found);
  return found;
}

void FileStore::forget(const std::string& path) {
  const std::unique_lock lock(mutex_);
  files_.erase(path);
  exists_.erase(path);
}

const LoadedFile& FileStore::library(LibraryModule module) {
  const std::size_t index = module == LibraryModule::Keras2 ? 1 : module == LibraryModule::Keras3 ? 2 : 0;
  {
    const std::shared_lock lock(mutex_);
    if (library_[index]) return *library_[index];
  }
  static constexpr const char* names[] = {"<tensorflow>", "<keras2>", "<keras3>"};
  std::string text = index == 0   ? library::tensorflow_text()
                     : index == 1 ? library::keras2_text()
                                  : library::keras3_text();
  thread_local Parser parser;
  const ParsedDocument document = ParsedDocument::open(parser, std::make_shared<const SourceText>(std::move(text)));
  auto file = std::make_shared<LoadedFile>(*lower(names[index], document, nullptr));
  file->source.library = true;
  file->source.generation = index == 1 ? library::Generation::Keras2 : library::Generation::Keras3;
  const std::unique_lock lock(mutex_);
  if (!library_[index]) library_[index] = std::move(file);
  return *library_[index];
}

const LoadedFile* Program::loaded(const std::string& path) const {
  const auto it = files_.find(path);
  return it == files_.end() ? nullptr : it->second.get();
}

const LoadedFile* Program::open(const std::string& path) {
  if (const auto it = files_.find(path); it != files_.end()) return it->second.get();
  const auto edited = open_.find(path);
  auto file = edited != open_.end() ? edited->second : store_.load(path);
  if (!file) return nullptr;
  return files_.emplace(path, std::move(file)).first->second.get();
}

bool Program::try_path(const std::string& base, const SourceModule** found) {
  for (const char* suffix : {".py", "/__init__.py"}) {
    const std::string path = base + suffix;
    if (open_.contains(path) || store_.exists(path)) {
      const LoadedFile* file = open(path);
      if (file == nullptr || file->broken) return false;
      *found = &file->source;
      return true;
    }
    missing_.push_back(path);
  }
  return false;
}

const SourceModule* Program::resolve(const SourceModule& importer, std::string_view module, unsigned level) {
  if (importer.library) return nullptr;
  if (level == 0 && (module.empty() || installed_library(module))) return nullptr;
  std::string key = importer.path;
  key += '\n';
  key += std::to_string(level);
  key += module;
  if (const auto it = resolved_.find(key); it != resolved_.end()) return it->second;
  std::string relative(module);
  std::replace(relative.begin(), relative.end(), '.', '/');
  const SourceModule* found = nullptr;
  if (level > 0) {
    std::string folder = folder_of(importer.path);
    for (unsigned i = 1; i < level; ++i) folder = folder_of(folder);
    if (relative.empty()) {
      const std::string path = join(folder, "__init__.py");
      if (store_.exists(path)) {
        const LoadedFile* file = open(path);
        if (file != nullptr && !file->broken) found = &file->source;
      } else {
        missing_.push_back(path);
      }
    } else {
      try_path(join(folder, relative), &found);
    }
  } else {
    // The folder of the script, then the folder above the importer's outermost package, then the configured roots.
    std::vector<std::string> folders{folder_of(importer.path)};
    std::string package = folders.front();
    while (!package.empty() && store_.exists(join(package, "__init__.py"))) package = folder_of(package);
    if (package != folders.front()) folders = {package};
    for (const std::string& root : roots_) {
      if (std::find(folders.begin(), folders.end(), root) == folders.end()) folders.push_back(root);
    }
    for (const std::string& folder : folders) {
      if (try_path(join(folder, relative), &found)) break;
    }
  }
  resolved_.emplace(std::move(key), found);
  return found;
}

}  // namespace graphfence
