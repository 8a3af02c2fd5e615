#include "protocol/node.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace graphfence::protocol {
namespace {

using nlohmann::json;

constexpr std::int32_t MaxInteger = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t MinInteger = std::numeric_limits<std::int32_t>::min();

struct Step {
  const json* value;
  std::string path;
};

/// Where `target` stands below `root`. Only called to word an error, so a search is cheaper than carrying paths along.
std::string path_of(const json& root, const json* target) {
  std::vector<Step> open{{&root, "params"}};
  while (!open.empty()) {
    const Step step = std::move(open.back());
    open.pop_back();
    if (step.value == target) return step.path;
    if (step.value->is_object()) {
      for (const auto& [key, value] : step.value->items()) {
        if (value.is_structured()) open.push_back({&value, step.path + "." + key});
      }
    } else if (step.value->is_array()) {
      for (std::size_t index = 0; index < step.value->size(); ++index) {
        const json& value = (*step.value)[index];
        if (value.is_structured()) open.push_back({&value, step.path + "[" + std::to_string(index) + "]"});
      }
    }
  }
  return "params";
}

}  // namespace

std::optional<std::int32_t> wire_integer(const json& value) {
  if (value.is_number_unsigned()) {
    const auto number = value.get<std::uint64_t>();
    if (number > static_cast<std::uint64_t>(MaxInteger)) return std::nullopt;
    return static_cast<std::int32_t>(number);
  }
  if (value.is_number_integer()) {
    const auto number = value.get<std::int64_t>();
    if (number < MinInteger || number > MaxInteger) return std::nullopt;
    return static_cast<std::int32_t>(number);
  }
  if (value.is_number_float()) {
    const auto number = value.get<double>();
    if (!(number >= MinInteger && number <= MaxInteger) || std::trunc(number) != number) return std::nullopt;
    return static_cast<std::int32_t>(number);
  }
  return std::nullopt;
}

bool Node::present() const {
  return value_ != nullptr && !value_->is_null();
}
bool Node::is_object() const {
  return value_ != nullptr && value_->is_object();
}
bool Node::is_array() const {
  return value_ != nullptr && value_->is_array();
}
bool Node::is_string() const {
  return value_ != nullptr && value_->is_string();
}

Node Node::operator[](std::string_view key) const {
  if (is_object()) {
    const auto found = value_->find(std::string(key));
    return {root_, value_, found == value_->end() ? nullptr : &*found, key, 0};
  }
  Node missing(root_, container_, nullptr, key, 0);
  if (container_ != nullptr || !key_.empty()) missing.outer_ = outer_ + step();
  return missing;
}

std::vector<std::string> Node::keys() const {
  std::vector<std::string> result;
  if (!is_object()) return result;
  for (const auto& [key, value] : value_->items()) result.push_back(key);
  return result;
}

Node Node::member(const std::string& key) const {
  if (!is_object()) return Node(nullptr);
  const auto found = value_->find(key);
  return Node(found == value_->end() ? nullptr : &*found);
}

std::vector<Node> Node::items() const {
  if (!is_array()) fail("an array");
  return items_if();
}

std::vector<Node> Node::items_if() const {
  std::vector<Node> result;
  if (!is_array()) return result;
  result.reserve(value_->size());
  for (std::size_t index = 0; index < value_->size(); ++index) {
    result.push_back(Node(root_, value_, &(*value_)[index], {}, index));
  }
  return result;
}

const std::string& Node::string() const {
  if (!is_string()) fail("a string");
  return value_->get_ref<const std::string&>();
}

std::optional<std::string> Node::string_if() const {
  if (!is_string()) return std::nullopt;
  return value_->get_ref<const std::string&>();
}

std::int32_t Node::integer() const {
  const auto number = integer_if();
  if (!number) fail("an integer");
  return *number;
}

std::optional<std::int32_t> Node::integer_if() const {
  return value_ == nullptr ? std::nullopt : wire_integer(*value_);
}

std::uint32_t Node::coordinate() const {
  if (value_ == nullptr || !value_->is_number()) fail("a number");
  if (const auto number = wire_integer(*value_)) return *number < 0 ? 0U : static_cast<std::uint32_t>(*number);
  const auto number = value_->get<double>();
  if (std::isfinite(number) && std::trunc(number) != number) fail("a whole number");
  return number < 0 ? 0U : static_cast<std::uint32_t>(MaxInteger);
}

bool Node::flag() const {
  return flag_if().value_or(false);
}

std::optional<bool> Node::flag_if() const {
  if (value_ == nullptr || !value_->is_boolean()) return std::nullopt;
  return value_->get<bool>();
}

void Node::require_object() const {
  if (!is_object()) fail("an object");
}

std::string Node::step() const {
  return key_.empty() ? "[" + std::to_string(index_) + "]" : "." + std::string(key_);
}

std::string Node::path() const {
  if (container_ != nullptr) return path_of(*root_, container_) + outer_ + step();
  return key_.empty() ? "params" : "params" + outer_ + step();
}

void Node::fail(std::string_view needed) const {
  throw InvalidParams(path() + (present() ? " must be " : " is missing, it must be ") + std::string(needed));
}

}  // namespace graphfence::protocol
