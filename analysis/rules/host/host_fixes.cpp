#include "analysis/rules/host/host_fixes.h"

#include <utility>

namespace graphfence {

void add_host_fixes(const std::string& api, SiteId site, Draft& draft) {
  if (api == ".numpy") {
    draft.fixes.push_back({.kind = FixPlan::Kind::DropMethodCall,
                           .title = "Use the tensor itself instead of `.numpy()`",
                           .fix_class = FixClass::B,
                           .target = site,
                           .names = {"numpy"}});
    return;
  }
  if (api == "float" || api == "int") {
    draft.fixes.push_back({.kind = FixPlan::Kind::ReplaceHostCall,
                           .title = "Use `tf.cast` instead of `" + api + "`",
                           .fix_class = FixClass::B,
                           .target = site,
                           .text = "tf.cast"});
    return;
  }
  const library::Api* entry = library::find_api(api);
  if (entry == nullptr || entry->counterpart.empty()) return;
  draft.fixes.push_back({.kind = FixPlan::Kind::ReplaceHostCall,
                         .title = "Use `" + std::string(entry->counterpart) + "` instead of `" + api + "`",
                         .fix_class = FixClass::B,
                         .target = site,
                         .text = std::string(entry->counterpart)});
}

void report_host_conversion(RuleContext& context, const Event& event, std::string_view rule, std::string message) {
  Draft draft{.rule = rule, .severity = context.level(event, Severity::Error), .site = event.site};
  draft.message = std::move(message);
  if (event.undecided) draft.message += "; a condition that is not known decides whether a graph gets here";
  context.tell_opener(context.region(event.region), event.site, draft);
  add_host_fixes(std::string(context.run().text(event.name)), event.site, draft);
  context.report(std::move(draft));
}

}  // namespace graphfence
