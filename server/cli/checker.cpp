#include "server/cli/checker.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <filesystem>
#include <iterator>
#include <mutex>
#include <set>
#include <thread>

namespace graphfence {

namespace {

/// Import roots that come from what was asked for: a script's folder, the folder that holds a package.
std::set<std::string> origin_roots(const std::vector<const SourceFile*>& files) {
  std::set<std::string> roots;
  std::set<std::string> seen;
  for (const SourceFile* file : files) {
    if (seen.insert(file->origin).second) roots.insert(package_parent(file->origin + "/__init__.py"));
  }
  return roots;
}

}  // namespace

Checker::Checker(const std::vector<SourceFile>& files, Projects& projects, unsigned jobs) : jobs_(jobs) {
  std::map<const Configuration*, std::vector<const SourceFile*>> groups;
  for (const SourceFile& file : files) {
    const std::string folder = std::filesystem::path(file.path).parent_path().string();
    groups[&projects.of(folder, file.origin)].push_back(&file);
    paths_.push_back(file.path);
  }
  for (const auto& [configuration, members] : groups) {
    auto project = std::make_unique<Project>();
    project->configuration = configuration;
    EngineOptions options = configuration->engine;
    for (const std::string& root : origin_roots(members)) {
      if (std::find(options.roots.begin(), options.roots.end(), root) == options.roots.end())
        options.roots.push_back(root);
    }
    project->engine = std::make_unique<Engine>(std::move(options), files_);
    project->snapshot = project->engine->snapshot();
    for (const SourceFile* file : members) project_of_[file->path] = project.get();
    projects_.push_back(std::move(project));
  }
}

std::vector<Finding> Checker::check(const ShowProgress& progress) {
  const std::size_t total = paths_.size();
  std::vector<std::vector<Finding>> results(total);
  std::vector<std::string> errors(total);
  std::atomic<std::size_t> next = 0;
  std::size_t done = 0;
  std::mutex mutex;
  std::condition_variable finished;

  const auto work = [&] {
    const CancelToken never;
    for (std::size_t i = next++; i < total; i = next++) {
      const Project& project = *project_of_.at(paths_[i]);
      try {
        results[i] = project.engine->root_findings(*project.snapshot, paths_[i], never);
      } catch (const std::exception& error) {
        errors[i] = error.what();
        if (errors[i].empty()) errors[i] = "unknown";
      }
      const std::lock_guard lock(mutex);
      if (++done == total) finished.notify_one();
    }
  };
  {
    std::vector<std::jthread> threads;
    const std::size_t count = std::min<std::size_t>(std::max(jobs_, 1U), total);
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back(work);
    std::unique_lock lock(mutex);
    while (!finished.wait_for(lock, std::chrono::milliseconds(100), [&] { return done == total; })) {
      const std::size_t so_far = done;
      lock.unlock();
      if (progress) progress(so_far, total);
      lock.lock();
    }
  }

  failures_.clear();
  std::vector<Finding> findings;
  for (std::size_t i = 0; i < total; ++i) {
    if (!errors[i].empty()) failures_.emplace_back(paths_[i], errors[i]);
    std::move(results[i].begin(), results[i].end(), std::back_inserter(findings));
  }
  std::erase_if(findings, [&](const Finding& finding) {
    const auto project = project_of_.find(finding.file);
    return project == project_of_.end() || project->second->configuration->ignores(finding.file, finding.rule);
  });
  unite(findings);
  return findings;
}

void Checker::set_text(const std::string& path, std::string text) {
  Project& project = *project_of_.at(path);
  project.engine->open(path, std::move(text));
  project.snapshot = project.engine->snapshot();
}

std::vector<UnparsedPart> Checker::unparsed(const std::string& path) const {
  const Project& project = *project_of_.at(path);
  return project.engine->unparsed(*project.snapshot, path);
}

std::shared_ptr<const SourceText> Checker::text(const std::string& path) const {
  const auto found = project_of_.find(path);
  const Project* project = found != project_of_.end() ? found->second
                           : projects_.empty()        ? nullptr
                                                      : projects_.front().get();
  return project == nullptr ? nullptr : project->engine->text(*project->snapshot, path);
}

}  // namespace graphfence
