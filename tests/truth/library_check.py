#!/usr/bin/env python3
"""Compares the tables in analysis/library/api_*.def with the installed TensorFlow, Keras and NumPy.

  PYTHON library_check.py [--quiet] [--other PYTHON ...]

Run it with a Python that has TensorFlow. Checked for this installation:
  * every name exists and can be called. A name that exists only in another generation is looked up with the Pythons given
    by --other; a name of a package that is not installed anywhere is counted as not checked;
  * every alias is the same function as its target;
  * the functions that can be called with small arguments give what the table says: kind of the result (eagerly and inside
    a tf.function), use (a tensor that outlived its trace, a symbolic tensor) and whether a gradient flows;
  * public functions of TensorFlow's main modules and of keras.ops that have no entry behave as the default says.
Leaves with 1 when something disagrees, with 77 when TensorFlow is not installed.
"""
import argparse
import importlib
import json
import os
import pathlib
import re
import subprocess
import sys
import warnings

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
warnings.simplefilter("ignore")

LIBRARY = pathlib.Path(__file__).resolve().parents[2] / "analysis" / "library"
ROW = re.compile(r'^API\("([^"]+)",\s*(\w+),\s*(\w+)(.*)\)$')
ALIAS = re.compile(r'^ALIAS\("([^"]+)",\s*"([^"]+)"\)$')
OPAQUE = re.compile(r'^OPAQUE\("([^"]+)"\)$')
DEFAULT_MODULES = ["tf", "tf.math", "tf.nn", "tf.linalg", "tf.random", "tf.strings", "tf.image", "tf.sparse", "tf.ragged",
                   "tf.signal", "tf.bitwise", "tf.sets", "tf.math.special", "tf.experimental.numpy",
                   "tf.experimental.numpy.random", "keras.ops", "keras.ops.image"]


def rows(name):
    for file in sorted(LIBRARY.glob("api_*.def")):
        for line in file.read_text().splitlines():
            found = name.match(line)
            if found:
                yield found.groups()


class Entry:
    def __init__(self, path, result, use, traits):
        self.path, self.result, self.use = path, result, use
        self.callback = re.search(r"calls\((\w+)", traits)
        self.effect = "effect" in traits
        self.random = "random" in traits
        self.keeps = "keeps_gradient" in traits
        self.differentiable = self.keeps or ("no_gradient" not in traits and use != "Host")
        found = re.search(r'like\("([^"]+)"\)', traits)
        self.counterpart = found.group(1) if found else None


def table():
    return {row[0]: Entry(*row) for row in rows(ROW)}


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


def existence(paths):
    answer = {}
    for path in paths:
        try:
            answer[path] = "yes" if callable(resolve(path)) else "not callable"
        except ImportError:
            answer[path] = "no package"
        except Exception:
            answer[path] = "no"
    return answer


# ---- calling -------------------------------------------------------------------------------------------------------------
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


def serve(paths):
    """Calls the functions one after the other; each line of the output is one answer, so that a crash loses only one."""
    probe = Probe()
    for path in paths:
        print(f"\nstarted\t{path}", flush=True)
        print(f"\nprobed\t{path}\t{json.dumps(probe.run(path, resolve(path)))}", flush=True)


def probe_all(paths):
    """What calling each of the paths shows, and the paths whose call ended the process. TensorFlow aborts on some arguments."""
    answers, crashed, left = {}, [], list(paths)
    while left:
        shown = subprocess.run([sys.executable, "-B", __file__, "--probe"], input=json.dumps(left), capture_output=True, text=True)
        started = None
        for line in shown.stdout.splitlines():
            parts = line.split("\t")
            if parts[0] == "started":
                started = parts[1]
            elif parts[0] == "probed":
                answers[parts[1]] = json.loads(parts[2])
        if started is None:
            raise SystemExit(f"no function could be called: {shown.stderr[-2000:]}")
        if started not in answers:
            crashed.append(started)
        left = [path for path in left if path not in answers and path not in crashed]
    return answers, crashed


FITS = {"Tensor": {"Tensor"}, "Tensors": {"Tensors"}, "Array": {"Array", "Arrays"}, "Python": {"Python", "Arrays"}, "Argument": {"Tensor", "Same"},
        "None": {"None"}, "Metadata": {"Metadata", "Python", "Array", "Other"}, "Dataset": {"Dataset"}, "TensorArray": {"TensorArray"}}
QUIET = re.compile(r"^(os|time|shutil|logging|warnings|tf\.(config|distribute|io|summary|saved_model|data|lookup|train|test|autograph|profiler)|"
                   r"builtins\.(input|open|breakpoint|exit|quit|exec|eval|compile|help)|keras\.(utils|config|saving|models|backend\.(set|clear|enable|disable)))\b")


def is_called(entry):
    """Calling it has no lasting effect and shows something."""
    return not (entry.effect or QUIET.match(entry.path) or entry.path.startswith(tuple(NOT_CALLED))
                or entry.result in ("Opaque", "Like", "Dataset", "Iterator") or (entry.result == "None" and entry.use == "Nothing"))


