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
      return fixes::regulariser_for_loss(job);
    case FixPlan::Kind::ReturnLoss:
      return fixes::return_loss(job);
    case FixPlan::Kind::CarryLossInState:
      return fixes::carry_loss_in_state(job);
    case FixPlan::Kind::PenaltyInModelCall:
      return fixes::penalty_in_model_call(job);
    case FixPlan::Kind::ForwardArguments:
      return fixes::forward_arguments(job);
    case FixPlan::Kind::NameToSuperInit:
      return fixes::name_to_super_init(job);
    case FixPlan::Kind::RenameAttribute:
      return fixes::rename_attribute(job);
    case FixPlan::Kind::PythonConstant:
      return fixes::python_constant(job);
    case FixPlan::Kind::AddParameter:
      return fixes::add_parameter(job);
    case FixPlan::Kind::SuperInit:
      return fixes::super_init(job);
    case FixPlan::Kind::CallLayer:
      return fixes::call_layer(job);
    case FixPlan::Kind::KeepResult:
      return fixes::keep_result(job);
  }
  return std::nullopt;
}

}  // namespace graphfence
