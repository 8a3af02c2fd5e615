#include "analysis/features/fixes/queries.h"

namespace graphfence::fixes {

TSNode undecorated(TSNode node) {
  return kind_of(node) == Kind::DecoratedDefinition ? child_by_field(node, Field::Definition) : node;
}

TSNode Arguments::value_of(std::string_view name) const {
  for (const auto& [key, argument] : named) {
    if (key == name) return child_by_field(argument, Field::Value);
  }
  return {};
}

Arguments arguments_of(const Page& page, TSNode call) {
  Arguments found;
  const TSNode list = child_by_field(call, Field::Arguments);
  if (kind_of(list) != Kind::ArgumentList) {
    if (!ts_node_is_null(list)) found.positional.push_back(list);
    return found;
  }
  for_each_child(list, [&](TSNode argument) {
    if (kind_of(argument) == Kind::KeywordArgument) {
      found.named.emplace_back(page.of(child_by_field(argument, Field::Name)), argument);
    } else if (kind_of(argument) == Kind::DictionarySplat) {
      found.named.emplace_back(std::string_view{}, argument);
    } else {
      found.positional.push_back(argument);
    }
  });
  return found;
}

bool set_argument(Page& page, TSNode call, std::string_view name, std::string_view value) {
  const TSNode list = child_by_field(call, Field::Arguments);
  if (kind_of(list) != Kind::ArgumentList) return false;
  if (const TSNode old = arguments_of(page, call).value_of(name); !ts_node_is_null(old)) {
    page.replace(span(old), std::string(value));
    return true;
  }
  TSNode last{};
  bool comma = false;
  std::uint32_t comma_end = 0;
  for_each_child_or_token(list, [&](TSNode child, Field) {
    const Kind kind = kind_of(child);
    if (kind == Kind::Comma) {
      comma = true;
      comma_end = ts_node_end_byte(child);
    } else if (ts_node_is_named(child) && !is_trivia(kind)) {
      last = child;
      comma = false;
    }
  });
  const std::string text = std::string(name) + "=" + std::string(value);
  if (ts_node_is_null(last)) {
    page.insert(ts_node_start_byte(list) + 1, text);
    return true;
  }
  const Span here = span(last);
  const bool own_line = page.first_on_line(here.start) && page.next_line(here.end) < ts_node_end_byte(list);
  if (own_line) {
    if (!comma) page.insert(here.end, ",");
    page.insert(page.next_line(comma ? comma_end : here.end),
                std::string(page.indent_at(here.start)) + text + (comma ? "," : "") + page.newline());
  } else if (comma) {
    page.insert(comma_end, " " + text);
  } else {
    page.insert(here.end, ", " + text);
  }
  return true;
}

TSNode method_of(const Page& page, TSNode class_definition, std::string_view name) {
  TSNode found{};
  for_each_child(child_by_field(class_definition, Field::Body), [&](TSNode statement) {
    const TSNode function = undecorated(statement);
    if (kind_of(function) == Kind::FunctionDefinition && page.of(child_by_field(function, Field::Name)) == name)
      found = function;
  });
  return found;
}

std::string_view first_parameter(const Page& page, TSNode function) {
  std::string_view name;
  for_each_child(child_by_field(function, Field::Parameters), [&](TSNode parameter) {
    TSNode inner = parameter;
    if (kind_of(parameter) == Kind::DefaultParameter || kind_of(parameter) == Kind::TypedDefaultParameter) {
      inner = child_by_field(parameter, Field::Name);
    } else if (kind_of(parameter) == Kind::TypedParameter) {
      inner = ts_node_named_child(parameter, 0);
    }
    if (kind_of(inner) == Kind::Identifier) name = page.of(inner);
    return false;
  });
  return name;
}

bool is_attribute(const Page& page, TSNode node, std::string_view receiver, std::string_view name) {
  if (kind_of(node) != Kind::Attribute) return false;
  const TSNode object = child_by_field(node, Field::Object);
  return kind_of(object) == Kind::Identifier && page.of(object) == receiver &&
         page.of(child_by_field(node, Field::Attribute)) == name;
}

bool is_super_call(const Page& page, TSNode node, std::string_view name) {
  if (kind_of(node) != Kind::Call) return false;
  const TSNode method = child_by_field(node, Field::Function);
  if (kind_of(method) != Kind::Attribute || page.of(child_by_field(method, Field::Attribute)) != name) return false;
  const TSNode object = child_by_field(method, Field::Object);
  if (kind_of(object) != Kind::Call) return false;
  const TSNode callee = child_by_field(object, Field::Function);
  return kind_of(callee) == Kind::Identifier && page.of(callee) == "super";
}

namespace {

bool opens_scope(Kind kind) {
  return kind == Kind::FunctionDefinition || kind == Kind::ClassDefinition || kind == Kind::Lambda;
}

}  // namespace

std::vector<TSNode> returns_of(TSNode function) {
  std::vector<TSNode> found;
  for_each_below(child_by_field(function, Field::Body), [&](TSNode node) {
    if (kind_of(node) == Kind::ReturnStatement) found.push_back(node);
    return !opens_scope(kind_of(node));
  });
  return found;
}

bool is_coroutine(TSNode function) {
  bool found = kind_of(ts_node_child(function, 0)) == Kind::KwAsync;
  for_each_below(child_by_field(function, Field::Body), [&](TSNode node) {
    const Kind kind = kind_of(node);
    if (kind == Kind::Yield || kind == Kind::Await) found = true;
    return !opens_scope(kind);
  });
  return found;
}

}  // namespace graphfence::fixes
