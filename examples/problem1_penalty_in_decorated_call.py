# expect-error: TypeError
# expect-phase: both
# fault-line: 29, 26
# read-line: 37
# kind: add-loss-in-graph
# fix: move @tf.function from call to train_step, which calls the layer and reads its losses
# verified: tf28=TypeError, tf215=TypeError, tf221k3=TypeError, tf221k2=TypeError

"""A layer that charges for uneven features, trained by a hand-written loop.

Only `call` is a graph, the loop is not. The penalty is made inside the graph of `call` and read
outside of it, where nothing can be done with it: the first step fails. (Had the program not read
the losses in the first step, the second one would find an empty list and say nothing at all.)
"""
import tensorflow as tf
from tensorflow import keras


class EvennessCharge(keras.layers.Layer):
    """Hands its input on and charges `price` for the variance within each row."""

    def __init__(self, price, **kwargs):
        super().__init__(**kwargs)
        self.price = price

    @tf.function
    def call(self, features):
        unevenness = tf.math.reduce_variance(features, axis=-1)
        self.add_loss(self.price * tf.reduce_mean(unevenness))
        return features


def train_step(layer, mixing, batch, wanted):
    with tf.GradientTape() as tape:
        features = layer(tf.matmul(batch, mixing))
        error = tf.reduce_mean(tf.square(features - wanted))
        objective = error + sum(layer.losses)
    mixing.assign_sub(0.5 * tape.gradient(objective, mixing))
    return objective


charge = EvennessCharge(price=0.25)
mixing = tf.Variable([[1.0, 0.0], [0.0, 1.0]])
batch = tf.constant([[2.0, 0.0], [1.0, -1.0]])
wanted = tf.constant([[1.0, 1.0], [0.0, 0.0]])
for step in range(2):
    print("objective %.4f" % train_step(charge, mixing, batch, wanted).numpy())
