#include "analysis/features/suppressions.h"

#include <algorithm>
#include <iterator>

#include "analysis/base/nearest.h"
#include "analysis/features/suppression_comments.h"
#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

constexpr std::string_view unused_id = "unused-suppression";

constexpr std::string_view every_name = "all";

/// Does the name in a suppression, a rule's or a family's as in the configuration, stand for this rule?
bool means(std::string_view name, std::string_view rule) {
  if (name == rule || name == every_name) return true;
  const auto& rules = all_rules();
  return std::any_of(rules.begin(), rules.end(),
                     [&](const Rule* known) { return known->id == rule && known->family == name; });
}

/// Such a name is about the hints made here.
bool means_hints(std::string_view name) {
  return name == unused_id || name == "suppressions";
}

bool known(std::string_view name) {
  const auto& rules = all_rules();
  return name == every_name || means_hints(name) || std::any_of(rules.begin(), rules.end(), [&](const Rule* rule) {
           return rule->id == name || rule->family == name;
         });
}

/// "" when nothing is near enough to be meant.
std::string_view nearest_rule(std::string_view name) {
  std::vector<std::string_view> names;
  for (const Rule* rule : all_rules()) names.push_back(rule->id);
  for (const Rule* rule : all_rules()) names.push_back(rule->family);
  return nearest(name, names);
}

struct Use {
  bool whole = false;       ///< of a comment without names
  std::vector<bool> names;  ///< parallel to the comment's
};

bool silences(const SuppressionComment& comment, Use& use, std::string_view rule) {
  if (comment.every_rule) return use.whole = true;
  bool any = false;
  for (std::size_t i = 0; i < comment.names.size(); ++i) {
    if (means(comment.names[i].text, rule)) any = use.names[i] = true;
  }
  return any;
}

Finding hint(const std::string& path, Span span, std::string message) {
  Finding finding;
  finding.rule = unused_id;
  finding.severity = Severity::Hint;
  finding.file = path;
  finding.span = span;
  finding.message = std::move(message);
  finding.unnecessary = true;
  return finding;
}

/// What the hints about one file's comments are made from: the findings that are left tell whether one of them stands
/// in the wrong place.
struct Hints {
  const ParsedDocument& document;
  const std::string& path;
  const std::vector<Finding>& left;

  /// "; the finding is on line 12": when the comment stands where it does not reach what it is meant for.
  template <typename Names>
  [[nodiscard]] std::string where_it_is(const SuppressionComment& comment, const Names& names) const {
    if (comment.whole_file) return {};
    const LineIndex& lines = document.text->lines();
    std::uint32_t best = 0;
    for (const Finding& finding : left) {
      if (finding.file != path || !names(finding.rule)) continue;
      const std::vector<std::uint32_t> near = lines_in_vain(document, finding.span);
      if (std::find(near.begin(), near.end(), comment.line) == near.end()) continue;
      const std::uint32_t line = lines.line_of(finding.span.start);
      if (best == 0 || line < best) best = line + 1;
    }
    return best == 0 ? std::string() : "; the finding is on line " + std::to_string(best);
  }

  [[nodiscard]] Finding unused(const SuppressionComment& comment) const {
    std::string message = "this suppression silences nothing ";
    message += comment.whole_file ? "in this file" : "here";
    message += where_it_is(comment, [&](std::string_view rule) {
      return comment.every_rule || std::any_of(comment.names.begin(), comment.names.end(),
                                               [&](const auto& name) { return means(name.text, rule); });
    });
    Finding finding = hint(path, comment.span, std::move(message));
    finding.fixes.push_back(
        {"Remove the suppression", FixClass::A, {{path, comment.removal, std::string(comment.instead)}}});
    return finding;
  }

  [[nodiscard]] Finding unused_name(const SuppressionComment& comment, const SuppressionComment::Name& name) const {
    const std::string text(name.text);
    Finding finding = hint(path, name.span,
                           "`" + text + "` is not reported here" +
                               where_it_is(comment, [&](std::string_view rule) { return means(name.text, rule); }));
    finding.fixes.push_back({"Remove `" + text + "` from the suppression", FixClass::A, {{path, name.removal, {}}}});
    return finding;
  }
};

