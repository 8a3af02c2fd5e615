#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/config/environment.h"

namespace graphfence {

enum class ColourMode : std::uint8_t { Auto, Always, Never };

/// Whether to colour what goes to a stream. `Auto` follows NO_COLOR, then CLICOLOR_FORCE, then whether it is a terminal
/// that is not "dumb".
[[nodiscard]] bool use_colour(ColourMode mode, bool is_terminal, const Environment& environment);

enum class Ink : std::uint8_t { Error, Warning, Information, Hint, Gutter, Strong, Dim, Added, Removed };

/// `text` in a colour, or as it is.
[[nodiscard]] std::string inked(bool colour, Ink ink, std::string_view text);

}  // namespace graphfence
