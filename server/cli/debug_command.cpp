#include <filesystem>
#include <nlohmann/json.hpp>
#include <ostream>

#include "analysis/engine.h"
#include "server/cli/commands.h"
#include "server/cli/recording_files.h"
#include "server/cli/visible_text.h"
#include "server/config/configuration.h"

namespace graphfence {

int run_call_graph(const std::string& file, Console& console) {
  const std::filesystem::path path = (std::filesystem::path(console.working_folder) / file).lexically_normal();
  const Configuration configuration = load_configuration(path.parent_path().string(), {}, console.environment);
  const auto files = std::make_shared<RecordingFiles>();
  const Engine engine(configuration.engine, files);
  const CancelToken never;
  const auto graph = engine.call_graph(*engine.snapshot(), path.string(), never);
  if (!graph) {
    const bool read = files->note(path.string()).outcome == ReadOutcome::Ok;
    print_error(console, visible(file) + (read ? ": cannot be read as Python" : ": cannot be read"));
    return ExitTrouble;
  }
  console.out << nlohmann::ordered_json(*graph).dump(2, ' ', true, nlohmann::ordered_json::error_handler_t::replace)
              << '\n';
  return ExitClean;
}

}  // namespace graphfence
