#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace graphfence::protocol {

/// Params that do not have the shape the method needs; `what()` names the field.
class InvalidParams : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A whole number in the range of the protocol (-2³¹ … 2³¹-1), also when it was spelled `3.0` or `1e3`.
[[nodiscard]] std::optional<std::int32_t> wire_integer(const nlohmann::json& value);

/// A place in a received message. Reading never asserts: a member of something that is no object is absent, and `null`
/// is the same as absent. The functions without `_if` throw `InvalidParams`. Valid as long as the message lives.
class Node {
 public:
  explicit Node(const nlohmann::json* value) : root_(value), container_(nullptr), value_(value) {}

  [[nodiscard]] bool present() const;
  [[nodiscard]] bool is_object() const;
  [[nodiscard]] bool is_array() const;
  [[nodiscard]] bool is_string() const;
  /// `key` must outlive the node: use literals.
  [[nodiscard]] Node operator[](std::string_view key) const;

  [[nodiscard]] std::vector<std::string> keys() const;  ///< of an object; nothing when it is none
  /// For keys known only at run time; the path of what it gives is not told.
  [[nodiscard]] Node member(const std::string& key) const;
  [[nodiscard]] std::vector<Node> items() const;     ///< of an array that must be there
  [[nodiscard]] std::vector<Node> items_if() const;  ///< nothing when it is no array
  [[nodiscard]] const std::string& string() const;
  [[nodiscard]] std::optional<std::string> string_if() const;
  [[nodiscard]] std::int32_t integer() const;
  [[nodiscard]] std::optional<std::int32_t> integer_if() const;
  /// A line or column: numbers out of range are clamped, since editors say "to the end" with huge ones.
  [[nodiscard]] std::uint32_t coordinate() const;
  [[nodiscard]] bool flag() const;  ///< true only for `true`
  [[nodiscard]] std::optional<bool> flag_if() const;
  void require_object() const;

  [[nodiscard]] const nlohmann::json* json() const { return value_; }  ///< null when absent
  /// e.g. `params.contentChanges[2].range`
  [[nodiscard]] std::string path() const;

 private:
  Node(const nlohmann::json* root, const nlohmann::json* container, const nlohmann::json* value, std::string_view key,
       std::size_t index)
      : root_(root), container_(container), value_(value), key_(key), index_(index) {}
  [[nodiscard]] std::string step() const;
  [[noreturn]] void fail(std::string_view needed) const;

  const nlohmann::json* root_;
  const nlohmann::json* container_;  ///< holds or lacks this node; null for the root
  std::string outer_;                ///< step in between, when what is there is no object
  const nlohmann::json* value_;      ///< null when absent
  std::string_view key_;
  std::size_t index_ = 0;
};

}  // namespace graphfence::protocol
