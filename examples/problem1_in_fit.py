# expect-error: TypeError|InaccessibleTensorError
# expect-phase: keras2
# expect-other: none
# fault-line: 23, 21
# read-line: 31
# kind: add-loss-in-graph
# fix: remove @tf.function: fit makes a graph of the whole training step already
# verified: tf28=TypeError, tf215=TypeError, tf221k3=ok, tf221k2=TypeError
# prints-keras3: loss 4.0000
# note: the right value is 4.6000; see the fixed twin. Keras 3 drops the charge without a word

"""Problem 1 under `fit`: Keras 2 stops, Keras 3 trains without the charge and says nothing."""
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Toll(keras.layers.Layer):
    """Takes a toll on everything that passes."""

    @tf.function
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
