#include "tests/support/fixture_run.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>

#include "analysis/engine.h"
#include "server/config/target_version.h"
#include "tests/support/memory_files.h"

namespace graphfence::tests {

namespace {

std::string_view level_name(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return "error";
    case Severity::Warning:
      return "warning";
    case Severity::Information:
      return "information";
    case Severity::Hint:
      return "hint";
  }
  return {};
}

EngineOptions options_of(const Fixture& fixture, const std::string& version) {
  EngineOptions options;
  options.roots = {FixtureRoot};
  options.roots.front().pop_back();
  const Environment environment = [&](const std::string& name) -> std::optional<std::string> {
    if (name == "TF_USE_LEGACY_KERAS" && fixture.legacy_keras) return "1";
    return std::nullopt;
  };
  options.target = detect_target(options.roots.front(), options.roots.front(), version, environment);
  return options;
}

/// Everything about a finding, to compare two runs.
std::string described(const Finding& finding) {
  const auto place = [](const std::string& file, Span span) {
    return file + "@" + std::to_string(span.start) + "-" + std::to_string(span.end);
  };
  std::string text = place(finding.file, finding.span) + " " + std::string(level_name(finding.severity)) + " " +
                     finding.rule + ": " + finding.message;
  for (const RelatedPlace& related : finding.related)
    text += "\n  " + place(related.file, related.span) + ": " + related.message;
  for (const Fix& fix : finding.fixes) {
    text += "\n  fix " + fix.title;
    for (const TextEdit& edit : fix.edits) text += "\n    " + place(edit.file, edit.span) + " -> " + edit.text;
  }
  return text;
}

class Run {
 public:
  Run(const Fixture& fixture, std::string version, const std::string& neighbours, FixtureResult& result)
      : fixture_(fixture),
        version_(std::move(version)),
        neighbours_(neighbours),
        options_(options_of(fixture, version_)),
        edited_(options_, std::make_shared<MemoryFiles>(neighbours)),
        result_(result) {}

  void run() {
    for (std::size_t step = 0; step < fixture_.steps; ++step) {
      now_.clear();
      for (const Section& section : fixture_.sections) {
        if (section.step <= step) now_[FixtureRoot + section.path] = &section;
      }
      const std::vector<Finding> cold = from_texts();
      compare(cold);
      compare_documents(step, cold);
    }
    if (!fixture_.known_stale) return;
    if (stale_) {
      ++result_.known_wrong;
    } else {
      fail(1, "changed documents are not stale any more");
    }
  }

 private:
  void fail(std::uint32_t line, const std::string& what) {
    result_.failures.push_back(std::to_string(line) + ": " + what + " (" + version_ + ")");
  }

  std::vector<Finding> from_texts() {
    const auto files = std::make_shared<MemoryFiles>(neighbours_);
    for (const auto& [path, section] : now_) files->set(path, section->text);
    const Engine engine(options_, files);
    const auto snapshot = engine.snapshot();
    std::vector<Finding> findings;
    for (const auto& [path, section] : now_) {
      for (Finding& finding : engine.root_findings(*snapshot, path, CancelToken{}))
        findings.push_back(std::move(finding));
      hovers(engine, *snapshot, path, *section);
    }
    std::erase_if(findings, [&](const Finding& finding) { return !now_.contains(finding.file); });
    unite(findings);
    return findings;
  }

  [[nodiscard]] bool applies(const Marker& marker) const {
    return marker.version.empty() || marker.version == version_;
  }

  void hovers(const Engine& engine, const Snapshot& snapshot, const std::string& path, const Section& section) {
    const SourceText text(section.text);
    for (const Marker& marker : section.markers) {
      if (marker.kind != Marker::Kind::Hover || !applies(marker)) continue;
      const std::uint32_t offset = text.offset({marker.line, marker.columns->start}, ColumnUnit::CodePoint);
      const auto hover = engine.hover(snapshot, path, offset, CancelToken{});
      std::string said = hover ? hover->headline : std::string("nothing");
      if (hover) {
        for (const HoverLine& line : hover->lines) said += "\n" + line.text;
      }
      if (hover && said.find(marker.text) != std::string::npos) {
        ++result_.met;
      } else {
        fail(marker.shown, "the hover does not say \"" + marker.text + "\" but: " + said);
      }
    }
  }

  [[nodiscard]] static bool at_place(const Marker& marker, const SourceText& text, Span span) {
    const LineColumn start = text.position(span.start, ColumnUnit::CodePoint);
    if (start.line != marker.line) return false;
    if (!marker.columns) return true;
    const Span line = text.lines().line_span(text.bytes(), start.line);
    const LineColumn end = text.position(std::min(span.end, line.end), ColumnUnit::CodePoint);
    return Columns{start.column, end.column} == *marker.columns;
  }

  [[nodiscard]] static bool says(const Marker& marker, const Finding& finding) {
    return marker.rule == finding.rule && (!marker.severity || *marker.severity == finding.severity);
  }

