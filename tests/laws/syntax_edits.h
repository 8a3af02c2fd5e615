#pragma once

#include <string>
#include <vector>

#include "analysis/syntax/document.h"
#include "tests/laws/text_random.h"

namespace graphfence::tests {

/// What people type, and what breaks a text.
inline const std::vector<std::string>& fragments() {
  static const std::vector<std::string> list = {"a",
                                                "self.",
                                                "foo(",
                                                ")",
                                                "\n",
                                                "\n    ",
                                                "\n        x = 1\n",
                                                "\"",
                                                "'",
                                                "\"\"\"",
                                                "'''",
                                                "\"\"\"Doc.\"\"\"",
                                                "#",
                                                "# it's",
                                                "\\",
                                                "\\\n",
                                                "f\"{",
                                                "}",
                                                "[",
                                                "]",
                                                "\r\n",
                                                "\r",
                                                "  ",
                                                "def g(): pass\n",
                                                "if x:\n",
                                                "\xC3\xA9",
                                                "\xF0\x9F\x98\x80",
                                                "\t",
                                                ":",
                                                "=",
                                                ","};
  return list;
}

inline Edit random_edit(Random& random, const ParsedDocument& document) {
  const Span span = random_span(random, document.text->bytes().size(), random.below(3) == 0 ? 12 : 0);
  const bool only_delete = span.size() > 0 && random.below(2) == 0;
  return {span, only_delete ? "" : random.pick(fragments())};
}

}  // namespace graphfence::tests
