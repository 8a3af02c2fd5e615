# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: host-value-in-add-loss
# fix: TensorFlow operations on the variable itself
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: losses ['1.0000', '0.9500']

import numpy as np
import tensorflow as tf
from tensorflow import keras


def unit_length_gap(kernel):
    lengths = tf.sqrt(tf.reduce_sum(tf.square(kernel), axis=0))
    return 0.5 * tf.reduce_sum(tf.abs(lengths - 1.0))


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
