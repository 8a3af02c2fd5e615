#include <doctest/doctest.h>

#include <optional>
#include <string>

#include "server/lsp/suppression.h"

namespace graphfence {
namespace {

/// The text with the rule `r` silenced for a finding that covers `what`.
std::string silenced(std::string text, const std::string& what) {
  Finding finding;
  finding.rule = "r";
  const auto at = text.find(what);
  REQUIRE(at != std::string::npos);
  finding.span = {static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + what.size())};
  const std::optional<TextEdit> edit = suppress(SourceText(text), "f.py", finding);
  if (!edit) return "nothing";
  CHECK(edit->file == "f.py");
  return text.replace(edit->span.start, edit->span.size(), edit->text);
}

}  // namespace

TEST_CASE("a suppression goes to the end of the line") {
  CHECK(silenced("f(x)\ng(x)\n", "g(x)") == "f(x)\ng(x)  # graphfence: ignore[r]\n");
  CHECK(silenced("f(x)\r\ng(x)\r\n", "f(x)") == "f(x)  # graphfence: ignore[r]\r\ng(x)\r\n");
  CHECK(silenced("f(x)", "f(x)") == "f(x)  # graphfence: ignore[r]");
  CHECK(silenced("f(x)  # why\n", "f(x)") == "f(x)  # why  # graphfence: ignore[r]\n");
  CHECK(silenced("f('# no comment')\n", "f(") == "f('# no comment')  # graphfence: ignore[r]\n");
}

TEST_CASE("a suppression joins a list that stands in the comment, not in a string") {
  CHECK(silenced("f(x)  # graphfence: ignore[a]\n", "f(x)") == "f(x)  # graphfence: ignore[a, r]\n");
  CHECK(silenced("f('# graphfence: ignore[a]')\n", "f(") == "f('# graphfence: ignore[a]')  # graphfence: ignore[r]\n");
}

TEST_CASE("a line that can hold no comment gets none") {
  CHECK(silenced("f('''a\nb''')\n", "f('''a\nb''')") == "f('''a\nb''')  # graphfence: ignore[r]\n");
  CHECK(silenced("f(x, \\\n  y)\n", "f(x, \\\n  y)") == "f(x, \\\n  y)  # graphfence: ignore[r]\n");
  CHECK(silenced("f('''a\nb''')\n", "f(") == "nothing");
  CHECK(silenced("f('''never closed\n", "f(") == "nothing");
  CHECK(silenced("x = 'it\\'s' # \\\ny\n", "x =") == "x = 'it\\'s' # \\  # graphfence: ignore[r]\ny\n");
}

}  // namespace graphfence
