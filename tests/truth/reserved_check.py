#!/usr/bin/env python3
"""Compares analysis/library/reserved_attributes.def with what assigning attributes does in the installed Keras.

  PYTHON reserved_check.py

Every row is tried on a fresh layer and a fresh model with values of several types; every public attribute of the two classes
that has no row must accept them. Leaves with 1 when something disagrees, with 77 when TensorFlow is not installed.
"""
import os
import pathlib
import re
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "-1")
TABLE = pathlib.Path(__file__).resolve().parents[2] / "analysis" / "library" / "reserved_attributes.def"
ROW = re.compile(r'^ATTRIBUTE\("(\w+)", (\w+), (\w+), (\w+), (\w+)\)$')


def table(generation, is_model):
    column = 2 + 2 * (generation - 2) + is_model
    rows = (ROW.match(line) for line in TABLE.read_text().splitlines())
    return {row.group(1): row.group(column) for row in rows if row}


class Observer:
    def __init__(self, tf):
        self.tf, self.keras = tf, tf.keras

        class Layer(self.keras.layers.Layer):
            pass

        class Model(self.keras.Model):
            def __init__(self):
                super().__init__()
                self.inner = tf.keras.layers.Dense(1)

            def call(self, x):
                return self.inner(x)

        self.classes = (Layer, Model)

    def values(self):
        return (3, "a", 0.5, [1], {"a": 1}, self.keras.layers.Dense(1))

    def assign(self, is_model, name):
        """How many of the values are refused, the errors' types, and whether the class has a method of that name."""
        errors = []
        for value in self.values():
            owner = self.classes[is_model]()
            try:
                setattr(owner, name, value)
            except Exception as error:
                errors.append(type(error).__name__)
        return len(errors), set(errors), callable(getattr(self.classes[is_model], name, None))

    def overwritten(self, name):
        """Whether compile() or fit() replaces the value."""
        model = self.classes[1]()
        mark = "mine"
        setattr(model, name, mark)
        model.compile("sgd", "mse")
        model.fit(self.tf.ones([2, 3]), self.tf.ones([2, 1]), verbose=0)
        return getattr(model, name) is not mark

    def seen(self, is_model, name):
        refused, errors, method = self.assign(is_model, name)
        if refused == len(self.values()):
            return "ReadOnly" if errors == {"AttributeError"} else "Typed"
        if refused:
            return "Typed"
        return "Shadowed" if method else "Free"


def main():
    try:
        import tensorflow as tf
    except ImportError:
        print("TensorFlow is not installed")
        return 77
    version = sys.modules[tf.keras.Model.__module__.split(".")[0]].__version__
    generation = 3 if version.startswith("3") else 2
    observer, wrong, checked = Observer(tf), [], 0
    for is_model in (0, 1):
        kind = ("layer", "model")[is_model]
        rows = table(generation, is_model)
        public = {name for name in dir(observer.classes[is_model]()) if not name.startswith("_")}
        for name in sorted({*rows, *public}):
            stated = rows.get(name, "Free")
            if stated != "Free" and name not in public and stated != "Overwritten":
                continue  # another version of the same generation has it
            checked += 1
            if stated == "Overwritten":
                if not observer.overwritten(name):
                    wrong.append(f"{kind}.{name}: kept by compile() and fit(), the table says Overwritten")
                continue
            seen = observer.seen(is_model, name)
            if seen != stated:
                wrong.append(f"{kind}.{name}: {seen}, the table says {stated}")
    print(f"TensorFlow {tf.__version__}, Keras {version}: {checked} attributes checked")
    print("\n".join(wrong) or "agreed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
