// Myers' greedy algorithm on the lines between the common beginning and end. Edits by fixes are few, so it ends after a
// few steps; two texts with more than `MaxEdits` differences are shown as one replaced block.
#include "server/cli/unified_diff.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace graphfence {

namespace {

constexpr std::ptrdiff_t MaxEdits = 1000;
constexpr std::size_t Context = 3;

using Lines = std::vector<std::string_view>;

Lines split_lines(std::string_view text) {
  Lines lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

enum class Step : std::uint8_t { Keep, Remove, Add };

std::vector<Step> replace_all(std::size_t removed, std::size_t added) {
  std::vector<Step> steps(removed, Step::Remove);
  steps.insert(steps.end(), added, Step::Add);
  return steps;
}

/// Shortest edit script from `a` to `b`.
std::vector<Step> edit_script(const Lines& a, const Lines& b) {
  const auto n = static_cast<std::ptrdiff_t>(a.size());
  const auto m = static_cast<std::ptrdiff_t>(b.size());
  const std::ptrdiff_t limit = std::min(n + m, MaxEdits);
  const std::ptrdiff_t middle = limit + 1;
  std::vector<std::ptrdiff_t> reach(static_cast<std::size_t>(2 * limit + 3), 0);
  const auto at = [&](std::ptrdiff_t k) -> std::ptrdiff_t& { return reach[static_cast<std::size_t>(middle + k)]; };
  std::vector<std::vector<std::ptrdiff_t>> history;
  bool found = false;
  for (std::ptrdiff_t d = 0; d <= limit && !found; ++d) {
    history.emplace_back(reach.begin() + (middle - d - 1), reach.begin() + (middle + d + 2));
    for (std::ptrdiff_t k = -d; k <= d && !found; k += 2) {
      std::ptrdiff_t x = k == -d || (k != d && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
      std::ptrdiff_t y = x - k;
      while (x < n && y < m && a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(y)]) ++x, ++y;
      at(k) = x;
      found = x >= n && y >= m;
    }
  }
  if (!found) return replace_all(a.size(), b.size());

  std::vector<Step> steps;
  std::ptrdiff_t x = n;
  std::ptrdiff_t y = m;
  for (std::size_t d = history.size(); d-- > 0;) {
    const auto depth = static_cast<std::ptrdiff_t>(d);
    const auto before = [&](std::ptrdiff_t k) { return history[d][static_cast<std::size_t>(k + depth + 1)]; };
    const std::ptrdiff_t k = x - y;
    const bool added = k == -depth || (k != depth && before(k - 1) < before(k + 1));
    const std::ptrdiff_t from_x = d == 0 ? 0 : before(added ? k + 1 : k - 1);
    const std::ptrdiff_t from_y = d == 0 ? 0 : from_x - (added ? k + 1 : k - 1);
    while (x > from_x && y > from_y && (d == 0 || (added ? x > from_x : y > from_y))) {
      steps.push_back(Step::Keep);
      --x;
      --y;
    }
    if (d == 0) break;
    steps.push_back(added ? Step::Add : Step::Remove);
    x = from_x;
    y = from_y;
  }
  std::reverse(steps.begin(), steps.end());
  return steps;
}

void append_line(std::string& out, char sign, std::string_view line) {
  out += sign;
  out += line;
  if (!line.ends_with('\n')) out += "\n\\ No newline at end of file\n";
}

std::string range(std::size_t start, std::size_t count) {
  // An empty range names the line before it.
  std::string text = std::to_string(count == 0 ? start : start + 1);
  if (count != 1) text += "," + std::to_string(count);
  return text;
}

}  // namespace

std::string unified_diff(std::string_view name, std::string_view before, std::string_view after) {
  if (before == after) return {};
  const Lines a = split_lines(before);
  const Lines b = split_lines(after);
  std::size_t head = 0;
  while (head < a.size() && head < b.size() && a[head] == b[head]) ++head;
  std::size_t tail = 0;
  while (tail < a.size() - head && tail < b.size() - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  const auto inner = [&](const Lines& lines) {
    return Lines(lines.begin() + static_cast<std::ptrdiff_t>(head), lines.end() - static_cast<std::ptrdiff_t>(tail));
  };
  std::vector<Step> steps(head, Step::Keep);
  const std::vector<Step> changed = edit_script(inner(a), inner(b));
  steps.insert(steps.end(), changed.begin(), changed.end());
  steps.insert(steps.end(), tail, Step::Keep);

  std::string out = "--- " + std::string(name) + "\n+++ " + std::string(name) + "\n";
  std::size_t i = 0;
  std::size_t line_a = 0;
  std::size_t line_b = 0;
  while (true) {
    std::size_t change = i;
    while (change < steps.size() && steps[change] == Step::Keep) ++change;
    if (change == steps.size()) return out;
    // A hunk ends where two contexts' worth of equal lines follow.
    std::size_t end = change;
    for (std::size_t j = change; j < steps.size() && j <= end + 2 * Context; ++j) {
      if (steps[j] != Step::Keep) end = j;
    }
    const std::size_t first = std::max(i, change - std::min(change, Context));
    const std::size_t last = std::min(steps.size(), end + 1 + Context);
    line_a += first - i;
    line_b += first - i;
    std::string body;
    std::size_t next_a = line_a;
    std::size_t next_b = line_b;
    for (std::size_t j = first; j < last; ++j) {
      switch (steps[j]) {
        case Step::Keep:
          append_line(body, ' ', a[next_a++]);
          ++next_b;
          break;
        case Step::Remove:
          append_line(body, '-', a[next_a++]);
          break;
        case Step::Add:
          append_line(body, '+', b[next_b++]);
          break;
      }
    }
    out += "@@ -" + range(line_a, next_a - line_a) + " +" + range(line_b, next_b - line_b) + " @@\n" + body;
    line_a = next_a;
    line_b = next_b;
    i = last;
  }
}

}  // namespace graphfence
