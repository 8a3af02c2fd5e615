#include "analysis/features/fixes.h"

#include "analysis/features/fixes/job.h"

namespace graphfence {

std::optional<Fix> write_fix(const FixRequest& request, const DocumentLookup& documents) {
  const FixPlan& plan = request.plan;
  const fixes::Job job{plan.title,     plan.fix_class,     plan.names,    plan.text, request.target_file,
                       request.target, request.other_file, request.other, documents};
  switch (plan.kind) {
    case FixPlan::Kind::RemoveDecorator:
      return fixes::remove_decorator(job);
    case FixPlan::Kind::MoveDecorator:
      return fixes::move_decorator(job);
    case FixPlan::Kind::SetKeyword:
      return fixes::set_keyword(job);
    case FixPlan::Kind::AddBuild:
      return fixes::add_build(job);
    case FixPlan::Kind::ReplaceHostCall:
      return fixes::replace_host_call(job);
    case FixPlan::Kind::DropMethodCall:
      return fixes::drop_method_call(job);
    case FixPlan::Kind::RegulariserForLoss:
      return std::nullopt;
    case FixPlan::Kind::ReturnLoss:
      return std::nullopt;
    case FixPlan::Kind::CarryLossInState:
      return std::nullopt;
    case FixPlan::Kind::PenaltyInModelCall:
      return std::nullopt;
    case FixPlan::Kind::ForwardArguments:
      return std::nullopt;
    case FixPlan::Kind::NameToSuperInit:
      return std::nullopt;
    case FixPlan::Kind::RenameAttribute:
      return std::nullopt;
    case FixPlan::Kind::PythonConstant:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace graphfence
