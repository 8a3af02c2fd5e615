#include <algorithm>
#include <array>

#include "analysis/features/fixes/decorators.h"
#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

namespace {

/// What `compile` of Keras takes, both generations.
constexpr std::array<std::string_view, 9> compile_parameters{
    "optimizer",        "loss",        "metrics",     "loss_weights",
    "weighted_metrics", "run_eagerly", "jit_compile", "steps_per_execution",
    "auto_scale_loss"};

struct Parameters {
  std::vector<std::string> names;  ///< without `self`
  std::string rest;                ///< of `*rest`
  std::string keywords;            ///< of `**keywords`
};

Parameters parameters_of(const Page& page, TSNode list) {
  Parameters found;
  bool first = true;
  for_each_child(list, [&](TSNode parameter) {
    const TSNode inner = kind_of(parameter) == NodeKind::TypedParameter ? child_of(parameter, 0) : parameter;
    switch (kind_of(inner)) {
      case NodeKind::ListSplatPattern:
        found.rest = page.of(child_of(inner, 0));
        break;
      case NodeKind::DictionarySplatPattern:
        found.keywords = page.of(child_of(inner, 0));
        break;
      case NodeKind::Identifier:
        if (!first) found.names.emplace_back(page.of(inner));
        break;
      case NodeKind::DefaultParameter:
      case NodeKind::TypedDefaultParameter:
        found.names.emplace_back(page.of(field_of(inner, Field::Name)));
        break;
      default:
        break;
    }
    first = false;
  });
  return found;
}

}  // namespace

std::optional<Fix> forward_arguments(const Job& job) {
  auto page = Page::open(job, job.target_file);
  if (!page) return std::nullopt;
  const TSNode function = definition_at(*page, job.target);
  if (kind_of(function) != NodeKind::FunctionDefinition) return std::nullopt;
  const std::vector<TSNode> calls = super_calls(*page, function, page->of(field_of(function, Field::Name)));
  if (calls.size() != 1) return std::nullopt;
  const TSNode list = field_of(calls.front(), Field::Arguments);
  const TSNode parameter_list = field_of(function, Field::Parameters);
  if (kind_of(list) != NodeKind::ArgumentList) return std::nullopt;
  const Parameters parameters = parameters_of(*page, parameter_list);
  const Arguments arguments = arguments_of(*page, calls.front());
  const auto passed = [&](std::string_view name) {
    for (const TSNode argument : arguments.positional) {
      if (page->of(argument) == name) return true;
    }
    return !ts_node_is_null(arguments.value_of(name));
  };
  const auto splat = [&](std::string_view stars, const std::string& name) {
    const std::string wanted = std::string(stars) + name;
    for (const TSNode argument : arguments.positional) {
      if (page->of(argument) == wanted) return true;
    }
    return std::any_of(arguments.named.begin(), arguments.named.end(),
                       [&](const auto& named) { return page->of(named.second) == wanted; });
  };

  std::vector<std::string> new_parameters;
  std::vector<std::string> new_arguments;
  bool loss = passed("loss");
  std::vector<std::string> like_loss;
  for (const std::string& name : parameters.names) {
    if (name == "loss") loss = true;
    if (name != "loss" && name != "loss_weights" && name.starts_with("loss")) like_loss.push_back(name);
    const bool known =
        std::find(compile_parameters.begin(), compile_parameters.end(), name) != compile_parameters.end();
    if (known && !passed(name)) new_arguments.push_back(name + "=" + name);
  }
  // `loss_fn` is what Keras calls `loss`; the class has no training step of its own that could use it.
  if (!loss && like_loss.size() == 1) {
    new_arguments.push_back("loss=" + like_loss.front());
    loss = true;
  }
  // Positional arguments belong to the override's own parameters; only without any may they go on to Keras.
  const bool positional = parameters.names.empty() && arguments.positional.empty();
  if (parameters.rest.empty() && parameters.keywords.empty() && positional) new_parameters.emplace_back("*args");
  const std::string rest = !parameters.rest.empty() ? parameters.rest : new_parameters.empty() ? "" : "args";
  if (!rest.empty() && positional && !splat("*", rest)) {
    if (arguments.named.empty()) {
      new_arguments.push_back("*" + rest);
    } else {
      page->insert(ts_node_start_byte(list) + 1, "*" + rest + ", ");
    }
  }
  if (parameters.keywords.empty()) new_parameters.emplace_back("**kwargs");
  const std::string keywords = parameters.keywords.empty() ? "kwargs" : parameters.keywords;
  if (!splat("**", keywords)) new_arguments.push_back("**" + keywords);
  if (!new_parameters.empty()) append_items(*page, parameter_list, new_parameters);
  if (!new_arguments.empty()) append_items(*page, list, new_arguments);
  // Without any of these the callers have to pass the loss; the plan names the keyword when they do already.
  Job own = job;
  if (!loss && !positional && job.names.empty()) own.fix_class = FixClass::C;
  return finished(own, {&*page});
}

}  // namespace graphfence::fixes
