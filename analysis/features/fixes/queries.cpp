#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

TSNode undecorated(TSNode node) {
  return kind_of(node) == NodeKind::DecoratedDefinition ? field_of(node, Field::Definition) : node;
}

TSNode Arguments::value_of(std::string_view name) const {
  for (const auto& [key, argument] : named) {
    if (key == name) return field_of(argument, Field::Value);
  }
  return {};
}

Arguments arguments_of(const Page& page, TSNode call) {
  Arguments found;
  const TSNode list = field_of(call, Field::Arguments);
  if (kind_of(list) != NodeKind::ArgumentList) {
    if (!ts_node_is_null(list)) found.positional.push_back(list);
    return found;
  }
  for_each_child(list, [&](TSNode argument) {
    if (kind_of(argument) == NodeKind::KeywordArgument) {
      found.named.emplace_back(page.of(field_of(argument, Field::Name)), argument);
    } else if (kind_of(argument) == NodeKind::DictionarySplat) {
      found.named.emplace_back(std::string_view{}, argument);
    } else {
      found.positional.push_back(argument);
    }
  });
  return found;
}

bool set_argument(Page& page, TSNode call, std::string_view name, std::string_view value) {
  const TSNode list = field_of(call, Field::Arguments);
  if (kind_of(list) != NodeKind::ArgumentList) return false;
  if (const TSNode old = arguments_of(page, call).value_of(name); !ts_node_is_null(old)) {
    page.replace(span(old), std::string(value));
  } else {
    append_items(page, list, {std::string(name) + "=" + std::string(value)});
  }
  return true;
}

void append_items(Page& page, TSNode list, const std::vector<std::string>& items) {
  TSNode last{};
  std::uint32_t comma_end = 0;  // of a comma behind the last item
  for_each_child_or_token(list, [&](TSNode child, Field) {
    const NodeKind kind = kind_of(child);
    if (kind == NodeKind::Comma) {
      comma_end = ts_node_end_byte(child);
    } else if (ts_node_is_named(child) && !is_trivia(kind)) {
      last = child;
      comma_end = 0;
    }
  });
  std::string joined;
  for (const std::string& item : items) joined += (joined.empty() ? "" : ", ") + item;
  if (ts_node_is_null(last)) {
    page.insert(ts_node_start_byte(list) + 1, joined);
    return;
  }
  const Span here = span(last);
  const bool own_line = page.first_on_line(here.start) && page.next_line(here.end) < ts_node_end_byte(list);
  if (own_line) {
    if (comma_end == 0) page.insert(here.end, ",");
    std::string text;
    for (const std::string& item : items) {
      const bool comma = comma_end != 0 || &item != &items.back();
      text.append(page.indent_at(here.start)).append(item).append(comma ? "," : "").append(page.newline());
    }
    page.insert(page.next_line(comma_end == 0 ? here.end : comma_end), text);
  } else if (comma_end != 0) {
    page.insert(comma_end, " " + joined);
  } else {
    page.insert(here.end, ", " + joined);
  }
}

TSNode method_of(const Page& page, TSNode class_definition, std::string_view name) {
  TSNode found{};
  if (kind_of(class_definition) != NodeKind::ClassDefinition) return found;
  for_each_child(field_of(class_definition, Field::Body), [&](TSNode statement) {
    const TSNode function = undecorated(statement);
    if (kind_of(function) == NodeKind::FunctionDefinition && page.of(field_of(function, Field::Name)) == name)
      found = function;
  });
  return found;
}

std::string_view first_parameter(const Page& page, TSNode function) {
  std::string_view name;
  if (ts_node_is_null(function)) return name;
  for_each_child(field_of(function, Field::Parameters), [&](TSNode parameter) {
    TSNode inner = parameter;
    if (kind_of(parameter) == NodeKind::DefaultParameter || kind_of(parameter) == NodeKind::TypedDefaultParameter) {
      inner = field_of(parameter, Field::Name);
    } else if (kind_of(parameter) == NodeKind::TypedParameter) {
      inner = child_of(parameter, 0);
    }
    if (kind_of(inner) == NodeKind::Identifier) name = page.of(inner);
    return false;
  });
  return name;
}

