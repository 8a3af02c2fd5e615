# expect-error: NotImplementedError
# expect-phase: both
# fault-line: 20, 36
# read-line: 40
# kind: host-value-in-add-loss
# fix: add_weight(..., regularizer=unit_length_gap) with TensorFlow operations in unit_length_gap
# verified: tf28=NotImplementedError, tf215=NotImplementedError, tf221k3=NotImplementedError, tf221k2=NotImplementedError

"""A layer that wants the columns of its kernel to have length one.

The charge is computed with NumPy from the kernel's numbers. In `fit`, `call` runs in a graph,
where a variable has no numbers yet.
"""
import numpy as np
import tensorflow as tf
from tensorflow import keras


def unit_length_gap(kernel):
    lengths = np.sqrt(np.sum(np.square(kernel.numpy()), axis=0))
    return 0.5 * np.sum(np.abs(lengths - 1.0))


class UnitColumns(keras.layers.Layer):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def build(self, input_shape):
        self.kernel = self.add_weight(
            name="kernel", shape=(int(input_shape[-1]), self.units), initializer="ones"
        )
        self.built = True

    def call(self, rows):
        self.add_loss(unit_length_gap(self.kernel))
        return tf.matmul(rows, self.kernel)


model = keras.Sequential([keras.Input((4,)), UnitColumns(2)])
model.compile(optimizer=keras.optimizers.SGD(0.1), loss="mse")
rows, wanted = np.zeros((2, 4), "float32"), np.zeros((2, 2), "float32")
history = model.fit(rows, wanted, epochs=2, verbose=0).history
print("losses", ["%.4f" % value for value in history["loss"]])
