"""Calls library functions with small tensors and sees what they do: eagerly, inside a tf.function, with a tensor that outlived
its trace, and under a gradient tape. For library_check.py."""
import importlib
import pathlib
import re


def resolve(path):
    """The object of a canonical path, in any of the places this installation may have it; AttributeError when it has none."""
    import tensorflow as tf
    places = []
    if path.startswith("tf."):
        places = [(tf, path[3:]), (tf.compat.v1, path[3:])]
    elif path.startswith("keras."):
        for name in ("keras", "tf_keras"):
            try:
                places.append((importlib.import_module(name), path[6:]))
            except ImportError:
                pass
        places.append((tf.keras, path[6:]))
    elif path.startswith("np."):
        import numpy
        places = [(numpy, path[3:])]
    else:
        parts = path.split(".")
        for cut in range(len(parts) - 1, 0, -1):
            try:
                places = [(importlib.import_module(".".join(parts[:cut])), ".".join(parts[cut:]))]
                break
            except ImportError:
                continue
        if not places:
            raise ImportError(parts[0])
    for root, rest in places:
        value = root
        try:
            for part in rest.split("."):
                value = getattr(value, part)
            return value
        except (AttributeError, ImportError):
            continue
    raise AttributeError(path)


# Values every argument list is made of. They are arguments of the traced function, so inside it they are symbolic.
def values():
    import numpy as np
    import tensorflow as tf
    return {
        "x": tf.constant([[2.0, 0.5], [0.5, 3.0]]), "y": tf.constant([[0.3, 0.6], [0.7, 0.4]]), "v": tf.constant([0.5, 0.25]),
        "t": tf.constant(0.5), "i": tf.constant([1, 0]), "n": tf.constant(2), "m": tf.constant([[1, 0], [0, 1]]),
        "b": tf.constant([[True, False], [False, True]]), "s": tf.constant(["a b", "c"]), "z": tf.constant(["1.5", "2"]),
        "c": tf.constant([[1 + 2j, 0.5j], [1j, 2]], tf.complex64), "img": tf.constant(np.linspace(0, 1, 192).reshape(1, 8, 8, 3), tf.float32),
        "seq": tf.constant(np.linspace(-1, 1, 24).reshape(2, 4, 3), tf.float32), "vol": tf.constant(np.ones((1, 4, 4, 4, 1)), tf.float32),
        "sig": tf.constant(np.linspace(-1, 1, 64).reshape(1, 64), tf.float32), "l": tf.constant([0, 1], tf.int64), "seed": tf.constant([1, 2]),
        "u8": tf.constant(np.arange(192).reshape(8, 8, 3), tf.uint8), "box": tf.constant([[0.0, 0.0, 0.5, 0.5], [0.1, 0.1, 1.0, 1.0]]),
        "ker": tf.constant(np.ones((2, 2, 3, 2)), tf.float32), "vec3": tf.constant([0.5, 0.25, 0.125]), "q": tf.constant([[0, 1], [1, 0]], tf.int64),
    }


GENERIC = ["x", "x, x", "x, x, x", "y", "x, 1", "x, 0", "i", "n", "m", "i, i", "m, m", "b", "b, b", "s", "s, s", "z", "c", "c, c", "v", "v, v", "x, v",
           "img", "img, img", "img[0]", "img[0], 2", "[x, x]", "[x, x], 0", "[v, v]", "t", "2", "(2, 2)", "x, (2, 2)", "x, i", "v, i", "v, n", "v, i, 2",
           "x, [1, 0]", "x, [[0, 0], [0, 0]]", "s, ' '", "sig", "seq", "", "u8", "x, b", "b, x, x", "img, 0.1", "img[0], 0.1", "img, 0.5, 1.5", "x, 'a'",
           "2, 2", "0.0, 1.0, 3", "8", "x, 0.0, 1.0", "lambda *a: a[0]", "2.0", "'a'", "[1, 2]", "l", "y, y"]

# Where no general list fits: library_arguments.txt. Python expressions over the values above, `tf`, `np`, `keras`, S and R.
ARGUMENTS = {}
NOT_CALLED = []


def load_arguments():
    here = pathlib.Path(__file__).with_name("library_arguments.txt")
    for line in here.read_text().splitlines():
        line = line.strip()
        if line.startswith("!"):
            NOT_CALLED.append(line[1:].split()[0])
        elif line and not line.startswith("#"):
            path, _, text = line.partition("(")
            ARGUMENTS.setdefault(path.strip(), []).append(text.rstrip()[:-1])


