#include "analysis/features/fixes/page.h"

#include <algorithm>
#include <tuple>

namespace graphfence::fixes {

namespace {

bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\f';
}
bool ends_line(char c) {
  return c == '\n' || c == '\r';
}

}  // namespace

Page::Page(const ParsedDocument& document, std::string file)
    : file_(std::move(file)), source_(document.text->bytes()), root_(document.tree->root()) {
  const std::size_t end = source_.find_first_of("\r\n");
  newline_ = end == std::string_view::npos                          ? "\n"
             : source_[end] == '\n'                                 ? "\n"
             : end + 1 < source_.size() && source_[end + 1] == '\n' ? "\r\n"
                                                                    : "\r";
}

std::optional<Page> Page::open(const Job& job, const std::string& path) {
  const ParsedDocument* document = job.documents(path);
  if (document == nullptr || !document->complete || !*document->tree) return std::nullopt;
  if (ts_node_has_error(document->tree->root())) return std::nullopt;
  return Page(*document, path);
}

Path Page::path_to(Span place) const {
  Path path;
  Cursor cursor(root_);
  path.push_back(root_);
  while (cursor.to_first_child()) {
    bool found = false;
    do {
      const Span here = span(cursor.node());
      if (here.encloses(place) && here.size() > 0) {
        found = true;
        break;
      }
      if (here.start > place.start) break;
    } while (cursor.to_next_sibling());
    if (!found) break;
    path.push_back(cursor.node());
  }
  return path;
}

Path Page::path_of(TSNode node) const {
  Path path = path_to(span(node));
  while (path.size() > 1 && !same(path.back(), node)) path.pop_back();
  return path;
}

std::uint32_t Page::line_start(std::uint32_t offset) const {
  while (offset > 0 && !ends_line(source_[offset - 1])) --offset;
  return offset;
}

std::uint32_t Page::next_line(std::uint32_t offset) const {
  const auto size = static_cast<std::uint32_t>(source_.size());
  while (offset < size && !ends_line(source_[offset])) ++offset;
  if (offset < size && source_[offset] == '\r') {
    ++offset;
    if (offset < size && source_[offset] == '\n') ++offset;
  } else if (offset < size) {
    ++offset;
  }
  return offset;
}

std::string_view Page::indent_at(std::uint32_t offset) const {
  const std::uint32_t start = line_start(offset);
  std::uint32_t end = start;
  while (end < source_.size() && blank(source_[end])) ++end;
  return source_.substr(start, end - start);
}

bool Page::first_on_line(std::uint32_t offset) const {
  return line_start(offset) + indent_at(offset).size() >= offset;
}

std::string Page::indent_step() const {
  std::string step;
  for_each_below(root_, [&](TSNode node) {
    if (!step.empty()) return false;
    const std::uint32_t start = ts_node_start_byte(node);
    if (kind_of(node) != NodeKind::Block || !first_on_line(start)) return true;
    const std::string_view inner = indent_at(start);
    const std::string_view outer = indent_at(ts_node_start_byte(parent_of(node)));
    if (inner.size() > outer.size() && inner.starts_with(outer)) step = inner.substr(outer.size());
    return step.empty();
  });
  return step.empty() ? "    " : step;
}

void Page::replace(Span part, std::string text) {
  const std::pair<Span, std::string> edit{part, std::move(text)};
  if (part.size() > 0 && std::find(edits_.begin(), edits_.end(), edit) != edits_.end()) return;
  edits_.push_back(edit);
}

void Page::erase_statement(TSNode statement) {
  const Span here = span(statement);
  const TSNode block = parent_of(statement);
  TSNode before{};
  TSNode after{};
  bool passed = false;
  for_each_child(block, [&](TSNode child) {
    if (same(child, statement)) {
      passed = true;
    } else if (!passed) {
      before = child;
    } else if (ts_node_is_null(after)) {
      after = child;
    }
  });
  const bool only = kind_of(block) == NodeKind::Block && ts_node_is_null(before) && ts_node_is_null(after);
  if (only) {
    replace(here, "pass");
    return;
  }
  if (!ts_node_is_null(after) && ts_node_start_byte(after) < next_line(here.end) &&
      !first_on_line(ts_node_start_byte(after))) {
    erase({here.start, ts_node_start_byte(after)});
    return;
  }
  if (!first_on_line(here.start)) {
    const bool joined = !ts_node_is_null(before) && ts_node_end_byte(before) > line_start(here.start);
    erase({joined ? ts_node_end_byte(before) : here.start, here.end});
    return;
  }
  erase({line_start(here.start), next_line(here.end)});
}

void Page::insert_line_before(TSNode statement, std::string_view line) {
  const std::uint32_t start = ts_node_start_byte(statement);
  if (!first_on_line(start)) {
    insert(start, std::string(line) + "; ");
    return;
  }
  insert(line_start(start), std::string(indent_at(start)) + std::string(line) + newline_);
}

void Page::insert_line_after(TSNode statement, std::string_view line) {
  const Span here = span(statement);
  if (!first_on_line(here.start)) {
    insert(here.end, "; " + std::string(line));
    return;
  }
  const std::uint32_t next = next_line(here.end);
  const bool terminated = next > here.end && next > 0 && ends_line(source_[next - 1]);
  const std::string text = std::string(indent_at(here.start)) + std::string(line);
  insert(next, terminated ? text + newline_ : newline_ + text);
}

bool Page::finish(std::vector<TextEdit>& out) {
  std::stable_sort(edits_.begin(), edits_.end(), [](const auto& a, const auto& b) {
    return std::tie(a.first.start, a.first.end) < std::tie(b.first.start, b.first.end);
  });
  std::size_t first = out.size();
  for (auto& [part, text] : edits_) {
    if (out.size() > first) {
      TextEdit& last = out.back();
      if (part.start < last.span.end) return false;
      if (part.start == last.span.end) {
        last.span.end = part.end;
        last.text += text;
        continue;
      }
    }
    out.push_back({file_, part, text});
  }
  edits_.clear();
  return true;
}

TSNode innermost(const Path& path, std::initializer_list<NodeKind> kinds) {
  for (auto it = path.rbegin(); it != path.rend(); ++it) {
    if (std::find(kinds.begin(), kinds.end(), kind_of(*it)) != kinds.end()) return *it;
  }
  return {};
}

TSNode parent_in(const Path& path, TSNode node) {
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (same(path[i], node)) return path[i - 1];
  }
  return {};
}

TSNode statement_of(const Path& path) {
  for (std::size_t i = path.size(); i-- > 1;) {
    const NodeKind above = kind_of(path[i - 1]);
    if (above == NodeKind::Block || above == NodeKind::Module) return path[i];
  }
  return {};
}

std::optional<Fix> finished(const Job& job, std::initializer_list<Page*> pages) {
  Fix fix;
  fix.title = job.title;
  fix.fix_class = job.fix_class;
  std::vector<Page*> sorted(pages);
  std::sort(sorted.begin(), sorted.end(), [](const Page* a, const Page* b) { return a->file() < b->file(); });
  for (Page* page : sorted) {
    if (!page->finish(fix.edits)) return std::nullopt;
  }
  if (fix.edits.empty()) return std::nullopt;
  return fix;
}

}  // namespace graphfence::fixes
