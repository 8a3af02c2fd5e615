#include "analysis/library/reserved_attributes.h"

#include <algorithm>
#include <array>

namespace graphfence::library {
namespace {

struct Row {
  std::string_view name;
  Reserved keras2_layer;
  Reserved keras2_model;
  Reserved keras3_layer;
  Reserved keras3_model;
};

#define ATTRIBUTE(name, layer2, model2, layer3, model3) \
  Row{name, Reserved::layer2, Reserved::model2, Reserved::layer3, Reserved::model3},
constexpr auto rows = std::to_array<Row>({
#include "analysis/library/reserved_attributes.def"
});
#undef ATTRIBUTE

static_assert(std::ranges::adjacent_find(rows, std::ranges::greater_equal{}, &Row::name) == rows.end(),
              "the attributes must be in order, each once");

}  // namespace

Reserved reserved_attribute(Generation generation, bool is_model, std::string_view name) {
  const auto row = std::ranges::lower_bound(rows, name, {}, &Row::name);
  if (row == rows.end() || row->name != name) return Reserved::Free;
  if (generation == Generation::Keras2) return is_model ? row->keras2_model : row->keras2_layer;
  return is_model ? row->keras3_model : row->keras3_layer;
}

}  // namespace graphfence::library
