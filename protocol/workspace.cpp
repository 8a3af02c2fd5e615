#include "protocol/workspace.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace graphfence::protocol {
namespace {

/// Settings of the clients' own extensions, which they send along.
constexpr std::array<std::string_view, 6> ForTheClient{"path", "args", "enable", "trace", "logLevel", "logFile"};

std::vector<std::string> strings(const Node& node) {
  std::vector<std::string> result;
  for (const Node& item : node.items_if()) {
    if (auto text = item.string_if()) result.push_back(std::move(*text));
  }
  return result;
}

/// Whether the key is one of ours.
bool read_member(const std::string& key, const Node& value, SettingsObject& settings) {
  if (key == "select") {
    if (value.is_array()) settings.select = strings(value);
  } else if (key == "ignore") {
    settings.ignore = strings(value);
  } else if (key == "severity") {
    for (const std::string& rule : value.keys()) {
      if (auto level = value.member(rule).string_if()) settings.severity.emplace_back(rule, std::move(*level));
    }
  } else if (key == "tfVersion") {
    settings.tfVersion = value.string_if().value_or("");
  } else if (key == "configurationPreference") {
    settings.configurationPreference = value.string_if().value_or("");
  } else if (key == "diagnosticDelivery") {
    settings.diagnosticDelivery = value.string_if().value_or("");
  } else {
    const bool foreign = std::find(ForTheClient.begin(), ForTheClient.end(), key) == ForTheClient.end();
    if (foreign) settings.unknownKeys.push_back(key);
    return false;
  }
  return true;
}

}  // namespace

ExecuteCommandParams decode_execute_command(const Node& params) {
  return {params["command"].string()};
}

std::optional<SettingsObject> decode_settings(const Node& node) {
  const std::vector<std::string> outer = node.keys();
  const bool wrapped = std::find(outer.begin(), outer.end(), "graphfence") != outer.end();
  const Node object = wrapped ? node["graphfence"] : node;
  const std::vector<std::string> keys = object.keys();
  SettingsObject settings;
  bool known = false;
  for (const std::string& key : keys) known = read_member(key, object.member(key), settings) || known;
  // An object of other servers' settings says nothing about ours; ours may have become shorter.
  if (keys.empty() || (!wrapped && !known)) return std::nullopt;
  return settings;
}

std::optional<SettingsObject> decode_configuration_reply(const Node& result) {
  const std::vector<Node> items = result.items_if();
  return items.empty() ? std::nullopt : decode_settings(items.front());
}

std::string encode_configuration_request() {
  return R"({"items":[{"section":"graphfence"}]})";
}

}  // namespace graphfence::protocol
