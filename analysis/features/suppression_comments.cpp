#include "analysis/features/suppression_comments.h"

#include <algorithm>
#include <string>

#include "analysis/features/suppressions.h"
#include "analysis/syntax/walk.h"

namespace graphfence {

namespace {

constexpr std::string_view marker = "graphfence:";
constexpr std::string_view product = "graphfence";
constexpr std::string_view ignore_line = "# graphfence: ignore";
constexpr std::string_view ignore_file = "# graphfence: ignore-file";

bool blank(char c) {
  return c == ' ' || c == '\t';
}
bool word(char c) {
  return c == '_' || c == '-' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(), [](char c) { return lower(c); });
  return out;
}

/// The next `#`, at `from` or behind it, that the product's name follows, in whatever case.
std::size_t find_mark(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('#', from); at != std::string_view::npos; at = text.find('#', at + 1)) {
    std::size_t name = at + 1;
    while (name < text.size() && blank(text[name])) ++name;
    const std::string_view here = text.substr(name, product.size());
    if (std::equal(here.begin(), here.end(), product.begin(), product.end(),
                   [](char a, char b) { return lower(a) == b; }))
      return at;
  }
  return std::string_view::npos;
}

std::vector<TSNode> path_to(TSNode root, Span place) {
  std::vector<TSNode> path;
  if (ts_node_is_null(root)) return path;
  Cursor cursor(root);
  path.push_back(root);
  while (cursor.to_first_child()) {
    while (!span(cursor.node()).encloses(place) || span(cursor.node()).size() == 0) {
      if (ts_node_start_byte(cursor.node()) > place.start || !cursor.to_next_sibling()) return path;
    }
    path.push_back(cursor.node());
  }
  return path;
}

/// The comment's text is scanned from the `#` at `at`; false when no suppression stands there.
bool parse(std::string_view source, Span comment, std::uint32_t at, SuppressionComment& found) {
  std::uint32_t i = at + 1;
  const auto skip_blanks = [&] {
    while (i < comment.end && blank(source[i])) ++i;
  };
  skip_blanks();
  if (!source.substr(i, comment.end - i).starts_with(marker)) return false;
  i += static_cast<std::uint32_t>(marker.size());
  skip_blanks();
  const std::uint32_t begin = i;
  while (i < comment.end && word(source[i])) ++i;
  const std::string_view directive = source.substr(begin, i - begin);
  if (directive != "ignore" && directive != "ignore-file") return false;
  found.whole_file = directive == "ignore-file";
  found.span = {at, i};
  skip_blanks();
  if (i >= comment.end || source[i] != '[') {
    found.every_rule = true;
    return true;
  }
  std::uint32_t comma = 0;  // the one before the name, 0: none
  for (++i; i < comment.end && source[i] != ']' && source[i] != '#';) {
    if (!word(source[i])) {
      if (source[i] == ',') {
        // The first name takes the comma behind it along.
        if (found.names.size() == 1 && found.names[0].removal.end <= i) {
          std::uint32_t next = i + 1;
          while (next < comment.end && blank(source[next])) ++next;
          found.names[0].removal.end = next;
        }
        comma = i;
      }
      ++i;
      continue;
    }
    const std::uint32_t start = i;
    while (i < comment.end && word(source[i])) ++i;
    const bool first = found.names.empty();
    found.names.push_back({source.substr(start, i - start), {start, i}, {first || comma == 0 ? start : comma, i}});
  }
  found.span.end = i < comment.end && source[i] == ']' ? i + 1 : i;
  return true;
}

/// Something that looks like a suppression stands behind the `#` at `at`: the product's name, perhaps a colon, and a
/// word with brackets, or one of the words that other checkers use, alone.
bool parse_misspelt(std::string_view source, Span comment, std::uint32_t at, MisspeltSuppression& found) {
  std::uint32_t i = at + 1;
  const auto skip_blanks = [&] {
    while (i < comment.end && blank(source[i])) ++i;
  };
  skip_blanks();
  if (lower(source.substr(i, std::min<std::size_t>(product.size(), comment.end - i))) != product) return false;
  i += static_cast<std::uint32_t>(product.size());
  skip_blanks();
  const bool joined = i < comment.end && (source[i] == ':' || source[i] == '-' || source[i] == '=');
  if (joined) ++i;
  skip_blanks();
  const std::uint32_t begin = i;
  while (i < comment.end && word(source[i])) ++i;
  const std::string directive = lower(source.substr(begin, i - begin));
  if (directive.empty()) return false;
  found.span = {at, i};
  found.right = directive.ends_with("file") ? ignore_file : ignore_line;
  static constexpr std::string_view known[] = {"ignore",      "ignored",    "ignores",   "ignore-file",
                                               "ignore_file", "ignorefile", "disable",   "noqa",
                                               "suppress",    "skip",       "skip-file", "off"};
  const bool is_known = std::find(std::begin(known), std::end(known), directive) != std::end(known);
  // Any word that brackets follow at once is meant for us; elsewhere it may be prose.
  if (i < comment.end && source[i] == '[') return joined || is_known;
  skip_blanks();
  if (i < comment.end && source[i] == '[') return is_known;
  return (i >= comment.end || source[i] == '#' || source[i] == '\r') && joined && is_known;
}

