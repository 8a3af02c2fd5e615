#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "server/cli/colour.h"
#include "server/cli/excerpt.h"
#include "server/cli/fix_all.h"
#include "server/cli/report.h"
#include "server/cli/visible_text.h"

namespace graphfence {

namespace {

Ink ink_of(Severity severity) {
  switch (severity) {
    case Severity::Error:
      return Ink::Error;
    case Severity::Warning:
      return Ink::Warning;
    case Severity::Information:
      return Ink::Information;
    case Severity::Hint:
      return Ink::Hint;
  }
  return Ink::Hint;
}

std::uint32_t digits(std::uint32_t number) {
  return static_cast<std::uint32_t>(std::to_string(number).size());
}

/// Room for the largest line number of a finding, so that all its excerpts line up.
std::uint32_t gutter_of(const Finding& finding, const Sources& sources) {
  std::uint32_t width = 1;
  const auto look_at = [&](const std::string& file, Span span) {
    const auto text = sources.text(file);
    if (text) width = std::max(width, digits(text->lines().line_of(std::max(span.end, std::uint32_t{1}) - 1) + 1));
  };
  look_at(finding.file, finding.span);
  for (const RelatedPlace& place : finding.related) look_at(place.file, place.span);
  return width;
}

std::string place_name(const Sources& sources, const std::string& file, const SourceText* text, Span span) {
  std::string name = visible(sources.name(file));
  if (text != nullptr) {
    const LineColumn position = shown_position(*text, span.start);
    name += ":" + std::to_string(position.line) + ":" + std::to_string(position.column);
  }
  return name;
}

void append_place(std::string& out, const std::string& file, Span span, std::string_view arrow, const Sources& sources,
                  const ExcerptStyle& style) {
  const auto text = sources.text(file);
  out += std::string(style.gutter, ' ') + inked(style.colour, Ink::Gutter, arrow) + " ";
  out += place_name(sources, file, text.get(), span) + "\n";
  if (text) {
    out += render_excerpt(*text, span, style);
  } else if (!style.label.empty()) {
    out +=
        std::string(style.gutter + 1, ' ') + inked(style.colour, Ink::Gutter, "=") + " " + visible(style.label) + "\n";
  }
}

/// The fix that `--fix`, or `--fix --unsafe-fixes`, takes; null when none.
const Fix* command_line_fix(const Finding& finding, bool unsafe, const Sources& sources) {
  const Fix* fix = automatic_fix(finding, unsafe);
  if (fix == nullptr || !sources.asked_for) return fix;
  const bool all_asked_for = std::all_of(fix->edits.begin(), fix->edits.end(),
                                         [&](const TextEdit& edit) { return sources.asked_for(edit.file); });
  return all_asked_for ? fix : nullptr;
}

/// What takes this fix, so that nobody tries in vain.
std::string_view taken_by(const Fix& fix, const Finding& finding, const Sources& sources) {
  if (&fix == command_line_fix(finding, false, sources)) return " [--fix]";
  if (&fix == command_line_fix(finding, true, sources)) return " [--unsafe-fixes]";
  return fix.edits.empty() ? "" : " [editor]";
}

void append_finding(std::string& out, const Finding& finding, const Sources& sources, const TextStyle& style) {
  const Ink ink = ink_of(finding.severity);
  const std::string head = std::string(severity_name(finding.severity)) + "[" + visible(finding.rule) + "]";
  out += inked(style.colour, ink, head) + inked(style.colour, Ink::Strong, ": " + visible(finding.message)) + "\n";

  ExcerptStyle excerpt;
  excerpt.colour = style.colour;
  excerpt.gutter = gutter_of(finding, sources);
  excerpt.width = std::max(style.width, excerpt.gutter + 43) - excerpt.gutter - 3;
  excerpt.ink = ink;
  append_place(out, finding.file, finding.span, "-->", sources, excerpt);

  excerpt.mark = '-';
  excerpt.ink = Ink::Gutter;
  const std::string bar = inked(style.colour, Ink::Gutter, std::string(excerpt.gutter, ' ') + " |") + "\n";
  for (const RelatedPlace& place : finding.related) {
    out += bar;
    excerpt.label = place.message;
    append_place(out, place.file, place.span, ":::", sources, excerpt);
  }
  if (!finding.fixes.empty()) out += bar;
  for (const Fix& fix : finding.fixes) {
    out += std::string(excerpt.gutter + 1, ' ') + inked(style.colour, Ink::Gutter, "=") + " ";
    out += inked(style.colour, Ink::Strong, "help") + ": " + visible(fix.title);
    out += inked(style.colour, Ink::Dim, taken_by(fix, finding, sources)) + "\n";
  }
  out += "\n";
}

std::string counted(std::size_t count, const std::string& singular, const std::string& plural) {
  return std::to_string(count) + " " + (count == 1 ? singular : plural);
}

std::string summary(const Report& report, const Sources& sources) {
  std::array<std::size_t, 4> counts{};
  std::set<std::string> files;
  std::size_t fixable = 0;
  std::size_t risky = 0;
  for (const Finding& finding : report.findings) {
    ++counts[static_cast<std::size_t>(finding.severity)];
    files.insert(finding.file);
    if (command_line_fix(finding, false, sources) != nullptr) {
      ++fixable;
    } else if (command_line_fix(finding, true, sources) != nullptr) {
      ++risky;
    }
  }
  std::string line;
  const auto add = [&](std::size_t count, const char* singular, const char* plural) {
    if (count == 0) return;
    if (!line.empty()) line += ", ";
    line += counted(count, singular, plural);
  };
  add(counts[0], "error", "errors");
  add(counts[1], "warning", "warnings");
  add(counts[2], "remark", "remarks");
  add(counts[3], "hint", "hints");
  const auto left_out = static_cast<std::size_t>(
      std::count_if(report.skipped.begin(), report.skipped.end(), [](const Skipped& part) { return part.whole_file; }));
  const std::string not_checked = left_out == 0 ? "" : ", " + std::to_string(left_out) + " not checked";
  const std::string checked = counted(report.files, "file", "files") + " checked" + not_checked;
  std::string out;
  if (report.files == 0) {
    out = "No files checked" + (left_out == 0 ? "" : ": " + std::to_string(left_out) + " could not be");
  } else if (report.findings.empty()) {
    out = "No problems found, " + checked;
  } else {
    out = "Found " + line + " in " + counted(files.size(), "file", "files") + ", " + checked;
  }
  if (report.fixed > 0) out += "; " + std::to_string(report.fixed) + " fixed";
  out += "\n";
  if (fixable > 0) out += counted(fixable, "problem", "problems") + " can be fixed with --fix\n";
  if (risky > 0) out += counted(risky, "problem", "problems") + " can be fixed with --fix --unsafe-fixes\n";
  return out;
}

}  // namespace

const char* severity_name(Severity severity) {
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
  return "hint";
}

std::string render_text(const Report& report, const Sources& sources, const TextStyle& style) {
  std::string out;
  for (const Finding& finding : report.findings) append_finding(out, finding, sources, style);
  return out + summary(report, sources);
}

std::string render_statistics(const Report& report, const Sources& sources) {
  std::map<std::pair<std::string, Severity>, std::size_t> counts;
  for (const Finding& finding : report.findings) ++counts[{finding.rule, finding.severity}];
  std::vector<std::pair<std::pair<std::string, Severity>, std::size_t>> rows(counts.begin(), counts.end());
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string out;
  for (const auto& [key, count] : rows) {
    const std::string number = std::to_string(count);
    const std::string level = severity_name(key.second);
    out += std::string(7 - std::min<std::size_t>(6, number.size()), ' ') + number + "  ";
    out += level + std::string(13 - level.size(), ' ') + visible(key.first) + "\n";
  }
  return out + summary(report, sources);
}

}  // namespace graphfence
