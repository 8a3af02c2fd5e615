# expect-error: none
# expect-phase: both
# fault-line: 34
# read-line: 48
# kind: weight-only-add-loss
# fix: add_weight(..., regularizer=...) in Projection; Surcharge and the second output are not needed
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: loss 4.0000
# note: meant is one charge of 2.0000; the layer that charges is used twice, so it charges twice

"""A weight leaves `call` as an output, only to be charged for by a helper layer.

It works, but it counts once for each use of the layer instead of once for each weight. A
regulariser says the same in one argument, and survives every decorator.
"""
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Projection(keras.layers.Layer):
    def build(self, input_shape):
        self.kernel = self.add_weight(
            name="kernel", shape=(int(input_shape[-1]), 2), initializer="ones"
        )
        self.built = True

    def call(self, rows):
        return tf.matmul(rows, self.kernel), tf.convert_to_tensor(self.kernel)


class Surcharge(keras.layers.Layer):
    def call(self, rows, kernel):
        self.add_loss(0.5 * tf.reduce_sum(tf.square(kernel)))
        return rows


class Twins(keras.Model):
    """Compares two inputs through the same projection."""

    def __init__(self):
        super().__init__()
        self.projection = Projection()
        self.surcharge = Surcharge()

    def through(self, rows):
        projected, kernel = self.projection(rows)
        return self.surcharge(projected, kernel)

    def call(self, pair):
        return self.through(pair[:, 0]) - self.through(pair[:, 1])


model = Twins()
model.compile(optimizer=keras.optimizers.SGD(0.0), loss="mse")
pair = np.ones((2, 2, 2), "float32")
history = model.fit(pair, np.zeros((2, 2), "float32"), verbose=0).history
print("loss %.4f" % history["loss"][-1])
