# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: add-loss-in-graph
# fix: the graph returns the penalty, code outside of it adds the loss
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: objective 1.2500 | objective 0.5176

import tensorflow as tf
from tensorflow import keras


class EvennessCharge(keras.layers.Layer):
    """Hands its input on and charges `price` for the variance within each row."""

    def __init__(self, price, **kwargs):
        super().__init__(**kwargs)
        self.price = price

    @tf.function
    def pass_and_charge(self, features):
        unevenness = tf.math.reduce_variance(features, axis=-1)
        return features, self.price * tf.reduce_mean(unevenness)

    def call(self, features):
        features, charge = self.pass_and_charge(features)
        self.add_loss(charge)
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
