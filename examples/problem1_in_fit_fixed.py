# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: add-loss-in-graph
# fix: fit makes a graph of the whole training step already
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: loss 4.6000

import numpy as np
import tensorflow as tf
from tensorflow import keras


class Toll(keras.layers.Layer):
    """Takes a toll on everything that passes."""

    def call(self, goods):
        self.add_loss(0.1 * tf.reduce_mean(goods))
        return goods


inputs = keras.Input((3,))
goods = keras.layers.Dense(1, kernel_initializer="ones", use_bias=False)(inputs)
model = keras.Model(inputs, Toll()(goods))
model.compile(optimizer=keras.optimizers.SGD(0.0), loss="mse")
history = model.fit(
    np.full((4, 3), 2.0, "float32"), np.full((4, 1), 4.0, "float32"), batch_size=4, verbose=0
)
print("loss %.4f" % history.history["loss"][-1])