/// Alone in its comment the part takes the blanks before it along, alone on its line the line. What a person wrote
/// behind it stays, as a comment.
void find_removal(const SourceText& text, Span comment, SuppressionComment& found) {
  const std::string_view source = text.bytes();
  const Span part = found.span;
  if (comment.end > part.end && source[comment.end - 1] == '\r') --comment.end;
  std::uint32_t rest = part.end;
  static constexpr std::string_view dashes[] = {"-", ":", ",", ";", "–", "—"};
  while (rest < comment.end) {
    const std::string_view behind = source.substr(rest, comment.end - rest);
    const auto dash = std::find_if(std::begin(dashes), std::end(dashes),
                                   [&](std::string_view mark) { return behind.starts_with(mark); });
    if (dash != std::end(dashes)) {
      rest += static_cast<std::uint32_t>(dash->size());
    } else if (blank(source[rest])) {
      ++rest;
    } else {
      break;
    }
  }
  if (rest < comment.end) {
    found.removal = {part.start, rest};
    found.instead = source[rest] == '#' ? "" : "# ";
    return;
  }
  std::uint32_t start = part.start;
  const std::uint32_t line = text.lines().line_of(start);
  while (start > text.lines().line_start(line) && blank(source[start - 1])) --start;
  const bool whole_line = start == text.lines().line_start(line) && line + 1 < text.lines().line_count();
  found.removal = {start, whole_line ? text.lines().line_start(line + 1) : comment.end};
}

/// The block that is the node's body, when it has one.
TSNode body_of(TSNode node) {
  TSNode body{};
  for_each_child_or_token(node, [&](TSNode child, Field) {
    if (kind_of(child) == NodeKind::Block) body = child;
    return ts_node_is_null(body);
  });
  return body;
}

bool is_definition(TSNode node) {
  const NodeKind kind = kind_of(node);
  return kind == NodeKind::FunctionDefinition || kind == NodeKind::ClassDefinition ||
         kind == NodeKind::DecoratedDefinition;
}

/// Where the header `def f(…):` ends.
std::uint32_t header_end(TSNode node) {
  std::uint32_t end = ts_node_start_byte(node);
  for_each_child_or_token(node, [&](TSNode child, Field) {
    if (kind_of(child) == NodeKind::Block) return false;
    if (kind_of(child) != NodeKind::Comment) end = ts_node_end_byte(child);
    return true;
  });
  return end;
}

}  // namespace

bool may_suppress(std::string_view text) {
  return find_mark(text, 0) != std::string_view::npos;
}

Suppressions suppression_comments(const ParsedDocument& document) {
  Suppressions all;
  const std::string_view source = document.text->bytes();
  for (std::size_t at = find_mark(source, 0); at != std::string_view::npos; at = find_mark(source, at + 1)) {
    const auto offset = static_cast<std::uint32_t>(at);
    const std::vector<TSNode> path = path_to(document.tree->root(), {offset, offset + 1});
    if (path.empty() || kind_of(path.back()) != NodeKind::Comment) continue;
    const Span comment = span(path.back());
    SuppressionComment found;
    MisspeltSuppression misspelt;
    if (parse(source, comment, offset, found)) {
      find_removal(*document.text, comment, found);
      found.line = document.text->lines().line_of(offset);
      at = found.span.end - 1;
      all.comments.push_back(std::move(found));
    } else if (parse_misspelt(source, comment, offset, misspelt)) {
      all.misspelt.push_back(misspelt);
    }
  }
  return all;
}

std::vector<std::uint32_t> silencing_lines(const ParsedDocument& document, Span place) {
  const LineIndex& lines = document.text->lines();
  std::vector<std::uint32_t> found{lines.line_of(place.start)};
  const std::vector<TSNode> path = path_to(document.tree->root(), place);
  std::size_t i = path.size();
  TSNode statement{};
  while (i-- > 1 && ts_node_is_null(statement)) {
    const NodeKind above = kind_of(path[i - 1]);
    if (above == NodeKind::Block || above == NodeKind::Module || !ts_node_is_null(body_of(path[i])))
      statement = path[i];
  }
  if (ts_node_is_null(statement)) return found;
  ++i;
  TSNode inner = statement;
  if (i > 0 && kind_of(path[i - 1]) == NodeKind::DecoratedDefinition) {
    statement = path[i - 1];
  } else if (kind_of(statement) == NodeKind::DecoratedDefinition) {
    inner = child_by_field(statement, Field::Definition);
  }
  const std::uint32_t first = lines.line_of(ts_node_start_byte(statement));
  const bool has_body = !ts_node_is_null(inner) && !ts_node_is_null(body_of(inner));
  const std::uint32_t last = lines.line_of(has_body ? header_end(inner) : ts_node_end_byte(statement));
  found.push_back(first);
  found.push_back(last);
  if (!is_definition(statement)) return found;
  for (std::uint32_t line = first + 1; line < last; ++line) found.push_back(line);
  const std::string_view source = document.text->bytes();
  for (std::uint32_t line = first; line-- > 0;) {
    const Span content = lines.line_span(source, line);
    std::uint32_t start = content.start;
    while (start < content.end && blank(source[start])) ++start;
    if (start == content.end || source[start] != '#') break;
    found.push_back(line);
  }
  return found;
}

std::vector<std::uint32_t> lines_in_vain(const ParsedDocument& document, Span place) {
  const std::vector<std::uint32_t> right = silencing_lines(document, place);
  std::vector<std::uint32_t> found;
  if (const std::uint32_t first = *std::min_element(right.begin(), right.end()); first > 0) found.push_back(first - 1);
  for (const TSNode node : path_to(document.tree->root(), place)) {
    const NodeKind kind = kind_of(node);
    if (kind != NodeKind::FunctionDefinition && kind != NodeKind::ClassDefinition) continue;
    const std::uint32_t start = ts_node_start_byte(node);
    for (const std::uint32_t line : silencing_lines(document, {start, start + 1})) found.push_back(line);
  }
  return found;
}

}  // namespace graphfence
