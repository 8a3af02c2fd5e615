# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: weight-only-add-loss
# fix: the charge is the regulariser of the weight: counted once, however often the layer is used
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: loss 2.0000

import numpy as np
import tensorflow as tf
from tensorflow import keras


def surcharge(kernel):
    return 0.5 * tf.reduce_sum(tf.square(kernel))


class Projection(keras.layers.Layer):
    def build(self, input_shape):
        self.kernel = self.add_weight(
            name="kernel",
            shape=(int(input_shape[-1]), 2),
            initializer="ones",
            regularizer=surcharge,
        )
        self.built = True

    def call(self, rows):
        return tf.matmul(rows, self.kernel)


class Twins(keras.Model):
    """Compares two inputs through the same projection."""

    def __init__(self):
        super().__init__()
        self.projection = Projection()

    def call(self, pair):
        return self.projection(pair[:, 0]) - self.projection(pair[:, 1])


model = Twins()
model.compile(optimizer=keras.optimizers.SGD(0.0), loss="mse")
pair = np.ones((2, 2, 2), "float32")
history = model.fit(pair, np.zeros((2, 2), "float32"), verbose=0).history
print("loss %.4f" % history["loss"][-1])
