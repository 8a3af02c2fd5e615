#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>

#include "server/cli/commands.h"
#include "server/cli/report.h"
#include "server/cli/visible_text.h"
#include "server/config/configuration.h"
#include "server/config/target_version.h"

namespace graphfence {

namespace {

const char* fix_words(FixClass fix_class) {
  switch (fix_class) {
    case FixClass::A:
      return "safe fix";
    case FixClass::B:
      return "checked fix";
    case FixClass::C:
      return "scaffold";
    case FixClass::D:
      return "no fix";
  }
  return "no fix";
}

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(width, text.size() + 2), ' ');
  return text;
}

std::size_t rule_width(const std::vector<RuleSummary>& rules) {
  std::size_t width = 0;
  for (const RuleSummary& rule : rules) width = std::max(width, rule.id.size() + 2);
  return width;
}

void print_family(const std::vector<RuleSummary>& members, std::size_t width, Console& console) {
  console.out << members.front().family << '\n';
  for (const RuleSummary& rule : members) {
    console.out << "  " << padded(rule.id, width) << padded(severity_name(rule.severity), 13)
                << padded(fix_words(rule.fix_class), 13) << rule.summary << '\n';
  }
}

}  // namespace

void print_error(Console& console, const std::string& message) {
  console.err << "graphfence: error: " << message << '\n';
}

void print_note(Console& console, const std::string& message) {
  console.err << "graphfence: note: " << message << '\n';
}

int run_rules(OutputFormat format, Console& console) {
  if (format == OutputFormat::Json) {
    nlohmann::ordered_json rules = nlohmann::ordered_json::array();
    for (const RuleSummary& rule : rule_catalogue()) {
      rules.push_back({{"id", rule.id},
                       {"family", rule.family},
                       {"severity", severity_name(rule.severity)},
                       {"fix", fix_words(rule.fix_class)},
                       {"summary", rule.summary}});
    }
    const nlohmann::ordered_json root = {{"version", 1}, {"rules", std::move(rules)}};
    console.out << root.dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace) << '\n';
    return ExitClean;
  }
  std::vector<RuleSummary> rules = rule_catalogue();
  std::stable_sort(rules.begin(), rules.end(),
                   [](const RuleSummary& a, const RuleSummary& b) { return a.family < b.family; });
  const std::size_t width = rule_width(rules);
  for (auto family = rules.begin(); family != rules.end();) {
    const auto next =
        std::find_if(family, rules.end(), [&](const RuleSummary& rule) { return rule.family != family->family; });
    if (family != rules.begin()) console.out << '\n';
    print_family({family, next}, width, console);
    family = next;
  }
  return ExitClean;
}

int run_explain(const std::string& rule, Console& console) {
  std::vector<RuleSummary> members;
  for (const RuleSummary& known : rule_catalogue()) {
    if (known.id == rule) {
      console.out << known.page;
      if (!known.page.ends_with('\n')) console.out << '\n';
      return ExitClean;
    }
    if (known.family == rule) members.push_back(known);
  }
  if (!members.empty()) {
    print_family(members, rule_width(members), console);
    console.out << "\ngraphfence explain RULE prints the page of one of them\n";
    return ExitClean;
  }
  print_error(console, visible(RuleNames(rule_catalogue()).unknown_message(rule)));
  return ExitTrouble;
}

int run_version(bool verbose, Console& console) {
  console.out << "graphfence " GRAPHFENCE_VERSION "\n";
  if (!verbose) return ExitClean;
  const Configuration configuration = load_configuration(console.working_folder, {}, console.environment);
  console.out << "compiler: " __VERSION__ "\n";
  console.out << "rules: " << rule_catalogue().size() << "\n";
  console.out << "configuration: "
              << (configuration.config_file.empty() ? std::string("none") : visible(configuration.config_file)) << "\n";
  console.out << "target: " << visible(describe_target(configuration.engine.target)) << "\n";
  console.out << "import roots:\n";
  for (const std::string& root : configuration.engine.roots) console.out << "  " << visible(root) << "\n";
  for (const ConfigProblem& warning : configuration.warnings) print_note(console, visible(to_string(warning)));
  for (const ConfigProblem& problem : configuration.problems) print_error(console, visible(to_string(problem)));
  return configuration.problems.empty() ? ExitClean : ExitTrouble;
}

}  // namespace graphfence