bool is_attribute(const Page& page, TSNode node, std::string_view receiver, std::string_view name) {
  if (kind_of(node) != NodeKind::Attribute) return false;
  const TSNode object = field_of(node, Field::Object);
  return kind_of(object) == NodeKind::Identifier && page.of(object) == receiver &&
         page.of(field_of(node, Field::Attribute)) == name;
}

TSNode method_at(const Page& page, Span place) {
  return innermost(page.path_to(place), {NodeKind::FunctionDefinition});
}

TSNode class_of(const Page& page, TSNode node) {
  const Path path = page.path_of(node);
  for (auto it = path.rbegin(); it != path.rend(); ++it) {
    if (kind_of(*it) == NodeKind::ClassDefinition && !same(*it, node)) return *it;
  }
  return {};
}

TSNode call_at(const Page& page, Span place) {
  Path path = page.path_to(place);
  while (!path.empty() && kind_of(path.back()) != NodeKind::Call && span(path.back()) == place) path.pop_back();
  if (!path.empty() && kind_of(path.back()) == NodeKind::Call && span(path.back()) == place) return path.back();
  return {};
}

bool is_super_call(const Page& page, TSNode node, std::string_view name) {
  if (kind_of(node) != NodeKind::Call) return false;
  const TSNode method = field_of(node, Field::Function);
  if (kind_of(method) != NodeKind::Attribute || page.of(field_of(method, Field::Attribute)) != name) return false;
  const TSNode object = field_of(method, Field::Object);
  if (kind_of(object) != NodeKind::Call) return false;
  const TSNode callee = field_of(object, Field::Function);
  return kind_of(callee) == NodeKind::Identifier && page.of(callee) == "super";
}

namespace {

bool opens_scope(NodeKind kind) {
  return kind == NodeKind::FunctionDefinition || kind == NodeKind::ClassDefinition || kind == NodeKind::Lambda;
}

}  // namespace

std::vector<TSNode> returns_of(TSNode function) {
  std::vector<TSNode> found;
  for_each_below(field_of(function, Field::Body), [&](TSNode node) {
    if (kind_of(node) == NodeKind::ReturnStatement) found.push_back(node);
    return !opens_scope(kind_of(node));
  });
  return found;
}

std::vector<TSNode> super_calls(const Page& page, TSNode function, std::string_view name) {
  std::vector<TSNode> found;
  for_each_below(field_of(function, Field::Body), [&](TSNode node) {
    if (is_super_call(page, node, name)) found.push_back(node);
    return kind_of(node) != NodeKind::ClassDefinition;
  });
  return found;
}

std::vector<TSNode> identifiers_in(const Page& page, TSNode node, std::string_view name) {
  std::vector<TSNode> found;
  if (ts_node_is_null(node)) return found;
  Cursor cursor(node);
  std::uint32_t depth = 0;
  while (true) {
    const TSNode here = cursor.node();
    const bool is_name = cursor.field() != Field::Attribute &&
                         !(cursor.field() == Field::Name && kind_of(parent_of(here)) == NodeKind::KeywordArgument);
    if (kind_of(here) == NodeKind::Identifier && is_name && (name.empty() || page.of(here) == name))
      found.push_back(here);
    if (cursor.to_first_child()) {
      ++depth;
      continue;
    }
    while (depth > 0 && !cursor.to_next_sibling()) {
      cursor.to_parent();
      --depth;
    }
    if (depth == 0) return found;
  }
}

bool is_direct_statement(TSNode function, TSNode statement) {
  return same(parent_of(statement), field_of(function, Field::Body));
}

std::string unused_name(const Page& page, TSNode scope, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (identifiers_in(page, scope, name).empty()) return std::string(name);
  }
  return {};
}

bool is_coroutine(TSNode function) {
  bool found = kind_of(ts_node_child(function, 0)) == NodeKind::KwAsync;
  for_each_below(field_of(function, Field::Body), [&](TSNode node) {
    const NodeKind kind = kind_of(node);
    if (kind == NodeKind::Yield || kind == NodeKind::Await) found = true;
    return !opens_scope(kind);
  });
  return found;
}

}  // namespace graphfence::fixes
