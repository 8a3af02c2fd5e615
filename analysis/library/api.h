#pragma once

#include <cstdint>
#include <string_view>

/// What calls of library functions mean, as data. The interpreter asks for a canonical path: `tf.…` for TensorFlow
/// whatever the file imported it as, `np.…` for NumPy, `keras.…` for any Keras, `math.…`, `random.…`, `time.…` and so
/// on for the standard library.
namespace graphfence::library {

enum class Result : std::uint8_t {
  Opaque,      ///< nothing is known about the result
  Tensor,      ///< a new tensor of the region the call runs in
  Tensors,     ///< a list or tuple of such tensors (split, unstack, meshgrid, nn.moments …)
  Structures,  ///< a list or tuple of tensors, or of lists of them (clip_by_global_norm, ctc_beam_search_decoder …)
  Argument,    ///< the first argument itself when it is a tensor already, else a new tensor (convert_to_tensor, cast to
               ///< the same dtype)
  Array,       ///< a NumPy array or NumPy scalar
  Python,      ///< a Python number, string, bool or container of them: host value, never a tensor
  None,
  Metadata,  ///< static shape, rank or dtype information
  Dataset,   ///< a tf.data.Dataset
  Iterator,  ///< iterator over a dataset
  Like,      ///< NumPy in, NumPy out; tensor in, tensor out (operators' function forms, tf.experimental.numpy)
};

/// What the call does with tensors among its arguments.
enum class Use : std::uint8_t {
  Consume,     ///< as inputs of an operation: illegal outside their graph
  Look,        ///< only static facts: always legal (tf.is_tensor, isinstance, tf.nest.*)
  Host,        ///< converts to a host value: raises on a symbolic tensor; cuts the gradient of an eager one
  Iterate,     ///< goes through one iterable: raises where that is a symbolic tensor, its items may be anything
  IterateAll,  ///< goes through all of its positional arguments like that
  Nothing,     ///< does not touch them (logging of names, containers)
};

/// How a callable among the arguments runs.
enum class Callback : std::uint8_t {
  None,
  WhileLoop,      ///< tf.while_loop(cond, body, loop_vars)
  Cond,           ///< tf.cond(pred, true_fn, false_fn), tf.case, tf.switch_case
  Map,            ///< tf.map_fn(fn, elems); converted by AutoGraph
  Scan,           ///< tf.scan, foldl, foldr: (fn, elems); not converted
  VectorizedMap,  ///< tf.vectorized_map(fn, elems)
  PyFunction,     ///< tf.py_function(func, inp, Tout), numpy_function: eager at run time
  Gradient,       ///< tf.custom_gradient, tf.recompute_grad, tf.GradientTape helpers: same region
  Immediate,      ///< runs at once in the caller's region, with arguments nobody knows (timeit, np.fromfunction …)
  Delegate,  ///< runs at once with the arguments of the sequence behind it, and its result is the call's (strategy.run)
  Leaves,    ///< runs at once for each leaf of the structure behind it (tf.nest.map_structure …)
  Each,      ///< runs at once, for each item of the iterable behind it (filter)
  Fold,      ///< runs at once, with what it gave before and each item of the iterable behind it (functools.reduce)
  Later,     ///< stored and run at an unknown time
};

struct Api {
  std::string_view path;
  Result result = Result::Opaque;
  Use use = Use::Consume;
  Callback callback = Callback::None;
  std::uint8_t callback_argument = 0;  ///< position of the (first) callable
  bool differentiable = true;          ///< gradients flow from tensor arguments to the result
  bool random = false;                 ///< draws from a host random generator (frozen inside a trace)
  bool effect = false;                 ///< has a Python side effect worth naming (print, open, time.sleep, plt.show …)
  bool clock = false;                  ///< `random`, and what it draws is the time
  bool maker = false;                  ///< gives an object whose methods are the functions below `counterpart`
  std::string_view
      counterpart;  ///< for host functions: the TensorFlow function that does the same (`tf.reduce_sum`), or empty
};

/// The entry of a canonical path, after aliases (`tf.math.reduce_sum` = `tf.reduce_sum`); null when unknown. O(log n)
/// or better.
[[nodiscard]] const Api* find_api(std::string_view path);

/// Default for names that have no entry: `tf.*` and `keras.ops.*` called with a tensor make a tensor and consume;
/// everything else is opaque.
[[nodiscard]] bool makes_tensors_by_default(std::string_view path);

}  // namespace graphfence::library
