#include "analysis/features/suppressions.h"

#include <algorithm>
#include <numeric>

#include "analysis/features/suppression_comments.h"
#include "analysis/rules/rule.h"

namespace graphfence {

namespace {

constexpr std::string_view unused_id = "unused-suppression";

bool known(std::string_view id) {
  const auto& rules = all_rules();
  return id == unused_id || std::any_of(rules.begin(), rules.end(), [&](const Rule* rule) { return rule->id == id; });
}

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

/// "" when nothing is near enough to be meant.
std::string_view nearest_rule(std::string_view name) {
  std::string_view best;
  std::size_t least = std::max<std::size_t>(2, name.size() / 3) + 1;
  if (name.size() > 100) return best;
  for (const Rule* rule : all_rules()) {
    if (const std::size_t d = distance(name, rule->id); d < least) {
      least = d;
      best = rule->id;
    }
  }
  return best;
}

struct Use {
  bool whole = false;       ///< of a comment without names
  std::vector<bool> names;  ///< parallel to the comment's
};

bool silences(const SuppressionComment& comment, Use& use, std::string_view rule) {
  if (comment.every_rule) return use.whole = true;
  bool any = false;
  for (std::size_t i = 0; i < comment.names.size(); ++i) {
    if (comment.names[i].text == rule) any = use.names[i] = true;
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

Finding unused(const std::string& path, const SuppressionComment& comment) {
  Finding finding = hint(
      path, comment.span,
      comment.whole_file ? "this suppression silences nothing in this file" : "this suppression silences nothing here");
  finding.fixes.push_back({"Remove the suppression", FixClass::A, {{path, comment.removal, {}}}});
  return finding;
}

Finding unused_name(const std::string& path, const SuppressionComment::Name& name) {
  Finding finding = hint(path, name.span, "`" + std::string(name.text) + "` is not reported here");
  finding.fixes.push_back(
      {"Remove `" + std::string(name.text) + "` from the suppression", FixClass::A, {{path, name.removal, {}}}});
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
        {"Remove the name from the suppression", FixClass::A, {{path, alone ? comment.removal : name.removal, {}}}});
  }
  return finding;
}

}  // namespace

void apply_suppressions(const ParsedDocument& document, const std::string& path, std::vector<Finding>& findings) {
  if (document.text->bytes().find("graphfence:") == std::string_view::npos) return;
  const std::vector<SuppressionComment> comments = suppression_comments(document);
  if (comments.empty()) return;
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
  for (std::size_t i = 0; i < comments.size(); ++i) {
    const SuppressionComment& comment = comments[i];
    const Use& use = uses[i];
    const bool any_used = use.whole || std::find(use.names.begin(), use.names.end(), true) != use.names.end();
    const bool all_known =
        std::all_of(comment.names.begin(), comment.names.end(), [](const auto& name) { return known(name.text); });
    const bool of_hints = std::any_of(comment.names.begin(), comment.names.end(),
                                      [](const auto& name) { return name.text == unused_id; });
    if (!any_used && all_known && !of_hints) {
      hints.push_back(unused(path, comment));
      continue;
    }
    for (std::size_t n = 0; n < comment.names.size(); ++n) {
      const auto& name = comment.names[n];
      if (!known(name.text)) {
        hints.push_back(unknown_name(path, comment, name));
      } else if (!use.names[n] && name.text != unused_id) {
        hints.push_back(unused_name(path, name));
      }
    }
  }
  // A file may ask not to hear of unused ones.
  const auto unwanted = [&](const Finding&) {
    return std::any_of(comments.begin(), comments.end(), [](const SuppressionComment& comment) {
      return comment.whole_file && std::any_of(comment.names.begin(), comment.names.end(),
                                               [](const auto& name) { return name.text == unused_id; });
    });
  };
  std::erase_if(hints, unwanted);
  std::move(hints.begin(), hints.end(), std::back_inserter(findings));
}

}  // namespace graphfence
