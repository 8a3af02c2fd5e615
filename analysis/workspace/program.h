#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/base/cancel.h"
#include "analysis/base/symbol.h"
#include "analysis/summary/source.h"
#include "analysis/syntax/document.h"
#include "analysis/text/source_text.h"

namespace graphfence {

/// What the workspace needs of the disk (a subset of the façade's FileSystem).
struct FileReader {
  virtual ~FileReader() = default;
  [[nodiscard]] virtual std::optional<std::string> read_file(const std::string& path) const = 0;
  [[nodiscard]] virtual bool has_file(const std::string& path) const = 0;
};

/// A file ready to run: text, code and what the rest of the engine needs to place findings in it.
struct LoadedFile {
  SourceModule source;
  std::shared_ptr<const SourceText> text;
  std::uint64_t module_hash = 0;  ///< code hash of the module unit
  bool broken = false;            ///< the module's own statements do not parse
  bool has_errors = false;        ///< something in it does not parse
  bool mentions_library = false;  ///< the text names TensorFlow or Keras somewhere
};

/// Lowered files of the disk. Safe for several threads.
class FileStore {
 public:
  FileStore(std::shared_ptr<Interner> names, std::shared_ptr<const FileReader> disk);

  [[nodiscard]] std::shared_ptr<const LoadedFile> load(const std::string& path);
  [[nodiscard]] bool exists(const std::string& path);
  void forget(const std::string& path);
  [[nodiscard]] Interner& names() { return *names_; }
  [[nodiscard]] const std::shared_ptr<Interner>& shared_names() const { return names_; }
  /// Lowers `document`, reusing the units of `previous` whose text is the same.
  [[nodiscard]] std::shared_ptr<const LoadedFile> lower(const std::string& path, const ParsedDocument& document,
                                                        const LoadedFile* previous);
  [[nodiscard]] const LoadedFile& library(LibraryModule module);

 private:
  std::shared_ptr<Interner> names_;
  std::shared_ptr<const FileReader> disk_;
  std::shared_mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<const LoadedFile>> files_;
  std::unordered_map<std::string, bool> exists_;
  std::shared_ptr<const LoadedFile> library_[3];
};

using OpenFiles = std::map<std::string, std::shared_ptr<const LoadedFile>>;

/// Files and imports as one snapshot sees them, with everything that was asked written down. One thread at a time.
class Program : public SummarySource {
 public:
  /// `open` wins over the disk and outlives the program.
  Program(FileStore& store, std::vector<std::string> roots, const OpenFiles& open)
      : store_(store), roots_(std::move(roots)), open_(open) {}
  const SourceModule* resolve(const SourceModule& importer, std::string_view module, unsigned level) override;
  const SourceModule& library(LibraryModule module) override { return store_.library(module).source; }
  [[nodiscard]] const LoadedFile* loaded(const std::string& path) const;
  /// Makes a file part of the program by its path.
  const LoadedFile* open(const std::string& path);
  [[nodiscard]] const std::unordered_map<std::string, std::shared_ptr<const LoadedFile>>& files() const {
    return files_;
  }
  /// Paths that were looked for in vain: a result holds as long as none of them appears.
  [[nodiscard]] const std::vector<std::string>& missing() const { return missing_; }
  /// Does a file that a result looked for in vain exist by now?
  [[nodiscard]] bool appeared(const std::string& path, FileStore& store) const {
    return open_.contains(path) || store.exists(path);
  }

 private:
  bool try_path(const std::string& base, const SourceModule** found);
  FileStore& store_;
  std::vector<std::string> roots_;
  const OpenFiles& open_;
  std::unordered_map<std::string, std::shared_ptr<const LoadedFile>> files_;
  std::unordered_map<std::string, const SourceModule*> resolved_;
  std::vector<std::string> missing_;
};

}  // namespace graphfence
