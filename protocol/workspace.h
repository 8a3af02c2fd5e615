#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/node.h"

namespace graphfence::protocol {

struct ExecuteCommandParams {
  std::string command;
};

/// The one object of settings, the same from every channel. Members of an unexpected type count as absent.
struct SettingsObject {
  std::optional<std::vector<std::string>> select;
  std::vector<std::string> ignore;
  std::vector<std::pair<std::string, std::string>> severity;
  std::string tfVersion;
  std::string configurationPreference;
  std::string diagnosticDelivery;  ///< `push`: do not wait to be asked
  std::vector<std::string> unknownKeys;
};

[[nodiscard]] ExecuteCommandParams decode_execute_command(const Node& params);
/// With or without the wrapper `graphfence`. Nothing for null, `{}` and other things that say nothing.
[[nodiscard]] std::optional<SettingsObject> decode_settings(const Node& node);
/// The first item of a reply to `workspace/configuration`.
[[nodiscard]] std::optional<SettingsObject> decode_configuration_reply(const Node& result);
[[nodiscard]] std::string encode_configuration_request();

}  // namespace graphfence::protocol
