#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/finding.h"
#include "analysis/syntax/document.h"

/// One function per kind of plan. What `target` and `other` are is told in rules/rule.h. (Rules and syntax both have a
/// `NodeKind`, so the plan comes here without its header.)
namespace graphfence::fixes {

struct Job {
  std::string_view title;
  FixClass fix_class = FixClass::D;
  const std::vector<std::string>& names;
  std::string_view text;
  const std::string& target_file;
  Span target;
  const std::string& other_file;  ///< empty: none
  Span other;
  const std::function<const ParsedDocument*(const std::string& path)>& documents;

  [[nodiscard]] bool has_other() const { return !other_file.empty(); }
};

[[nodiscard]] std::optional<Fix> remove_decorator(const Job& job);
[[nodiscard]] std::optional<Fix> move_decorator(const Job& job);
[[nodiscard]] std::optional<Fix> set_keyword(const Job& job);
[[nodiscard]] std::optional<Fix> add_build(const Job& job);
[[nodiscard]] std::optional<Fix> replace_host_call(const Job& job);
[[nodiscard]] std::optional<Fix> drop_method_call(const Job& job);
[[nodiscard]] std::optional<Fix> regulariser_for_loss(const Job& job);
[[nodiscard]] std::optional<Fix> return_loss(const Job& job);
[[nodiscard]] std::optional<Fix> carry_loss_in_state(const Job& job);
[[nodiscard]] std::optional<Fix> penalty_in_model_call(const Job& job);
[[nodiscard]] std::optional<Fix> forward_arguments(const Job& job);
[[nodiscard]] std::optional<Fix> name_to_super_init(const Job& job);
[[nodiscard]] std::optional<Fix> rename_attribute(const Job& job);
[[nodiscard]] std::optional<Fix> python_constant(const Job& job);
[[nodiscard]] std::optional<Fix> add_parameter(const Job& job);
[[nodiscard]] std::optional<Fix> super_init(const Job& job);
[[nodiscard]] std::optional<Fix> call_layer(const Job& job);
[[nodiscard]] std::optional<Fix> keep_result(const Job& job);

}  // namespace graphfence::fixes