Finding misspelt(const std::string& path, const ParsedDocument& document, const MisspeltSuppression& comment) {
  const std::string right(comment.right);
  Finding finding =
      hint(path, comment.span,
           "`" + std::string(document.text->slice(comment.span)) + "` silences nothing; did you mean `" + right + "`");
  finding.unnecessary = false;
  finding.fixes.push_back({"Change it to `" + right + "`", FixClass::B, {{path, comment.span, right}}});
  return finding;
}

Finding unknown_name(const std::string& path, const SuppressionComment& comment, const SuppressionComment::Name& name) {
  const std::string_view near = nearest_rule(name.text);
  Finding finding = hint(path, name.span, "there is no rule `" + std::string(name.text) + "`");
  finding.unnecessary = false;
  if (!near.empty()) {
    finding.message += "; did you mean `" + std::string(near) + "`";
    finding.fixes.push_back(
        {"Change it to `" + std::string(near) + "`", FixClass::B, {{path, name.span, std::string(near)}}});
  } else {
    const bool alone = comment.names.size() == 1;
    finding.fixes.push_back(
        {"Remove the name from the suppression",
         FixClass::A,
         {{path, alone ? comment.removal : name.removal, std::string(alone ? comment.instead : "")}}});
  }
  return finding;
}

}  // namespace

void apply_suppressions(const ParsedDocument& document, const std::string& path, std::vector<Finding>& findings) {
  if (!may_suppress(document.text->bytes())) return;
  const Suppressions found = suppression_comments(document);
  const std::vector<SuppressionComment>& comments = found.comments;
  std::vector<Use> uses(comments.size());
  for (std::size_t i = 0; i < comments.size(); ++i) uses[i].names.resize(comments[i].names.size());

  // Every comment that fits counts as used, not only the first.
  const auto silenced = [&](const Finding& finding) {
    if (finding.file != path) return false;
    const std::vector<std::uint32_t> lines = silencing_lines(document, finding.span);
    bool any = false;
    for (std::size_t i = 0; i < comments.size(); ++i) {
      const bool reaches =
          comments[i].whole_file || std::find(lines.begin(), lines.end(), comments[i].line) != lines.end();
      if (reaches && silences(comments[i], uses[i], finding.rule)) any = true;
    }
    return any;
  };
  std::erase_if(findings, silenced);

  std::vector<Finding> hints;
  for (const MisspeltSuppression& comment : found.misspelt) hints.push_back(misspelt(path, document, comment));
  const Hints about{document, path, findings};
  for (std::size_t i = 0; i < comments.size(); ++i) {
    const SuppressionComment& comment = comments[i];
    const Use& use = uses[i];
    const bool any_used = use.whole || std::find(use.names.begin(), use.names.end(), true) != use.names.end();
    const bool all_known =
        std::all_of(comment.names.begin(), comment.names.end(), [](const auto& name) { return known(name.text); });
    const bool of_hints = std::any_of(comment.names.begin(), comment.names.end(),
                                      [](const auto& name) { return means_hints(name.text); });
    if (!any_used && all_known && !of_hints) {
      hints.push_back(about.unused(comment));
      continue;
    }
    for (std::size_t n = 0; n < comment.names.size(); ++n) {
      const auto& name = comment.names[n];
      if (!known(name.text)) {
        hints.push_back(unknown_name(path, comment, name));
      } else if (!use.names[n] && !means_hints(name.text)) {
        hints.push_back(about.unused_name(comment, name));
      }
    }
  }
  // A file may ask not to hear of unused ones.
  const auto unwanted = [&](const Finding&) {
    return std::any_of(comments.begin(), comments.end(), [](const SuppressionComment& comment) {
      return comment.whole_file && std::any_of(comment.names.begin(), comment.names.end(),
                                               [](const auto& name) { return means_hints(name.text); });
    });
  };
  std::erase_if(hints, unwanted);
  std::move(hints.begin(), hints.end(), std::back_inserter(findings));
}

}  // namespace graphfence
