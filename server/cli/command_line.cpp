// The one file that includes CLI11.
#include "server/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>

#include "server/cli/commands.h"
#include "server/cli/visible_text.h"
#include "server/config/rule_names.h"

namespace graphfence {

namespace {

constexpr const char* ExitStatusHelp =
    "Exit status: 0 nothing to report (remarks and hints alone count as nothing), 1 errors or warnings were found\n"
    "(with --diff: something would change), 2 wrong use, broken configuration, or input that cannot be read or parsed.";

const std::map<std::string, OutputFormat> Formats = {
    {"text", OutputFormat::Text}, {"json", OutputFormat::Json}, {"github", OutputFormat::Github}};
const std::map<std::string, ColourMode> ColourModes = {
    {"auto", ColourMode::Auto}, {"always", ColourMode::Always}, {"never", ColourMode::Never}};

template <typename Value>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Value& value,
                        const std::map<std::string, Value>& choices, const std::string& help) {
  std::string words;
  for (const auto& [word, meaning] : choices) words += (words.empty() ? "" : "|") + word;
  return app
      .add_option_function<std::string>(
          name,
          [&value, &choices, name, words](const std::string& word) {
            const auto found = choices.find(word);
            if (found == choices.end()) throw CLI::ValidationError(name, "`" + word + "` is none of " + words);
            value = found->second;
          },
          help)
      ->type_name(words);
}

void add_check(CLI::App& app, CheckOptions& options) {
  app.footer(ExitStatusHelp);
  app.add_option("paths", options.paths, "Files and folders (default: the current folder); - reads standard input")
      ->type_name("PATH");
  add_choice(app, "--format", options.format, Formats, "How findings are printed (default: text)");
  const auto list = [&](const char* name, auto& target, const char* help) {
    app.add_option(name, target, help)->delimiter(',')->allow_extra_args(false)->type_name("RULE,…");
  };
  app.add_option_function<std::vector<std::string>>(
         "--select", [&](const std::vector<std::string>& rules) { options.select = rules; },
         "Check these rules only; a family or `all` stands for its rules. Wins over the configuration")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->take_all()
      ->type_name("RULE,…");
  list("--ignore", options.ignore, "Leave these rules out, besides those that the configuration ignores");
  app.add_option(
         "--tf-version", options.tf_version,
         "Version of TensorFlow the code runs on (2.15, 2.21, …), or keras2 or keras3. Default: found out from\n"
         "configuration, environment, lock and requirement files")
      ->type_name("X");
  app.add_flag("--fix", options.fix, "Apply fixes that keep the behaviour, and write the files");
  app.add_flag("--unsafe-fixes", options.unsafe_fixes,
               "With --fix or --diff: also apply fixes that are right under conditions stated on the rule's page");
  app.add_flag("--diff", options.diff, "Print what --fix would change as a unified diff and write nothing");
  app.add_option("--stdin-filename", options.stdin_filename, "Name of the file that comes through standard input")
      ->type_name("NAME");
  app.add_option("--jobs,-j", options.jobs, "Number of threads (default: one for each processor)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  app.add_flag("--exit-zero", options.exit_zero, "Exit with 0 even when there are findings");
  app.add_flag("--statistics", options.statistics, "Print how often each rule was found, instead of the findings");
  app.add_flag("--no-config", options.no_config, "Read no graphfence.toml and no pyproject.toml");
  app.add_flag("--force-exclude", options.force_exclude,
               "Leave out files that the configuration excludes even when they are named here");
  add_choice(app, "--color", options.colour, ColourModes,
             "Colours (default: auto, on a terminal; NO_COLOR and CLICOLOR_FORCE are honoured)");
}

void add_server(CLI::App& app, ServeOptions& options) {
  app.add_flag("--stdio", options.stdio, "Speak through standard input and output, as always");
  app.add_option("--clientProcessId", options.client_process_id, "Leave when this process has ended")->type_name("N");
  app.add_option("--log-file", options.log_file, "Write a log to this file")->type_name("FILE");
  app.add_option("--log-level", options.log_level, "debug, info, warning or error (default: info)")
      ->check(CLI::IsMember({"debug", "info", "warning", "error"}))
      ->type_name("LEVEL");
  app.add_option("--workers", options.workers, "Number of threads for analysis (default: 2)")
      ->check(CLI::Range(0, 64))
      ->type_name("N");
}

/// What to say when the first word is no command; empty when it is one.
std::string wrong_command(const CLI::App& app, int argc, const char* const* argv) {
  if (argc < 2) return {};
  const std::string word = argv[1];
  std::vector<std::string> commands;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    commands.push_back(command->get_name());
  if (word.starts_with("-") || std::find(commands.begin(), commands.end(), word) != commands.end()) return {};
  std::string message = "unknown command `" + visible(word) + "`";
  const std::string near = did_you_mean(word, commands);
  if (!near.empty()) return message + near;
  std::error_code error;
  if (std::filesystem::exists(word, error)) return message + "; did you mean `graphfence check " + visible(word) + "`?";
  return message;
}

}  // namespace

int run_command_line(int argc, const char* const* argv, Console& console) {
  CLI::App app("Finds mistakes at the border between eager Python and TensorFlow graphs", "graphfence");
  app.set_help_flag("-h,--help", "Print help");
  app.footer(ExitStatusHelp);
  bool version = false;
  bool verbose = false;
  app.add_flag("--version,-V", version, "Print the version");
  app.add_flag("--verbose", verbose, "With --version: also configuration, target version and import roots found here");

  CheckOptions check;
  ServeOptions serve;
  OutputFormat rules_format = OutputFormat::Text;
  std::string rule;
  CLI::App* check_app = app.add_subcommand("check", "Check Python files");
  add_check(*check_app, check);
  CLI::App* server_app = app.add_subcommand("server", "Run as a language server");
  add_server(*server_app, serve);
  CLI::App* rules_app = app.add_subcommand("rules", "List the rules");
  const std::map<std::string, OutputFormat> rules_formats = {{"text", OutputFormat::Text},
                                                             {"json", OutputFormat::Json}};
  add_choice(*rules_app, "--format", rules_format, rules_formats, "How the list is printed (default: text)");
  CLI::App* explain_app = app.add_subcommand("explain", "Print the page of a rule, or the rules of a family");
  explain_app->add_option("rule", rule, "Name of the rule or family")->required()->type_name("RULE");
  std::string file;
  CLI::App* debug_app = app.add_subcommand("debug", "Print what the engine knows, for people who work on it");
  CLI::App* call_graph_app = debug_app->add_subcommand("callgraph", "Print who calls whom, as JSON");
  call_graph_app->add_option("file", file, "Python file; the modules it imports belong to it")
      ->required()
      ->type_name("FILE");
  debug_app->require_subcommand(1);
  app.require_subcommand(0, 1);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    // Help arrives as an error without a status. CLI11 has one for each kind of mistake; for us they are all wrong use.
    if (error.get_exit_code() == 0) {
      app.exit(error, console.out, console.err);
      return ExitClean;
    }
    const std::string command = wrong_command(app, argc, argv);
    print_error(console, (command.empty() ? visible(error.what()) : command) + " (see graphfence --help)");
    return ExitTrouble;
  }
  if (check_app->parsed()) return run_check(check, console);
  if (server_app->parsed()) return run_serve(serve);
  if (rules_app->parsed()) return run_rules(rules_format, console);
  if (explain_app->parsed()) return run_explain(rule, console);
  if (call_graph_app->parsed()) return run_call_graph(file, console);
  if (version) return run_version(verbose, console);
  console.err << app.help();
  return ExitTrouble;
}

}  // namespace graphfence