def judge(entry, seen):
    """Disagreements between an entry and what was seen."""
    if seen is None:
        return
    for where in ("eager", "graph"):
        if seen[where] == "raises":
            if entry.use not in ("Host", "Nothing") and entry.result in FITS:
                yield f"{where} call {seen['text']!r} raises {seen['error']}"
        elif seen[where] == "None" and entry.use == "Look" and where == "graph":
            pass  # a static fact that is not known there
        elif entry.result in FITS and seen[where] not in FITS[entry.result]:
            yield f"{where} call {seen['text']!r} gives {seen[where]}, the table says {entry.result}"
    if entry.use == "Host" and seen["tensor"] and seen["graph"] != "raises":
        yield f"takes a symbolic tensor ({seen['text']!r}), the table says Host"
    if entry.use == "Look" and seen["use"] not in (None, "Look"):
        yield f"rejects a tensor of another graph ({seen['text']!r}), the table says Look"
    if entry.use == "Consume" and seen["use"] == "Look":
        yield f"accepts a tensor of another graph ({seen['text']!r}), the table says Consume"
    if entry.use in ("Consume", "Host") and entry.result in ("Tensor", "Tensors", "Argument") and not entry.callback:
        if entry.differentiable != seen["gradient"]:
            yield f"gradient {'flows' if seen['gradient'] else 'does not flow'}, the table says the opposite"


def default_opaque(path, opaque):
    leaf = path.rsplit(".", 1)[1]
    return not (path.startswith("tf.") or path.startswith("keras.ops.")) or leaf[0].isupper() or any(path.startswith(one) for one in opaque)


def public_functions():
    """Of the modules the default covers."""
    for module in DEFAULT_MODULES:
        try:
            owner = importlib.import_module("tensorflow") if module == "tf" else resolve(module)
        except (AttributeError, ImportError):
            continue
        for name in dir(owner):
            value = getattr(owner, name, None)
            if not name.startswith("_") and callable(value) and not isinstance(value, type):
                yield f"{module}.{name}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--other", action="append", default=[], metavar="PYTHON", help="a Python of another generation, for names this one lacks")
    parser.add_argument("--quiet", action="store_true", help="do not list what could not be called")
    parser.add_argument("--existence", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--probe", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    try:
        import tensorflow as tf
    except ImportError:
        print("TensorFlow is not installed")
        return 77
    if arguments.existence:
        json.dump(existence(json.load(sys.stdin)), sys.stdout)
        return 0
    load_arguments()
    if arguments.probe:
        serve(json.load(sys.stdin))
        return 0
    import keras
    import numpy
    entries, aliases, opaque = table(), dict(rows(ALIAS)), [one[0] for one in rows(OPAQUE)]
    wrong, missing = [], existence([*entries, *aliases])
    here = {path for path, answer in missing.items() if answer == "yes"}
    for python in arguments.other:
        left = [path for path, answer in missing.items() if answer != "yes"]
        shown = subprocess.run([python, __file__, "--existence"], input=json.dumps(left), capture_output=True, text=True, check=True)
        for path, answer in json.loads(shown.stdout.splitlines()[-1]).items():
            if answer == "yes" or missing[path] == "no package":
                missing[path] = answer
    absent = [path for path, answer in missing.items() if answer == "no package"]
    wrong += [(path, f"exists: {answer}") for path, answer in missing.items() if answer not in ("yes", "no package")]
    for path, target in aliases.items():
        if target not in entries:
            wrong.append((path, f"alias of {target}, which has no entry"))
        elif path in here and target in here:
            one, two = resolve(path), resolve(target)
            if one is not two and getattr(one, "__name__", 1) != getattr(two, "__name__", 2):
                wrong.append((path, f"is not {target}"))
    for path, entry in entries.items():
        if entry.counterpart and entry.counterpart not in entries and entry.counterpart not in aliases:
            wrong.append((path, f"counterpart {entry.counterpart} has no entry"))

    stated = [path for path, entry in entries.items() if path in here and is_called(entry)]
    unstated = [path for path in public_functions() if path not in entries and path not in aliases and not default_opaque(path, opaque)
                and not path.startswith(tuple(NOT_CALLED))]
    answers, crashed = probe_all(stated + unstated)
    uncalled = [path for path in stated if answers.get(path) is None]
    for path in stated:
        wrong += [(path, text) for text in judge(entries[path], answers.get(path))]
    for path in unstated:
        seen = answers.get(path)
        if seen is None:
            wrong.append((path, "has no entry and could not be called"))
        elif seen["eager"] != "Tensor" or seen["graph"] != "Tensor":
            wrong.append((path, f"has no entry and gives {seen['eager']} eagerly, {seen['graph']} in a graph"))
    print(f"TensorFlow {tf.__version__}, Keras {keras.__version__}, NumPy {numpy.__version__}: {len(entries)} entries, {len(aliases)} aliases; "
          f"{len(stated) - len(uncalled)} called, {len(uncalled)} could not be called ({len(crashed)} ended the process), "
          f"{len(unstated)} functions by default, {len(absent)} names of packages not installed")
    if uncalled and not arguments.quiet:
        print("not called:", " ".join(uncalled))
    for path, text in wrong:
        print(f"{path}: {text}")
    print("agreed" if not wrong else f"{len(wrong)} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
