#include "server/lsp/code_actions.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "protocol/message.h"
#include "server/lsp/findings.h"
#include "server/lsp/positions.h"
#include "server/lsp/suppression.h"

namespace graphfence {
namespace {

constexpr std::string_view QuickFix = "quickfix";
constexpr std::string_view Rewrite = "refactor.rewrite";
constexpr std::string_view FixAll = "source.fixAll.graphfence";

/// Without `only`, source actions are not meant: they belong to a save or to a command.
bool wanted(const protocol::CodeActionParams& params, std::string_view kind) {
  if (!params.only) return kind != FixAll;
  return std::any_of(params.only->begin(), params.only->end(),
                     [&](const std::string& wider) { return protocol::kind_contains(wider, kind); });
}

bool touches(const Span& a, const Span& b) {
  return a.start <= b.end && b.start <= a.end;
}

bool is_safe(const Fix& fix) {
  return fix.fix_class == FixClass::A || fix.fix_class == FixClass::B;
}

/// Nothing when a file that is to be edited cannot be read.
std::optional<protocol::WorkspaceEdit> to_workspace_edit(const DocumentView& view, const std::vector<TextEdit>& edits) {
  std::map<std::string, protocol::TextDocumentEdit> documents;
  for (const TextEdit& edit : edits) {
    const auto text = view.engine->text(*view.snapshot, edit.file);
    if (!text) return std::nullopt;
    protocol::TextDocumentEdit& document = documents[edit.file];
    document.edits.push_back({to_range(*text, edit.span, view.client->unit), edit.text});
  }
  protocol::WorkspaceEdit result;
  for (auto& [file, document] : documents) {
    document.uri = view.uri_of(file);
    const auto open = view.open->find(file);
    if (open != view.open->end()) document.version = open->second.version;
    result.documents.push_back(std::move(document));
  }
  return result;
}

void add_fixes(const DocumentView& view, const protocol::CodeActionParams& params, const Finding& finding,
               const protocol::Diagnostic& diagnostic, std::vector<protocol::CodeAction>& actions) {
  const auto safe = std::count_if(finding.fixes.begin(), finding.fixes.end(), is_safe);
  for (const Fix& fix : finding.fixes) {
    const std::string_view kind = is_safe(fix) ? QuickFix : Rewrite;
    if (fix.edits.empty() || !wanted(params, kind)) continue;
    auto edit = to_workspace_edit(view, fix.edits);
    if (!edit) continue;
    const bool preferred = is_safe(fix) && safe == 1 && &fix == &finding.fixes.front();
    actions.push_back({fix.title, std::string(kind), {diagnostic}, preferred, std::move(edit), {}});
  }
}

/// All fixes that keep the behaviour, of the whole document, as long as they do not get into each other's way.
std::optional<protocol::CodeAction> fix_all(const DocumentView& view, const std::vector<Finding>& findings) {
  std::vector<TextEdit> edits;
  const auto fits = [&](const TextEdit& edit) {
    return edit.file == view.path && std::none_of(edits.begin(), edits.end(), [&](const TextEdit& other) {
             return touches(edit.span, other.span);
           });
  };
  for (const Finding& finding : findings) {
    const auto fix = std::find_if(finding.fixes.begin(), finding.fixes.end(),
                                  [](const Fix& candidate) { return candidate.fix_class == FixClass::A; });
    if (fix == finding.fixes.end() || !std::all_of(fix->edits.begin(), fix->edits.end(), fits)) continue;
    edits.insert(edits.end(), fix->edits.begin(), fix->edits.end());
  }
  if (edits.empty()) return std::nullopt;
  std::sort(edits.begin(), edits.end(), [](const TextEdit& a, const TextEdit& b) { return a.span < b.span; });
  auto edit = to_workspace_edit(view, edits);
  if (!edit) return std::nullopt;
  return protocol::CodeAction{"Fix all safe graphfence findings", std::string(FixAll), {}, false, std::move(edit), {}};
}

}  // namespace

std::vector<protocol::CodeAction> code_actions(const DocumentView& view, const protocol::CodeActionParams& params) {
  std::vector<protocol::CodeAction> actions;
  const auto text = view.text();
  if (!text) return actions;
  const Span range = to_span(*text, params.range, view.client->unit);
  const std::vector<Finding> findings = analyse(view);
  std::vector<protocol::CodeAction> suppressions;
  for (const Finding& finding : findings) {
    if (!touches(finding.span, range)) continue;
    const protocol::Diagnostic diagnostic = to_diagnostic(view, *text, finding);
    add_fixes(view, params, finding, diagnostic, actions);
    if (!wanted(params, QuickFix)) continue;
    const auto comment = suppress(*text, view.path, finding);
    if (!comment) continue;
    auto edit = to_workspace_edit(view, {*comment});
    suppressions.push_back(
        {"Ignore " + finding.rule + " here", std::string(QuickFix), {diagnostic}, false, std::move(edit), {}});
  }
  std::move(suppressions.begin(), suppressions.end(), std::back_inserter(actions));
  if (wanted(params, FixAll)) {
    if (auto action = fix_all(view, findings)) {
      if (view.client->deferred_fix_all) {
        action->edit.reset();
        action->data = protocol::encode_resolve_data(view.uri_of(view.path), hash_text(text->hash()));
      }
      actions.push_back(std::move(*action));
    }
  }
  return actions;
}

protocol::CodeAction resolve_code_action(const DocumentView& view, const protocol::ResolveParams& params) {
  const auto text = view.text();
  if (!text || hash_text(text->hash()) != params.textHash) throw protocol::RequestFailed("the text has changed since");
  if (params.kind != FixAll) throw protocol::RequestFailed("actions of this kind are sent whole");
  auto action = fix_all(view, analyse(view));
  if (!action) throw protocol::RequestFailed("there is nothing to fix");
  action->title = params.title;
  action->data = protocol::encode_resolve_data(params.uri, params.textHash);
  return std::move(*action);
}

}  // namespace graphfence
