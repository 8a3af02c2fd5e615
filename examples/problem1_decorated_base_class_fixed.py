# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: add-loss-in-graph
# fix: the template method is plain Python, the function that reads the losses is the graph
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: drift 1.4142, slope 0.7071

import tensorflow as tf
from tensorflow import keras


class Gauge(keras.layers.Layer):
    """Template: subclasses say what they measure."""

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


@tf.function
def drift_and_slope():
    with tf.GradientTape() as tape:
        gauge(scale * series)
        drift = tf.sqrt(gauge.losses[0])
    return drift, tape.gradient(drift, scale)


print("drift %.4f, slope %.4f" % tuple(value.numpy() for value in drift_and_slope()))
