#include "server/cli/colour.h"

namespace graphfence {

namespace {

std::string_view escape_of(Ink ink) {
  switch (ink) {
    case Ink::Error:
      return "\x1b[1;31m";
    case Ink::Warning:
      return "\x1b[1;33m";
    case Ink::Information:
      return "\x1b[1;36m";
    case Ink::Hint:
      return "\x1b[1;32m";
    case Ink::Gutter:
      return "\x1b[1;34m";
    case Ink::Strong:
      return "\x1b[1m";
    case Ink::Dim:
      return "\x1b[2m";
    case Ink::Added:
      return "\x1b[32m";
    case Ink::Removed:
      return "\x1b[31m";
  }
  return {};
}

}  // namespace

bool use_colour(ColourMode mode, bool is_terminal, const Environment& environment) {
  if (mode != ColourMode::Auto) return mode == ColourMode::Always;
  if (const auto value = environment("NO_COLOR"); value && !value->empty()) return false;
  if (const auto value = environment("CLICOLOR_FORCE"); value && !value->empty() && *value != "0") return true;
  if (environment("TERM") == "dumb") return false;
  return is_terminal;
}

std::string inked(bool colour, Ink ink, std::string_view text) {
  if (!colour || text.empty()) return std::string(text);
  std::string out(escape_of(ink));
  out += text;
  out += "\x1b[0m";
  return out;
}

}  // namespace graphfence
