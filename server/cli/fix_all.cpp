#include "server/cli/fix_all.h"

#include <algorithm>

namespace graphfence {

namespace {

constexpr int MaxRounds = 10;

/// Touching counts as overlapping: which of two insertions at one place comes first would be a guess.
bool clash(Span a, Span b) {
  return a.start <= b.end && b.start <= a.end;
}

using EditsByFile = std::map<std::string, std::vector<TextEdit>>;

/// What is applied in one round.
struct Choice {
  EditsByFile edits;
  std::vector<std::string> fixed;  ///< for each fix the file of its first edit
};

bool can_apply(const Fix& fix, const FindingSource& files, const EditsByFile& chosen) {
  bool changes = false;
  for (const TextEdit& edit : fix.edits) {
    if (!files.contains(edit.file)) return false;
    const auto text = files.text(edit.file);
    if (!text || edit.span.start > edit.span.end || edit.span.end > text->bytes().size()) return false;
    if (text->slice(edit.span) != edit.text) changes = true;
    const auto others = chosen.find(edit.file);
    if (others == chosen.end()) continue;
    const bool taken = std::any_of(others->second.begin(), others->second.end(),
                                   [&](const TextEdit& other) { return clash(edit.span, other.span); });
    if (taken) return false;
  }
  return changes;
}

Choice choose_edits(const std::vector<Finding>& findings, const FindingSource& files, bool unsafe) {
  Choice choice;
  for (const Finding& finding : findings) {
    // Only the best suitable one: a clash is settled in the next round, not by taking the second best.
    const Fix* fix = automatic_fix(finding, unsafe);
    if (fix == nullptr || !can_apply(*fix, files, choice.edits)) continue;
    for (const TextEdit& edit : fix->edits) choice.edits[edit.file].push_back(edit);
    choice.fixed.push_back(fix->edits.front().file);
  }
  return choice;
}

bool has_windows_line_ends(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end != std::string_view::npos && end > 0 && text[end - 1] == '\r';
}

/// An offset between `\r` and `\n` is moved in front of both.
std::uint32_t outside_line_end(std::string_view text, std::uint32_t offset) {
  const bool inside = offset > 0 && offset < text.size() && text[offset] == '\n' && text[offset - 1] == '\r';
  return inside ? offset - 1 : offset;
}

std::string with_windows_line_ends(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r')) out += '\r';
    out += text[i];
  }
  return out;
}

}  // namespace

const Fix* automatic_fix(const Finding& finding, bool unsafe) {
  for (const Fix& fix : finding.fixes) {
    if (fix.fix_class == FixClass::A || (unsafe && fix.fix_class == FixClass::B)) return &fix;
  }
  return nullptr;
}

std::string apply_edits(std::string_view text, std::vector<TextEdit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const TextEdit& a, const TextEdit& b) { return a.span < b.span; });
  const bool windows = has_windows_line_ends(text);
  std::string out;
  std::size_t at = 0;
  for (const TextEdit& edit : edits) {
    // The grammar takes the `\r` for part of a comment: an edit that removes one must not split the line end.
    const std::uint32_t start = outside_line_end(text, edit.span.start);
    out += text.substr(at, start - at);
    out += windows ? with_windows_line_ends(edit.text) : edit.text;
    at = std::max(start, outside_line_end(text, edit.span.end));
  }
  out += text.substr(at);
  return out;
}

FixResult fix_all(FindingSource& files, bool unsafe, const ShowProgress& progress) {
  FixResult result;
  result.findings = files.check(progress);
  for (int round = 0;; ++round) {
    Choice choice = choose_edits(result.findings, files, unsafe);
    if (choice.edits.empty()) break;
    if (round == MaxRounds) {
      result.stable = false;
      break;
    }
    for (auto& [path, edits] : choice.edits) {
      const auto text = files.text(path);
      std::string after = apply_edits(text->bytes(), std::move(edits));
      FixedFile& file = result.files.try_emplace(path, FixedFile{std::string(text->bytes()), {}, 0}).first->second;
      file.after = after;
      files.set_text(path, std::move(after));
    }
    for (const std::string& path : choice.fixed) ++result.files.at(path).fixes;
    result.applied += choice.fixed.size();
    result.findings = files.check(progress);
  }
  std::erase_if(result.files, [](const auto& entry) { return entry.second.before == entry.second.after; });
  return result;
}

}  // namespace graphfence