  void compare(const std::vector<Finding>& findings) {
    std::vector<bool> expected(findings.size());
    for (const auto& [path, section] : now_) {
      const SourceText text(section->text);
      for (const Marker& marker : section->markers) {
        if (!applies(marker)) continue;
        std::size_t hit = findings.size();
        for (std::size_t i = 0; i < findings.size() && hit == findings.size(); ++i) {
          const Finding& finding = findings[i];
          if (expected[i] || finding.file != path || !says(marker, finding) || !at_place(marker, text, finding.span))
            continue;
          if (finding.message.find(marker.text) != std::string::npos) hit = i;
        }
        judge(marker, path, text, findings, hit);
        if (hit < findings.size()) expected[hit] = true;
      }
    }
    for (std::size_t i = 0; i < findings.size(); ++i) {
      const Finding& finding = findings[i];
      if (expected[i] || finding.severity > Severity::Warning) continue;
      const Section& section = *now_.at(finding.file);
      const LineColumn at = SourceText(section.text).position(finding.span.start, ColumnUnit::CodePoint);
      fail(section.first_line + at.line, "unexpected " + std::string(level_name(finding.severity)) + " at column " +
                                             std::to_string(at.column) + ": " + finding.rule + ": " + finding.message);
    }
  }

  void judge(const Marker& marker, const std::string& path, const SourceText& text,
             const std::vector<Finding>& findings, std::size_t hit) {
    const bool found = hit < findings.size();
    switch (marker.kind) {
      case Marker::Kind::Finding:
        if (found) {
          ++result_.met;
        } else {
          fail(marker.shown, "missing: " + marker.rule + near(marker, path, text, findings));
        }
        return;
      case Marker::Kind::Note:
        note(marker, path, text, findings);
        return;
      case Marker::Kind::KnownMiss:
        if (found) {
          fail(marker.shown, "no miss any more: " + marker.rule);
        } else {
          ++result_.known_wrong;
        }
        return;
      case Marker::Kind::KnownFalse:
        if (found) {
          ++result_.known_wrong;
        } else {
          fail(marker.shown, "not reported any more: " + marker.rule);
        }
        return;
      case Marker::Kind::Hover:
        return;
    }
  }

  /// What there is of the rule instead, for the person who reads the failure.
  [[nodiscard]] static std::string near(const Marker& marker, const std::string& path, const SourceText& text,
                                        const std::vector<Finding>& findings) {
    std::string all;
    for (const Finding& finding : findings) {
      if (finding.rule != marker.rule || finding.file != path) continue;
      const LineColumn start = text.position(finding.span.start, ColumnUnit::CodePoint);
      const LineColumn end = text.position(finding.span.end, ColumnUnit::CodePoint);
      if (start.line != marker.line) continue;
      all += "; there is " + std::string(level_name(finding.severity)) + " at columns " + std::to_string(start.column) +
             "-" + std::to_string(end.column) + ": " + finding.message;
    }
    return all;
  }

  void note(const Marker& marker, const std::string& path, const SourceText& text,
            const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
      for (const RelatedPlace& related : finding.related) {
        if (related.file == path && at_place(marker, text, related.span) &&
            related.message.find(marker.text) != std::string::npos) {
          ++result_.met;
          return;
        }
      }
    }
    fail(marker.shown, "no finding has this note: " + marker.text);
  }

  /// Opened and edited documents answer like texts read from the disk.
  void compare_documents(std::size_t step, const std::vector<Finding>& cold) {
    for (const auto& [path, section] : now_) {
      if (section->step != step) continue;
      if (!opened_.contains(path)) {
        edited_.open(path, section->text);
        opened_.insert(path);
      } else {
        edited_.replace(path, section->text);
      }
    }
    same_as(cold, "opened");
    for (const auto& [path, section] : now_) {
      for (const std::size_t at : {std::size_t{0}, section->text.size() / 2, section->text.size()}) {
        std::string other = section->text;
        other.insert(boundary(other, at), "x");
        edited_.replace(path, other);
        // Answers of the state between must leave nothing behind.
        static_cast<void>(edited_.diagnostics(*edited_.snapshot(), path, CancelToken{}));
        edited_.replace(path, section->text);
      }
    }
    same_as(cold, "changed and changed back");
  }

  static std::size_t boundary(const std::string& text, std::size_t at) {
    while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
    return at;
  }

  void same_as(const std::vector<Finding>& cold, const std::string& how) {
    const auto snapshot = edited_.snapshot();
    std::vector<Finding> findings;
    for (const auto& [path, section] : now_) {
      for (Finding& finding : edited_.diagnostics(*snapshot, path, CancelToken{}))
        findings.push_back(std::move(finding));
    }
    unite(findings);
    const std::size_t count = std::max(cold.size(), findings.size());
    for (std::size_t i = 0; i < count; ++i) {
      const std::string fresh = i < cold.size() ? described(cold[i]) : "nothing";
      const std::string kept = i < findings.size() ? described(findings[i]) : "nothing";
      if (fresh == kept) continue;
      stale_ = true;
      if (fixture_.known_stale) return;
      const std::string& path = i < cold.size() ? cold[i].file : findings[i].file;
      fail(now_.at(path)->first_line,
           "as documents, " + how + ", the findings differ; fresh:\n" + fresh + "\nkept:\n" + kept);
      return;
    }
  }

  const Fixture& fixture_;
  std::string version_;
  std::string neighbours_;
  EngineOptions options_;
  Engine edited_;
  FixtureResult& result_;
  bool stale_ = false;
  std::map<std::string, const Section*> now_;  ///< by full path
  std::set<std::string> opened_;
};

}  // namespace

FixtureResult run_fixture_text(const Fixture& fixture, const std::string& neighbours) {
  FixtureResult result;
  result.failures = fixture.problems;
  if (!result.failures.empty()) return result;
  for (const std::string& version : fixture.versions) Run(fixture, version, neighbours, result).run();
  return result;
}

}  // namespace graphfence::tests
