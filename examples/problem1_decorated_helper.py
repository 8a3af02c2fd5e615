# expect-error: TypeError
# expect-phase: both
# fault-line: 27, 24
# read-line: 34
# kind: add-loss-in-graph
# fix: let the decorated helper return the charge and add it in call
# verified: tf28=TypeError, tf215=TypeError, tf221k3=TypeError, tf221k2=TypeError

"""The decorator is not on `call` but on a helper of it, which adds the loss: the same mistake."""
import tensorflow as tf
from tensorflow import keras


class SpeedLimit(keras.layers.Layer):
    """Limits each value softly and charges for what was above the limit."""

    def __init__(self, limit, **kwargs):
        super().__init__(**kwargs)
        self.limit = limit

    def call(self, speeds):
        return self.slow_down(speeds)

    @tf.function
    def slow_down(self, speeds):
        excess = tf.nn.relu(speeds - self.limit)
        self.add_loss(tf.reduce_sum(excess))
        return speeds - 0.5 * excess


layer = SpeedLimit(limit=1.0)
speeds = layer(tf.constant([0.5, 1.5, 3.0]))
print("speeds", speeds.numpy().tolist())
print("charge %.4f" % (layer.losses[0] * 2.0).numpy())
