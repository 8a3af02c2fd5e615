#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/finding.h"

/// The marker language of the programs in tests/fixtures. A fixture is Python; what is expected stands in its comments:
///
///     self.last = y  # expect: tensor-leak-to-attribute error "outlives"
///
/// A finding of this rule begins on this line. The level and the text, a part of the message, may be left out. Several
/// expectations are several markers on the line. `on 2.15` behind the rule or level: on this version only.
///
///     self.last = y
///     #   ^^^^ tensor-leak-to-attribute error on 2.15: outlives
///
/// The same, and the finding covers exactly what stands above the carets, on the nearest line above that is no line of
/// carets. A finding that goes on in the next lines is marked to the end of its first line. `#<^^ rule` begins in
/// column 0, where the `#` hides the first two characters.
///
///     #   ^^^^ note: made here
///     #   ^ hover: FuncGraph
///
/// A related place of some finding, exactly, with a part of its message; and a part of what the hover at the first
/// caret says. Both take `on 2.15` too.
///
///     self.last = y  # known-miss: tensor-leak-to-attribute: the setter is not followed
///     self.last = y  # known-false: tensor-leak-to-attribute: the branch cannot be taken
///
/// A wrong result that is accepted for now, with the reason. It is asserted as it is (no such finding begins on the
/// line, or one does) and counted, so it is seen, and the fixture fails when it becomes right. A quoted text before the
/// colon is a part of the message, as in an expectation.
///
///     # --- file: pkg/util.py
///     # --- edit: pkg/util.py
///     # --- also: main.py
///
/// What follows is another file of the same workspace, or new text for one: then a new step begins (`also`: the same
/// step), and the expectations of the new text replace those of the old. The text above the first of these lines is the
/// file the fixture is named after.
///
///     # options: tf-version=2.21, legacy-keras=1
///
/// The fixture is run on TensorFlow 2.15 and on 2.21; with `tf-version` (several: `2.15+2.21`) on these only.
/// `legacy-keras=1` sets TF_USE_LEGACY_KERAS.
///
///     # known-stale: reason
///
/// Changed documents are known to give other findings than their texts do. Counted, and a failure when they agree.
///
/// Every finding that is a warning or an error must be expected, each by a marker of its own; other findings may be.
namespace graphfence::tests {

struct Columns {
  std::uint32_t start = 0;  ///< in code points
  std::uint32_t end = 0;
  friend bool operator==(const Columns&, const Columns&) = default;
};

struct Marker {
  enum class Kind : std::uint8_t { Finding, Note, Hover, KnownMiss, KnownFalse };
  Kind kind = Kind::Finding;
  std::uint32_t line = 0;  ///< of the section, from 0: where the place is, not the marker
  std::optional<Columns> columns;
  std::string rule;  ///< of a finding or a known wrong one
  std::optional<Severity> severity;
  std::string version;      ///< "2.15"; empty: on all
  std::string text;         ///< part of the message or hover
  std::string reason;       ///< of a known wrong result
  std::uint32_t shown = 0;  ///< line of the fixture where the marker stands, from 1
};

/// A piece of a fixture that is one file from one step on.
struct Section {
  std::string path;
  std::string text;
  std::size_t step = 0;
  std::uint32_t first_line = 1;  ///< of the fixture
  std::vector<Marker> markers;
};

struct Fixture {
  std::vector<Section> sections;
  std::size_t steps = 1;
  std::vector<std::string> versions;
  bool legacy_keras = false;
  bool known_stale = false;
  /// `line: what is wrong` with the markers themselves. Such a fixture is not run.
  std::vector<std::string> problems;
};

/// `name` is the path of the text above the first section.
[[nodiscard]] Fixture parse_fixture(std::string_view text, const std::string& name);

}  // namespace graphfence::tests
