#pragma once

namespace graphfence {

class Binder;

#define GRAPHFENCE_METHOD(name) void bind_##name(Binder& binder);
#include "server/lsp/methods/methods.def"
#undef GRAPHFENCE_METHOD

inline void bind_methods(Binder& binder) {
#define GRAPHFENCE_METHOD(name) bind_##name(binder);
#include "server/lsp/methods/methods.def"
#undef GRAPHFENCE_METHOD
}

}  // namespace graphfence