def candidates(path):
    return ARGUMENTS.get(path) or GENERIC


def call(function, text, scope):
    return eval(f"function({text})", {**scope, "function": function}, {})


def kind(value, originals=()):
    import numpy as np
    import tensorflow as tf
    name = type(value).__name__
    if any(value is one for one in originals):
        return "Same"
    if value is None:
        return "None"
    if isinstance(value, tf.Operation):
        return "None"
    if isinstance(value, tf.TensorArray):
        return "TensorArray"
    if isinstance(value, (tf.TensorShape, tf.DType, np.dtype)):
        return "Metadata"
    if isinstance(value, tf.data.Dataset):
        return "Dataset"
    if tf.is_tensor(value) or isinstance(value, (tf.IndexedSlices, tf.SparseTensor, tf.RaggedTensor, tf.Variable)) or "KerasTensor" in name:
        return "Tensor"
    if isinstance(value, (np.ndarray, np.generic)):
        return "Array"
    if isinstance(value, (bool, int, float, complex, str, bytes)) or type(value).__module__ in ("datetime", "uuid"):
        return "Python"
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, (list, tuple)):
        kinds = {kind(one) for one in value}
        if "Tensor" in kinds or "Tensors" in kinds or "Same" in kinds:
            return "Tensors"
        if kinds & {"Array", "Arrays"}:
            return "Arrays"
        return "Python" if kinds <= {"Python", "None"} else "Other"
    return "Other"


class Probe:
    """What calling one function shows: {"text", "eager", "graph", "use", "gradient"}; None when no argument list fits."""

    def __init__(self):
        import numpy as np
        import tensorflow as tf
        self.tf, self.np = tf, np
        import keras
        self.extra = {"tf": tf, "np": np, "keras": keras, "S": tf.sparse.from_dense,
                      "R": tf.RaggedTensor.from_tensor}
        self.kept = []
        self.leaks = {}

        @tf.function(autograph=False)
        def leak(v):
            self.leaks.update({name: one if one is None else tf.identity(one) for name, one in v.items()})
            return v["t"]

        self.kept.append(leak)
        leak(values())

    def run(self, path, function):
        answer, tries = None, 0
        for text in candidates(path):
            scope = values()
            try:
                value = call(function, text, {**scope, **self.extra})
            except Exception:
                continue
            if answer is None:
                answer = {"text": text, "eager": kind(value, scope.values()), "gradient": False, "use": None}
                answer["tensor"] = bool(re.search(r"\b(" + "|".join(scope) + r")\b", text))
                answer["graph"], answer["error"] = self.graph(function, text)
                if answer["tensor"]:
                    answer["use"] = self.use(function, text)
            if self.gradient(function, text):
                answer.update(gradient=True, smooth=text)
                break
            tries += 1
            if tries == 4:
                break
        return answer

    def graph(self, function, text):
        seen = []

        def body(v):
            try:
                seen.append((kind(call(function, text, {**v, **self.extra}), v.values()), ""))
            except Exception as error:
                seen.append(("raises", type(error).__name__))
            return v["t"]

        traced = self.tf.function(body, autograph=False)
        try:
            traced(values())
        except Exception as error:
            seen.append(("raises", type(error).__name__))
        return seen[0]

    def use(self, function, text):
        """Look: takes a tensor that outlived its trace; scope: the error names the scope; raises: another error."""
        try:
            call(function, text, {**self.leaks, **self.extra})
            return "Look"
        except TypeError as error:
            return "scope" if "out of scope" in str(error) or "outside of the function building" in str(error) else "raises"
        except Exception:
            return "raises"

    def gradient(self, function, text):
        tf = self.tf
        scope = values()
        floats = [one for one in scope.values() if one.dtype.is_floating or one.dtype.is_complex]
        try:
            with tf.GradientTape() as tape:
                tape.watch(floats)
                value = call(function, text, {**scope, **self.extra})
                flat = [one.values if isinstance(one, (tf.SparseTensor, tf.RaggedTensor)) else one
                        for one in tf.nest.flatten(value, expand_composites=False)]
                flat = [one for one in flat if tf.is_tensor(one) and (one.dtype.is_floating or one.dtype.is_complex)]
                if not flat:
                    return False
            return any(one is not None for one in tape.gradient(flat, floats))
        except Exception:
            return False
