# expect-error: TypeError
# expect-phase: both
# fault-line: 29, 17
# read-line: 37
# kind: add-loss-in-graph
# fix: remove @tf.function from the base class, decorate the function that trains
# verified: tf28=TypeError, tf215=TypeError, tf221k3=TypeError, tf221k2=TypeError

"""The class that adds the loss has no decorator in sight: it inherits a decorated `call`."""
import tensorflow as tf
from tensorflow import keras


class Gauge(keras.layers.Layer):
    """Template: subclasses say what they measure."""

    @tf.function
    def call(self, values):
        self.measure(values)
        return values

    def measure(self, values):
        raise NotImplementedError


class DriftGauge(Gauge):
    def measure(self, values):
        drift = values[:, -1] - values[:, 0]
        self.add_loss(tf.reduce_mean(tf.square(drift)))


gauge = DriftGauge()
scale = tf.Variable(2.0)
series = tf.constant([[0.0, 0.5, 1.0], [1.0, 1.0, 1.0]])
with tf.GradientTape() as tape:
    gauge(scale * series)
    drift = tf.sqrt(gauge.losses[0])
print("drift %.4f, slope %.4f" % (drift.numpy(), tape.gradient(drift, scale).numpy()))
