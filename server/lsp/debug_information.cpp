#include "server/lsp/debug_information.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string_view>

#include "server/config/target_version.h"
#include "server/lsp/session.h"

namespace graphfence {
namespace {

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = ~0U;
  for (const char character : bytes) {
    crc ^= static_cast<unsigned char>(character);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

std::string hex(std::uint32_t number) {
  std::array<char, 9> text{};
  std::snprintf(text.data(), text.size(), "%08x", number);
  return text.data();
}

/// Resident memory, where the system tells.
std::string resident_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    constexpr std::string_view Name = "VmRSS:";
    if (line.compare(0, Name.size(), Name) == 0) {
      return line.substr(std::min(line.find_first_not_of(" \t", Name.size()), line.size()));
    }
  }
  return "unknown";
}

std::string name_of(const std::string& root) {
  return root.empty() ? "none" : root;
}

std::string describe(Workspace& workspace, const Document& document) {
  const auto text = workspace.view(document).text();
  std::string result =
      document.uri + "\n    version " + (document.version ? std::to_string(*document.version) : "none");
  if (text) {
    result += ", " + std::to_string(text->bytes().size()) + " bytes, " + std::to_string(text->lines().line_count()) +
              " lines, crc32 " + hex(crc32(text->bytes()));
  }
  if (!document.analysed) result += ", not analysed: not Python";
  return result + "\n    root " + name_of(document.project->root) + "\n";
}

}  // namespace

std::string debug_information(Session& session) {
  const ClientProfile& client = session.client();
  std::string result = std::string("graphfence ") + GRAPHFENCE_VERSION + "\n";
  result += "memory " + resident_memory() + "\n";
  result += "positions " + encoding_name(client.unit) + "\n";
  result += std::string("diagnostics ") + (client.delivery == DiagnosticDelivery::Push ? "pushed" : "pulled") + ": " +
            client.delivery_reason + "\n";
  for (const auto& [root, project] : session.workspace().projects()) {
    const Configuration& configuration = *project->configuration;
    const EngineOptions& options = configuration.engine;
    result += "root " + name_of(root) + "\n    settings from " +
              (configuration.config_file.empty() ? "no file" : configuration.config_file) +
              "\n    target: " + describe_target(options.target) + "\n";
    for (const ConfigProblem& problem : project->problems) result += "    broken: " + to_string(problem) + "\n";
    for (const std::string& folder : options.roots) result += "    imports from " + folder + "\n";
    for (const std::string& rule : options.rules.select) result += "    select " + rule + "\n";
    for (const std::string& rule : options.rules.ignore) result += "    ignore " + rule + "\n";
    for (const auto& [rule, level] : options.rules.severity) result += "    " + rule + " is " + level + "\n";
  }
  for (const auto& [path, document] : session.workspace().documents())
    result += "document " + describe(session.workspace(), document);
  return result;
}

}  // namespace graphfence
