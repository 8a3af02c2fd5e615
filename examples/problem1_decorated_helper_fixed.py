# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: add-loss-in-graph
# fix: the helper returns the charge, call adds it
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: speeds [0.5, 1.25, 2.0] | charge 5.0000

import tensorflow as tf
from tensorflow import keras


class SpeedLimit(keras.layers.Layer):
    """Limits each value softly and charges for what was above the limit."""

    def __init__(self, limit, **kwargs):
        super().__init__(**kwargs)
        self.limit = limit

    def call(self, speeds):
        slower, charge = self.slow_down(speeds)
        self.add_loss(charge)
        return slower

    @tf.function
    def slow_down(self, speeds):
        excess = tf.nn.relu(speeds - self.limit)
        return speeds - 0.5 * excess, tf.reduce_sum(excess)


layer = SpeedLimit(limit=1.0)
speeds = layer(tf.constant([0.5, 1.5, 3.0]))
print("speeds", speeds.numpy().tolist())
print("charge %.4f" % (layer.losses[0] * 2.0).numpy())
