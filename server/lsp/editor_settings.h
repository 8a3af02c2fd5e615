#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "protocol/workspace.h"
#include "server/config/configuration.h"

namespace graphfence {

enum class ConfigurationPreference : std::uint8_t {
  EditorFirst,      ///< the editor's settings are laid over the file's
  FilesystemFirst,  ///< the editor's settings hold where no file does
  EditorOnly,       ///< files are not read
};

/// What the editor wants, whichever way it said so.
struct EditorSettings {
  ConfigOverrides overrides;
  ConfigurationPreference preference = ConfigurationPreference::EditorFirst;
};

/// Names that no rule has and values that are none are left out; `complaints` gets one line for each.
[[nodiscard]] EditorSettings to_editor_settings(const protocol::SettingsObject& object,
                                                std::vector<std::string>& complaints);

}  // namespace graphfence
