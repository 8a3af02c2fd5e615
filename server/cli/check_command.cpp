#include <algorithm>
#include <cstring>
#include <filesystem>
#include <istream>
#include <map>
#include <ostream>
#include <system_error>
#include <thread>

#include "server/cli/atomic_write.h"
#include "server/cli/checker.h"
#include "server/cli/commands.h"
#include "server/cli/excerpt.h"
#include "server/cli/fix_all.h"
#include "server/cli/progress.h"
#include "server/cli/report.h"
#include "server/cli/unified_diff.h"
#include "server/cli/visible_text.h"
#include "server/config/requirement.h"

namespace graphfence {

namespace {

/// One run of `graphfence check`.
class CheckRun {
 public:
  CheckRun(const CheckOptions& options, Console& console)
      : options_(options),
        console_(console),
        colour_(use_colour(options.colour, console.out_is_terminal, console.environment)) {}

  int run() {
    if (!usage_is_right()) return ExitTrouble;
    if (!find_files()) return ExitTrouble;
    if (!configuration_is_right()) return ExitTrouble;
    if (files_.empty() && !trouble_) print_note(console_, "no Python files found");
    Checker checker(files_, *projects_, jobs());
    if (reads_stdin_) checker.set_text(files_.front().path, stdin_text_);

    Progress progress(console_);
    const auto show = [&](std::size_t done, std::size_t total) { progress.show(done, total); };
    Report report;
    if (options_.fix || options_.diff) {
      FixResult fixed = fix_all(checker, options_.unsafe_fixes, show);
      progress.clear();
      if (!fixed.stable) print_note(console_, "the fixes did not come to an end; run again to apply more of them");
      report.findings = std::move(fixed.findings);
      if (options_.diff) return finish_diff(checker, fixed, report);
      report.fixed = write_fixes(fixed);
    } else {
      report.findings = checker.check(show);
      progress.clear();
    }
    report_files(checker, report);
    print(report, checker);
    return status(report);
  }

 private:
  [[nodiscard]] bool usage_is_right() {
    const RuleNames names(rule_catalogue());
    bool right = true;
    const auto check_names = [&](const std::vector<std::string>& given, const char* option) {
      if (std::all_of(given.begin(), given.end(), [](const std::string& name) { return name.empty(); })) {
        if (given.empty()) return;
        print_error(console_,
                    std::string(option) + ": no rule is named; leave the option out, or see `graphfence rules`");
        right = false;
        return;
      }
      for (const std::string& name : given) {
        if (names.knows(name)) continue;
        print_error(console_, std::string(option) + ": " + visible(names.unknown_message(name)));
        right = false;
      }
    };
    check_names(options_.select.value_or(std::vector<std::string>()), "--select");
    check_names(options_.ignore, "--ignore");
    if (options_.tf_version && !parse_target_name(*options_.tf_version)) {
      print_error(console_,
                  "--tf-version: `" + visible(*options_.tf_version) + "` is none of 2.0, 2.1, …, keras2, keras3");
      right = false;
    }
    if (options_.statistics && options_.format != OutputFormat::Text) {
      print_error(console_, "--statistics goes with --format text only");
      right = false;
    }
    if (options_.diff && options_.format != OutputFormat::Text) {
      print_error(console_, "--diff goes with --format text only: it prints a patch instead of the findings");
      right = false;
    }
    if (options_.diff && options_.statistics) {
      print_error(console_, "--diff and --statistics cannot be combined");
      right = false;
    }
    if (options_.unsafe_fixes && !options_.fix && !options_.diff) {
      print_error(console_, "--unsafe-fixes goes with --fix or --diff");
      right = false;
    }
    const auto dashes = std::count(options_.paths.begin(), options_.paths.end(), "-");
    reads_stdin_ = dashes > 0;
    if (reads_stdin_ && options_.paths.size() > 1) {
      print_error(console_, "`-` (standard input) cannot be combined with other paths");
      right = false;
    }
    if (options_.stdin_filename && !reads_stdin_) {
      print_error(console_, "--stdin-filename needs `-` as the path");
      right = false;
    }
    return right;
  }

  [[nodiscard]] bool find_files() {
    const RuleNames names(rule_catalogue());
    ConfigOverrides overrides;
    if (options_.select) overrides.select = names.expand(*options_.select);
    overrides.ignore = names.expand(options_.ignore);
    overrides.tf_version = options_.tf_version;
    overrides.use_files = !options_.no_config;
    projects_.emplace(std::move(overrides), console_.environment, console_.working_folder);

    if (reads_stdin_) return read_stdin();
    DiscoveryOptions discovery;
    discovery.working_folder = console_.working_folder;
    discovery.force_exclude = options_.force_exclude;
    discovery.excluded = [&](const std::string& path, bool is_directory) {
      const Configuration* project = projects_->configured(std::filesystem::path(path).parent_path().string());
      return project != nullptr && project->excludes(path, is_directory);
    };
    Discovery found = discover(options_.paths.empty() ? std::vector<std::string>{"."} : options_.paths, discovery);
    for (const std::string& problem : found.problems) {
      print_error(console_, problem);
      trouble_ = true;
    }
    files_ = std::move(found.files);
    return true;
  }

