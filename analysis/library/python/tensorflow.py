# TensorFlow's own classes as far as graphs are concerned. A name `a__b` is exported as `tf.a.b`.


class Module:
    def __init__(self, name=None):
        return None

    @property
    def trainable_variables(self):
        return __gf_weights__(self)

    @property
    def variables(self):
        return __gf_weights__(self)


class _Variable:
    _gf_trait = 4

    def __init__(self):
        return None


def Variable(initial_value=None, trainable=None, *args, **kwargs):
    return __gf_weight__(None, trainable, None, initial_value, True, "dtype" in kwargs)


class random__Generator:
    def __init__(self, *args, **kwargs):
        self._gf_state = __gf_weight__(None, False, None, None)

    @staticmethod
    def from_seed(*args, **kwargs):
        return random__Generator()

    @staticmethod
    def from_non_deterministic_state(*args, **kwargs):
        return random__Generator()

    def normal(self, *args, **kwargs):
        return __gf_tensor__(args)

    def uniform(self, *args, **kwargs):
        return __gf_tensor__(args)


class GradientTape:
    _gf_with = "tape"

    def __init__(self, persistent=False, watch_accessed_variables=True):
        self.persistent = persistent
        self.watches = watch_accessed_variables
        self._gf_spent = False

    def __enter__(self):
        self._gf_spent = False
        return self

    def watch(self, tensor):
        __gf_tell__("watch", tensor)

    def _gf_spend(self):
        if self.persistent is False:
            if self._gf_spent is True:
                __gf_tell__("tape", self)
                raise RuntimeError
            self._gf_spent = True

    def gradient(self, target, sources, output_gradients=None, unconnected_gradients=None):
        self._gf_spend()
        __gf_differentiate__(self, target, sources)
        __gf_consume__(target)
        return __gf_gradients_of__(sources, __gf_like__(sources))

    def jacobian(self, target, sources, **kwargs):
        self._gf_spend()
        __gf_consume__(target)
        return __gf_like__(sources)

    def batch_jacobian(self, target, source, **kwargs):
        self._gf_spend()
        __gf_consume__(target)
        return __gf_like__(source)

    def stop_recording(self):
        return _Plain()


class TensorArray:
    """An operation gives a new array; in a graph the old one keeps nothing of it."""

    def __init__(self, dtype=None, size=None, dynamic_size=None, clear_after_read=None, **kwargs):
        __gf_consume__(size)

    def write(self, index, value, name=None):
        __gf_tell__("dropped", self, "write")
        __gf_consume__((index, value))
        return self

    def scatter(self, indices, value, name=None):
        __gf_tell__("dropped", self, "scatter")
        __gf_consume__((indices, value))
        return self

    def unstack(self, value, name=None):
        __gf_tell__("dropped", self, "unstack")
        __gf_consume__(value)
        return self

    def split(self, value, lengths, name=None):
        __gf_tell__("dropped", self, "split")
        __gf_consume__((value, lengths))
        return self

    def identity(self):
        return self


class distribute__MirroredStrategy:
    """Of several replicas, or ready for them."""

    def __init__(self, *args, **kwargs):
        return None

    def scope(self):
        return _Scope()

    def run(self, fn, args=(), kwargs=None, options=None):
        if kwargs is None:
            return fn(*args)
        return fn(*args, **kwargs)


class distribute__MultiWorkerMirroredStrategy(distribute__MirroredStrategy):
    pass


class _Scope:
    _gf_with = "strategy"

    def __enter__(self):
        return None


class _Plain:
    def __enter__(self):
        return self


class _Graph:
    @property
    def building_function(self):
        return __gf_in_graph__()

    def as_default(self):
        return _Plain()


def compat__v1__get_default_graph():
    return _Graph()


class init_scope:
    _gf_with = "eager"

    def __init__(self):
        return None

    def __enter__(self):
        return None


class raises:
    _gf_with = "raises"

    def __init__(self, *args, **kwargs):
        return None

    def __enter__(self):
        return __gf_unknown__()


class test__TestCase:
    def assertRaises(self, *args, **kwargs):
        return raises()

    def assertRaisesRegex(self, *args, **kwargs):
        return raises()

    def assertRaisesWithPredicateMatch(self, *args, **kwargs):
        return raises()


class data__Dataset:
    def __init__(self, variant_tensor=None):
        self._gf_element = __gf_unknown__()

    @staticmethod
    def from_tensor_slices(tensors, name=None):
        return _dataset(__gf_like__(tensors, True, "row"))

    @staticmethod
    def from_tensors(tensors, name=None):
        return _dataset(__gf_like__(tensors, True))

    @staticmethod
    def range(*args, **kwargs):
        return _dataset(__gf_tensor__())

    @staticmethod
    def zip(*args, **kwargs):
        return _dataset(__gf_unknown__())

    @staticmethod
    def from_generator(*args, **kwargs):
        return _dataset(__gf_unknown__())

    @staticmethod
    def list_files(*args, **kwargs):
        return _dataset(__gf_tensor__())

    def map(self, map_func, num_parallel_calls=None, deterministic=None, name=None):
        return _dataset(__gf_dataset__(self, map_func, self._gf_element))

    def filter(self, predicate, name=None):
        __gf_dataset__(self, predicate, self._gf_element)
        return self

    def flat_map(self, map_func, name=None):
        __gf_dataset__(self, map_func, self._gf_element)
        return _dataset(__gf_unknown__())

    def interleave(self, map_func, *args, **kwargs):
        __gf_dataset__(self, map_func, self._gf_element)
        return _dataset(__gf_unknown__())

    def batch(self, batch_size=None, drop_remainder=False, **kwargs):
        if drop_remainder is False:
            return _dataset(__gf_like__(self._gf_element, False, "batch"))
        return _dataset(__gf_like__(self._gf_element))

    def padded_batch(self, *args, **kwargs):
        return _dataset(__gf_like__(self._gf_element))

    def unbatch(self, name=None):
        return _dataset(__gf_like__(self._gf_element))

    def shuffle(self, *args, **kwargs):
        return self

    def repeat(self, *args, **kwargs):
        return self

    def take(self, *args, **kwargs):
        return self

    def skip(self, *args, **kwargs):
        return self

    def cache(self, *args, **kwargs):
        return self

    def prefetch(self, *args, **kwargs):
        return self

    def with_options(self, *args, **kwargs):
        return self

    def enumerate(self, start=0, name=None):
        return _dataset((__gf_tensor__(), self._gf_element))

    def as_numpy_iterator(self):
        return __gf_unknown__()


def _dataset(element):
    dataset = data__Dataset()
    dataset._gf_element = element
    return dataset
