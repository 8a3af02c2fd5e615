// Names, members and keywords that Keras 3 has no more.
#include <algorithm>
#include <array>

#include "analysis/summary/interp.h"

namespace graphfence {

namespace {

struct Removed {
  std::uint8_t trait;  ///< 0: a path
  std::string_view name;
  std::string_view instead;
};

#define REMOVED(path, instead) Removed{0, path, instead},
#define REMOVED_MEMBER(trait, name, instead) Removed{trait, name, instead},
#define REMOVED_KEYWORD(name) Removed{0xFF, name, {}},
constexpr auto removed = std::to_array<Removed>({
#include "analysis/library/removed_names.def"
});
#undef REMOVED
#undef REMOVED_MEMBER
#undef REMOVED_KEYWORD

}  // namespace

bool Interp::removed_keyword(std::string_view name) {
  return std::any_of(removed.begin(), removed.end(),
                     [&](const Removed& r) { return r.trait == 0xFF && r.name == name; });
}

void Interp::tell_removed(std::uint8_t traits, std::string_view name) {
  if (!in_user_code() || ambient_.guarded > 0 || ambient_.caught > 0) return;
  const Frame& frame = *frames_.back();
  if (frame.pc >= frame.code->code.size()) return;
  // `getattr` and `hasattr` ask whether it is there.
  const ir::Op op = frame.code->code[frame.pc].op;
  if (op != ir::Op::Attr && op != ir::Op::ImportFrom && op != ir::Op::Import) return;
  const auto* found = std::find_if(removed.begin(), removed.end(), [&](const Removed& r) {
    return r.trait != 0xFF && r.name == name && (traits == 0 ? r.trait == 0 : (r.trait & traits) != 0);
  });
  if (found == removed.end()) return;
  const std::string effect = op == ir::Op::Attr ? "this raises AttributeError" : "this import fails";
  tell(EventKind::RemovedApi, 0, names_.intern(name.substr(name.rfind('.') + 1)),
       effect + (found->instead.empty() ? "" : "; ") + std::string(found->instead));
}

void Interp::tell(EventKind kind, ObjId object, Symbol name, std::string_view words) {
  Event e = at_hand(kind, object);
  e.name = name;
  if (!words.empty()) e.value = make_str(names_.intern(words));
  if (e.site != 0) emit(std::move(e));
}

}  // namespace graphfence