  [[nodiscard]] bool read_stdin() {
    const std::string path = absolute_path(options_.stdin_filename.value_or("stdin.py"), console_.working_folder);
    names_[path] = options_.stdin_filename.value_or("<stdin>");
    std::string block(65536, '\0');
    while (console_.in.read(block.data(), static_cast<std::streamsize>(block.size())) || console_.in.gcount() > 0) {
      stdin_text_.append(block, 0, static_cast<std::size_t>(console_.in.gcount()));
      if (stdin_text_.size() > MaxSourceSize) {
        print_error(console_, "standard input: larger than the limit of 8 MB");
        return false;
      }
    }
    if (stdin_text_.find('\0') != std::string::npos) {
      print_error(console_, "standard input: is binary, no Python source");
      return false;
    }
    if (!is_valid_utf8(stdin_text_)) print_note(console_, "standard input: is not valid UTF-8; checked all the same");
    files_.push_back({path, package_parent(path), true});
    return true;
  }

  [[nodiscard]] bool configuration_is_right() {
    for (const SourceFile& file : files_) {
      static_cast<void>(projects_->of(std::filesystem::path(file.path).parent_path().string(), file.origin));
    }
    for (ConfigProblem warning : projects_->warnings()) {
      warning.file = shown_name(warning.file);
      print_note(console_, visible(to_string(warning)));
    }
    const std::vector<ConfigProblem> problems = projects_->problems();
    for (ConfigProblem problem : problems) {
      problem.file = shown_name(problem.file);
      print_error(console_, visible(to_string(problem)));
    }
    return problems.empty();
  }

  [[nodiscard]] unsigned jobs() const {
    return options_.jobs != 0 ? options_.jobs : std::max(1U, std::thread::hardware_concurrency());
  }

  /// Finds out, and says, which files were left out and why.
  void report_files(const Checker& checker, Report& report) {
    std::map<std::string, std::string> failures(checker.failures().begin(), checker.failures().end());
    for (const SourceFile& file : files_) {
      const FileNote note = reads_stdin_ ? FileNote{} : checker.note(file.path);
      if (const auto failure = failures.find(file.path); failure != failures.end()) {
        skip(report, {file.path, true, {}, "the analysis failed: " + failure->second}, true);
        continue;
      }
      switch (note.outcome) {
        case ReadOutcome::Ok:
          if (!note.valid_utf8) {
            print_note(console_, visible(shown_name(file.path)) + ": is not valid UTF-8; checked all the same");
          }
          if (report_unparsed(checker, file.path, report)) ++report.files;
          break;
        case ReadOutcome::Binary:
          skip(report, {file.path, true, {}, "is binary; left out"}, false);
          break;
        case ReadOutcome::TooLarge:
          skip(report, {file.path, true, {}, "is larger than the limit of 8 MB; left out"}, false);
          break;
        case ReadOutcome::Missing:
        case ReadOutcome::Unreadable:
          skip(report, {file.path, true, {}, std::generic_category().message(note.error)}, true);
          break;
        case ReadOutcome::NotRegular:
          skip(report, {file.path, true, {}, "is no regular file"}, true);
          break;
      }
    }
  }

  /// False when nothing of the file was checked.
  bool report_unparsed(const Checker& checker, const std::string& path, Report& report) {
    bool checked = true;
    for (const UnparsedPart& part : checker.unparsed(path)) {
      const bool whole_file = part.function.empty();
      Skipped skipped{path, whole_file, {}, {}};
      const auto text = checker.text(path);
      const bool has_place = !whole_file || part.reason == UnparsedReason::Syntax;
      if (text && has_place) skipped.place = shown_position(*text, part.offset);
      skipped.message = reason_text(part.reason);
      skipped.message += whole_file ? "; not checked" : "; the function `" + part.function + "` is not checked";
      skip(report, std::move(skipped), whole_file);
      checked = checked && !whole_file;
    }
    return checked;
  }

  static const char* reason_text(UnparsedReason reason) {
    switch (reason) {
      case UnparsedReason::Syntax:
        return "cannot be parsed from here";
      case UnparsedReason::TooDeep:
        return "is nested too deeply";
      case UnparsedReason::TooSlow:
        return "takes too long to parse";
    }
    return "cannot be parsed";
  }

