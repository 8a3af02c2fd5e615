#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/cli/colour.h"
#include "server/cli/console.h"

namespace graphfence {

enum class OutputFormat : std::uint8_t { Text, Json, Github };

struct CheckOptions {
  std::vector<std::string> paths;  ///< empty: the working folder; "-": standard input
  OutputFormat format = OutputFormat::Text;
  std::optional<std::vector<std::string>> select;
  std::vector<std::string> ignore;
  std::optional<std::string> tf_version;
  std::optional<std::string> stdin_filename;
  bool fix = false;
  bool unsafe_fixes = false;
  bool diff = false;
  bool exit_zero = false;
  bool statistics = false;
  bool no_config = false;
  bool force_exclude = false;
  unsigned jobs = 0;  ///< 0: one for each processor
  ColourMode colour = ColourMode::Auto;
};

struct ServeOptions {
  bool stdio = true;  ///< clients pass it; there is no other way yet
  std::optional<std::string> log_file;
  std::string log_level = "info";
  unsigned workers = 2;
  std::optional<std::int32_t> client_process_id;
};

/// Each command returns the exit status.
int run_check(const CheckOptions& options, Console& console);
int run_serve(const ServeOptions& options);
int run_rules(OutputFormat format, Console& console);
int run_explain(const std::string& rule, Console& console);
int run_call_graph(const std::string& file, Console& console);
int run_version(bool verbose, Console& console);

/// "graphfence: error: …" on the error stream.
void print_error(Console& console, const std::string& message);
void print_note(Console& console, const std::string& message);

}  // namespace graphfence
