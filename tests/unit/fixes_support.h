#pragma once

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/features/fixes.h"

namespace graphfence::tests {

/// A plan tried on texts. In them `⟦ ⟧` stand around the target and `⟪ ⟫` around the other place.
struct FixCase {
  FixPlan::Kind kind;
  FixClass fix_class = FixClass::B;
  std::vector<std::string> names{};
  std::string text{};

  /// The text with the fix applied; "not offered" when there is none.
  [[nodiscard]] std::string on(std::string marked) const;
  /// The target is in the first file, the other place in the second. Gives both texts, one after the other.
  [[nodiscard]] std::string on(std::string first, std::string second) const;
  /// Class of the fix on a text; D when it is not offered.
  [[nodiscard]] FixClass class_on(std::string marked) const;
};

/// With every line end as on Windows.
[[nodiscard]] std::string windows(std::string_view text);
/// With a tab for every four blanks a line begins with.
[[nodiscard]] std::string tabs(std::string_view text);

}  // namespace graphfence::tests