  /// `wrong`: the run must not look like a clean one.
  void skip(Report& report, Skipped skipped, bool wrong) {
    std::string line = visible(shown_name(skipped.file));
    if (skipped.place) line += ":" + std::to_string(skipped.place->line) + ":" + std::to_string(skipped.place->column);
    line += ": " + visible(skipped.message);
    if (wrong) {
      print_error(console_, line);
      trouble_ = true;
    } else {
      print_note(console_, line);
    }
    report.skipped.push_back(std::move(skipped));
  }

  /// Returns how many fixes have reached the disk.
  std::size_t write_fixes(const FixResult& fixed) {
    std::size_t written = 0;
    if (reads_stdin_) {
      const auto changed = fixed.files.find(files_.front().path);
      console_.out << (changed == fixed.files.end() ? stdin_text_ : changed->second.after);
      return fixed.applied;
    }
    for (const auto& [path, file] : fixed.files) {
      const std::string name = visible(shown_name(path));
      // Somebody may have saved the file while it was being checked.
      if (read_regular_file(path).text != file.before) {
        print_error(console_, name + ": changed while it was checked; not written");
        trouble_ = true;
        continue;
      }
      const std::string problem = replace_file(path, file.after);
      if (problem.empty()) {
        written += file.fixes;
      } else {
        print_error(console_, name + ": cannot be written: " + problem);
        trouble_ = true;
      }
    }
    return written;
  }

  int finish_diff(const Checker& checker, const FixResult& fixed, Report& report) {
    report_files(checker, report);
    for (const auto& [path, file] : fixed.files) print_diff(unified_diff(diff_name(path), file.before, file.after));
    if (trouble_) return ExitTrouble;
    return fixed.files.empty() || options_.exit_zero ? ExitClean : ExitFindings;
  }

  /// Through a pipe the exact bytes, which a patch needs; on a terminal nothing that could control it.
  void print_diff(std::string_view diff) {
    if (!console_.out_is_terminal && !colour_) {
      console_.out << diff;
      return;
    }
    while (!diff.empty()) {
      const std::size_t end = std::min(diff.find('\n'), diff.size());
      std::string_view line = diff.substr(0, end);
      if (line.ends_with('\r')) line.remove_suffix(1);
      const std::string text = with_tabs(line);
      if (line.starts_with("+")) {
        console_.out << inked(colour_, Ink::Added, text);
      } else if (line.starts_with("-")) {
        console_.out << inked(colour_, Ink::Removed, text);
      } else {
        console_.out << text;
      }
      console_.out << '\n';
      diff.remove_prefix(std::min(end + 1, diff.size()));
    }
  }

  static std::string with_tabs(std::string_view line) {
    std::string out;
    while (true) {
      const std::size_t tab = line.find('\t');
      out += visible(line.substr(0, tab));
      if (tab == std::string_view::npos) return out;
      out += '\t';
      line.remove_prefix(tab + 1);
    }
  }

  void print(const Report& report, const Checker& checker) {
    Sources sources;
    sources.name = [&](const std::string& path) { return shown_name(path); };
    sources.text = [&](const std::string& path) { return checker.text(path); };
    sources.asked_for = [&](const std::string& path) { return checker.contains(path); };
    // Standard output belongs to the fixed program then.
    std::ostream& out = reads_stdin_ && options_.fix ? console_.err : console_.out;
    switch (options_.format) {
      case OutputFormat::Text:
        if (options_.statistics) {
          out << render_statistics(report, sources);
        } else {
          out << render_text(report, sources, {colour_, console_.width});
        }
        break;
      case OutputFormat::Json:
        out << render_json(report, sources);
        break;
      case OutputFormat::Github:
        out << render_github(report, sources);
        break;
    }
  }

  int status(const Report& report) const {
    if (trouble_) return ExitTrouble;
    if (options_.exit_zero) return ExitClean;
    const bool serious = std::any_of(report.findings.begin(), report.findings.end(), [](const Finding& finding) {
      return finding.severity == Severity::Error || finding.severity == Severity::Warning;
    });
    return serious ? ExitFindings : ExitClean;
  }

  /// Relative to the working folder where the file lies below it.
  [[nodiscard]] std::string shown_name(const std::string& path) const {
    if (const auto given = names_.find(path); given != names_.end()) return given->second;
    const std::string base =
        console_.working_folder.ends_with('/') ? console_.working_folder : console_.working_folder + "/";
    return path.starts_with(base) && path.size() > base.size() ? path.substr(base.size()) : path;
  }

  /// A name with control characters cannot stand in the header of a diff as it is.
  [[nodiscard]] std::string diff_name(const std::string& path) const { return visible(shown_name(path)); }

  const CheckOptions& options_;
  Console& console_;
  bool colour_;
  bool reads_stdin_ = false;
  bool trouble_ = false;
  std::string stdin_text_;
  std::map<std::string, std::string> names_;
  std::vector<SourceFile> files_;
  std::optional<Projects> projects_;
};

}  // namespace

int run_check(const CheckOptions& options, Console& console) {
  return CheckRun(options, console).run();
}

}  // namespace graphfence
