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

from library_probe import NOT_CALLED, Probe, load_arguments, resolve

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


FITS = {"Tensor": {"Tensor"}, "Tensors": {"Tensors"}, "Structures": {"Tensors", "Other"}, "Array": {"Array", "Arrays"}, "Python": {"Python", "Arrays"}, "Argument": {"Tensor", "Same"},
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
            if entry.use not in ("Host", "Iterate", "IterateAll", "Nothing") and entry.result in FITS:
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
    if entry.use in ("Consume", "Host") and entry.result in ("Tensor", "Tensors", "Structures", "Argument") and not entry.callback:
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
