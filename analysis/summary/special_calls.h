#pragma once

#include <cstdint>
#include <string_view>

namespace graphfence {

/// Library functions whose call has a meaning of its own that neither library text nor the data table can say.
enum class SpecialCall : std::uint8_t {
  None,
  TFFunction,
  Partial,
  MakesIdentity,  ///< with arguments: gives a decorator that changes nothing here
  LruCache,
  Identity,  ///< gives its first argument back
  Cast,      ///< typing.cast
  StaticMethod,
  ClassMethod,
  Property,
  Dataclass,
  EagerSwitch,
  ExecutingEagerly,
  InsideFunction,
  Raises,
  AddN,
  TensorCast,
  StaticQuery,  ///< tf.size, tf.rank
  ArraySize,    ///< np.size: with an axis it reads the shape alone
  Exit,
  AppRun,
  IsTensor,
  IsSymbolic,
  IsKerasTensor,
  IsScalar,
  True,
  FunctionsRunEagerly,
  ArrayMethods,  ///< enable_numpy_behavior
  Backend,
  SetBackend,
  SetEnvironment,
  ContextManager,
  Patch,  ///< unittest.mock.patch of a dotted name
};

[[nodiscard]] SpecialCall special_call(std::string_view path);

}  // namespace graphfence
