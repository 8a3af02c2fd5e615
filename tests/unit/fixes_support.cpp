#include "tests/unit/fixes_support.h"

#include <algorithm>
#include <map>

namespace graphfence::tests {

namespace {

struct Marked {
  std::string text;
  std::optional<Span> target;
  std::optional<Span> other;
};

/// Cuts the mark out and gives the offset where it stood.
std::optional<std::uint32_t> cut(std::string& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string::npos) return std::nullopt;
  text.erase(at, mark.size());
  return static_cast<std::uint32_t>(at);
}

Marked unmark(std::string text) {
  Marked marked;
  // Cutting in order of place keeps what was found before valid.
  std::map<std::string_view, std::uint32_t> places;
  while (true) {
    std::size_t first = std::string::npos;
    std::string_view next;
    for (const std::string_view mark : {"⟦", "⟧", "⟪", "⟫"}) {
      if (const std::size_t at = text.find(mark); at < first) {
        first = at;
        next = mark;
      }
    }
    if (next.empty()) break;
    places[next] = *cut(text, next);
  }
  marked.text = std::move(text);
  if (places.contains("⟦")) marked.target = Span{places["⟦"], places["⟧"]};
  if (places.contains("⟪")) marked.other = Span{places["⟪"], places["⟫"]};
  return marked;
}

ParsedDocument parsed(const std::string& text) {
  Parser parser;
  return ParsedDocument::open(parser, std::make_shared<const SourceText>(text), {});
}

std::optional<Fix> written(const FixCase& fix, const std::vector<Marked>& files) {
  std::map<std::string, ParsedDocument> documents;
  for (std::size_t i = 0; i < files.size(); ++i)
    documents.emplace(std::string(1, static_cast<char>('a' + i)), parsed(files[i].text));
  const FixPlan plan{
      .kind = fix.kind, .title = "title", .fix_class = fix.fix_class, .names = fix.names, .text = fix.text};
  FixRequest request{plan, "a", files[0].target.value_or(Span{}), {}, {}};
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (!files[i].other) continue;
    request.other_file = std::string(1, static_cast<char>('a' + i));
    request.other = *files[i].other;
  }
  auto result = write_fix(request, [&](const std::string& path) {
    const auto it = documents.find(path);
    return it == documents.end() ? nullptr : &it->second;
  });
  if (!result) return result;
  CHECK(result->title == "title");
  for (std::size_t i = 1; i < result->edits.size(); ++i) {
    const TextEdit& before = result->edits[i - 1];
    const TextEdit& after = result->edits[i];
    CHECK((before.file < after.file || before.span.end < after.span.start));
  }
  return result;
}

std::string applied(const FixCase& fix, const std::vector<Marked>& files) {
  const auto result = written(fix, files);
  if (!result) return "not offered";
  std::string all;
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::string text = files[i].text;
    for (auto edit = result->edits.rbegin(); edit != result->edits.rend(); ++edit) {
      if (edit->file == std::string(1, static_cast<char>('a' + i)))
        text.replace(edit->span.start, edit->span.size(), edit->text);
    }
    const ParsedDocument after = parsed(text);
    if (ts_node_has_error(after.tree->root())) MESSAGE("does not parse:\n" << text);
    CHECK_FALSE(ts_node_has_error(after.tree->root()));
    all += text;
  }
  return all;
}

}  // namespace

std::string FixCase::on(std::string marked) const {
  return applied(*this, {unmark(std::move(marked))});
}

std::string FixCase::on(std::string first, std::string second) const {
  return applied(*this, {unmark(std::move(first)), unmark(std::move(second))});
}

FixClass FixCase::class_on(std::string marked) const {
  const auto result = written(*this, {unmark(std::move(marked))});
  return result ? result->fix_class : FixClass::D;
}

std::string windows(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

std::string tabs(std::string_view text) {
  std::string out;
  bool at_start = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (at_start && text.substr(i, 4) == "    ") {
      out += '\t';
      i += 3;
      continue;
    }
    at_start = text[i] == '\n';
    out += text[i];
  }
  return out;
}

}  // namespace graphfence::tests
