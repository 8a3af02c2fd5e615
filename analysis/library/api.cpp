#include "analysis/library/api.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace graphfence::library {
namespace {

// ---- what the rows of the .def files may say beyond path, result and use ----

constexpr auto no_gradient = [](Api& api) { api.differentiable = false; };
/// A host conversion that leaves the gradient of an eager tensor alone (tf.constant, max).
constexpr auto keeps_gradient = [](Api& api) { api.differentiable = true; };
constexpr auto random = [](Api& api) { api.random = true; };
constexpr auto effect = [](Api& api) { api.effect = true; };
constexpr auto clock = [](Api& api) { api.random = api.clock = true; };

constexpr auto calls(Callback callback, std::uint8_t position) {
  return [=](Api& api) {
    api.callback = callback;
    api.callback_argument = position;
  };
}

constexpr auto like(std::string_view counterpart) {
  return [=](Api& api) { api.counterpart = counterpart; };
}

constexpr auto makes(std::string_view kind) {
  return [=](Api& api) {
    api.maker = true;
    api.counterpart = kind;
  };
}

template <typename... Traits>
constexpr Api make(std::string_view path, Result result, Use use, Traits... traits) {
  Api api{path, result, use, Callback::None, 0, use != Use::Host, false, false, false, false, {}};
  (traits(api), ...);
  return api;
}

struct Alias {
  std::string_view path;
  std::string_view target;
};

#define API(path, result, ...) make(path, Result::result, Use::__VA_ARGS__),
constexpr auto apis = std::to_array<Api>({
#include "analysis/library/api_tables.inc"
});
#undef API

#define ALIAS(path, target) Alias{path, target},
constexpr auto aliases = std::to_array<Alias>({
#include "analysis/library/api_aliases.def"
});
#undef ALIAS

/// Modules that hold the same functions as another one. Applied until none matches: each replacement is shorter.
#define PREFIX(path, target) Alias{path, target},
constexpr auto prefixes = std::to_array<Alias>({
#include "analysis/library/api_prefixes.def"
});
#undef PREFIX

#define OPAQUE(path) std::string_view{path},
constexpr auto opaque_prefixes = std::to_array<std::string_view>({
#include "analysis/library/api_opaque.def"
});
#undef OPAQUE

/// FNV-1a, which can go on where an earlier piece ended.
constexpr std::uint32_t hash_of(std::string_view text, std::uint32_t hash = 2166136261U) {
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 16777619U;
  return hash;
}

/// A path in two pieces, so that replacing its beginning needs no memory.
class SplitPath {
 public:
  explicit SplitPath(std::string_view path) : tail_(path) {
    for (bool again = true; again;) {
      again = false;
      for (const Alias& prefix : prefixes) {
        if (starts_with(prefix.path)) {
          tail_.remove_prefix(prefix.path.size() - head_.size());
          head_ = prefix.target;
          again = true;
          break;
        }
      }
    }
  }

  [[nodiscard]] bool equals(std::string_view whole) const {
    return whole.size() == head_.size() + tail_.size() && whole.starts_with(head_) && whole.ends_with(tail_);
  }

  [[nodiscard]] std::uint32_t hash() const { return hash_of(tail_, hash_of(head_)); }

  [[nodiscard]] bool starts_with(std::string_view prefix) const {
    return prefix.size() >= head_.size() && prefix.starts_with(head_) && tail_.starts_with(prefix.substr(head_.size()));
  }

  [[nodiscard]] std::string_view last_name() const { return tail_.substr(tail_.rfind('.') + 1); }

 private:
  std::string_view head_;
  std::string_view tail_;
};

/// Row numbers by hash, with open addressing; made by the compiler. Sorting the rows would cost the compiler far more.
template <std::size_t row_count>
class Index {
 public:
  template <typename Row>
  consteval explicit Index(const std::array<Row, row_count>& rows) {
    for (std::size_t number = 0; number < row_count; ++number) {
      std::size_t place = hash_of(rows[number].path) % slots;
      for (; places_[place] != 0; place = (place + 1) % slots) {
        if (rows[places_[place] - 1].path == rows[number].path) throw "a path has two rows";
      }
      places_[place] = static_cast<std::uint16_t>(number + 1);
    }
  }

  template <typename Row>
  [[nodiscard]] const Row* find(const std::array<Row, row_count>& rows, const SplitPath& path) const {
    for (std::size_t place = path.hash() % slots; places_[place] != 0; place = (place + 1) % slots) {
      const Row& row = rows[places_[place] - 1U];
      if (path.equals(row.path)) return &row;
    }
    return nullptr;
  }

 private:
  static constexpr std::size_t slots = std::bit_ceil(2 * row_count);
  static_assert(row_count < 0xffff);
  std::array<std::uint16_t, slots> places_{};
};

constexpr Index<apis.size()> api_index(apis);
constexpr Index<aliases.size()> alias_index(aliases);

}  // namespace

const Api* find_api(std::string_view path) {
  const SplitPath split(path);
  if (const Api* api = api_index.find(apis, split)) return api;
  const Alias* alias = alias_index.find(aliases, split);
  return alias != nullptr ? api_index.find(apis, SplitPath(alias->target)) : nullptr;
}

bool makes_tensors_by_default(std::string_view path) {
  const SplitPath split(path);
  if (split.starts_with("tf.raw_ops.")) return true;
  if (!split.starts_with("tf.") && !split.starts_with("keras.ops.")) return false;
  const std::string_view name = split.last_name();
  const bool is_function = !name.empty() && (name.front() < 'A' || name.front() > 'Z');
  return is_function &&
         std::ranges::none_of(opaque_prefixes, [&](std::string_view prefix) { return split.starts_with(prefix); });
}

}  // namespace graphfence::library
