// Functions and classes come into being; method resolution order (C3).
#include <algorithm>

#include "analysis/summary/interp.h"

namespace graphfence {

Value Interp::make_function(Frame& frame, const ir::Instr& in, SiteId site) {
  const ChunkRef here = chunks_[frame.chunk];
  const bool unit = (in.flags & ir::flag_unit_ref) != 0;
  const std::uint32_t chunk =
      unit ? chunk_number(*here.file, in.b, 0, frame.module) : chunk_number(*here.file, here.unit, in.b, frame.module);
  std::uint32_t defaults = 0;
  if (in.d != ir::no_reg && in.d > 0) {
    defaults = static_cast<std::uint32_t>(defaults_.size());
    auto& list = defaults_.emplace_back();
    for (std::uint32_t i = 0; i < in.d; ++i) list.push_back(heap_.reg(frame.base + frame.code->pool[in.c + i]));
  }
  ObjId env = frame.outer_env;
  if (frame.class_namespace == 0) {
    if (frame.env == 0 && frame.code->kind != ir::ChunkKind::Module)
      frame.env = heap_.make(Kind::Env, site, frame.outer_env);
    env = frame.env;
  }
  const ObjId function = heap_.make(Kind::Function, site, chunk, env, defaults, frame.class_namespace);
  if (frame.class_namespace == 0 && frame.defining_class != 0) heap_[function].d = frame.defining_class;
  return Value{function};
}

Value Interp::make_class(Frame& frame, const ir::Instr& in, SiteId site) {
  const std::uint32_t* p = &frame.code->pool[in.c];
  const ChunkRef here = chunks_[frame.chunk];
  const auto index = static_cast<std::uint32_t>(classes_.size());
  classes_.emplace_back();
  const ObjId self = heap_.make(Kind::Class, site, index);
  ClassInfo info;
  info.chunk = chunk_number(*here.file, here.unit, in.b, frame.module);
  info.name = chunks_[info.chunk].code->name;
  info.library = frame.library;
  info.generation = here.file->generation;
  std::vector<ObjId> bases;
  const std::uint32_t count = *p++;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t r = *p++;
    const Value base = heap_.reg(frame.base + (r & ~ir::star_bit));
    if (!base.single() || (r & ir::star_bit) != 0) {
      info.open = true;
      continue;
    }
    const Obj& o = heap_[base.obj()];
    if (o.kind == Kind::Class) {
      bases.push_back(base.obj());
    } else if (o.kind == Kind::Lib) {
      const std::string_view path = text(Symbol{o.a});
      const Value generic = generic_base(path, static_cast<library::Generation>(o.b));
      if (generic.single() && heap_[generic.obj()].kind == Kind::Class) {
        bases.push_back(generic.obj());
        info.open = true;
      } else if (!path.starts_with("builtins.") && (!path.starts_with("typing.") || path == "typing.NamedTuple") &&
                 !path.starts_with("abc.") && path != "enum.Enum") {
        info.open = true;
      }
    } else {
      info.open = true;
    }
  }
  const std::uint32_t keywords = *p++;
  if (keywords > 0) {
    // A metaclass other than ABCMeta may do anything.
    for (std::uint32_t i = 0; i < keywords; ++i) {
      const Value v = heap_.reg(frame.base + p[2 * i + 1]);
      if (!v.single() || heap_[v.obj()].kind != Kind::Lib || text(Symbol{heap_[v.obj()].a}) != "abc.ABCMeta")
        info.open = true;
    }
  }
  if (!linearise(info, bases, self)) {
    info.mro = {self};
    info.open = true;
  }
  for (const ObjId base : bases) info.open = info.open || classes_[heap_[base].a].open;
  if (!info.library) {
    const auto from = std::find_if(info.mro.begin(), info.mro.end(),
                                   [&](ObjId cls) { return cls != self && classes_[heap_[cls].a].library; });
    if (from != info.mro.end()) info.generation = classes_[heap_[*from].a].generation;
  }
  classes_[index] = info;

  Frame body;
  body.code = chunks_[info.chunk].code;
  body.chunk = info.chunk;
  body.module = frame.module;
  body.class_namespace = self;
  body.library = frame.library;
  if (frame.class_namespace == 0 && frame.env == 0 && frame.code->kind != ir::ChunkKind::Module) {
    frame.env = heap_.make(Kind::Env, site, frame.outer_env);
  }
  body.outer_env = frame.class_namespace != 0 ? frame.outer_env : frame.env;
  body.base = heap_.push_registers(body.code->register_count);
  used_[info.chunk] = true;
  frames_.push_back(&body);
  run_chunk(body);
  frames_.pop_back();
  heap_.pop_registers(body.base);

  std::uint8_t traits = 0;
  for (const ObjId cls : info.mro) {
    const Value mark = heap_.get(cls, known(sym::gf_trait));
    if (const auto n = int_of(mark)) traits = static_cast<std::uint8_t>(traits | *n);
  }
  classes_[index].traits = traits;
  if (!frame.library) finish_class(self, bases, site);
  return Value{self};
}

/// The modelled class an unmodelled library class behaves like, as far as we know it.
Value Interp::generic_base(std::string_view path, library::Generation generation) {
  if (!path.starts_with("keras.") || path == "keras.layers.InputSpec") return v_unbound;
  const SourceModule& file =
      source_.library(generation == library::Generation::Keras2 ? LibraryModule::Keras2 : LibraryModule::Keras3);
  const char* name = path.starts_with("keras.layers.")       ? "UnknownLayer"
                     : path.starts_with("keras.metrics.")    ? "UnknownMetric"
                     : path.starts_with("keras.optimizers.") ? "UnknownOptimizer"
                     : path.starts_with("keras.callbacks.")  ? "callbacks__Callback"
                     : path.starts_with("keras.losses.")     ? "UnknownLoss"
                                                             : nullptr;
  if (name == nullptr) return v_unbound;
  const std::size_t dot = path.rfind('.');
  if (dot + 1 >= path.size() || path[dot + 1] < 'A' || path[dot + 1] > 'Z') return v_unbound;
  return module_name(load_module(file), names_.intern(name));
}

bool Interp::linearise(ClassInfo& info, const std::vector<ObjId>& bases, ObjId self) {
  std::vector<std::vector<ObjId>> lists;
  for (const ObjId base : bases) {
    if (classes_[heap_[base].a].mro.size() >= limits::mro) return false;
    lists.push_back(classes_[heap_[base].a].mro);
  }
  lists.push_back(bases);
  info.mro = {self};
  while (true) {
    std::erase_if(lists, [](const auto& list) { return list.empty(); });
    if (lists.empty()) return info.mro.size() <= limits::mro;
    ObjId next = 0;
    for (const auto& list : lists) {
      const ObjId head = list.front();
      const bool free = std::none_of(lists.begin(), lists.end(), [&](const auto& other) {
        return std::find(other.begin() + 1, other.end(), head) != other.end();
      });
      if (free) {
        next = head;
        break;
      }
    }
    if (next == 0) return false;
    info.mro.push_back(next);
    for (auto& list : lists) {
      if (list.front() == next) list.erase(list.begin());
    }
  }
}

}  // namespace graphfence
