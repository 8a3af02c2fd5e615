# expect-error: none
# expect-phase: both
# fault-line: 25, 23
# read-line: 32
# kind: add-loss-in-graph
# fix: move @tf.function from call to pull, which calls the layer and reads its losses
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: pull 0.0000 | pull 0.0000
# note: the right values are 2.5000 and 0.6250; see the fixed twin

"""The silent half of problem 1: a harmless looking warm-up call keeps TensorFlow from complaining.

The warm-up traces `call`. Later calls of the same shape run the finished graph, in which no
Python runs: nothing adds a loss, the list stays empty, and the sum of nothing is zero.
"""
import tensorflow as tf
from tensorflow import keras


class Spring(keras.layers.Layer):
    """Charges for the distance from rest."""

    @tf.function
    def call(self, positions):
        self.add_loss(0.5 * tf.reduce_sum(tf.square(positions)))
        return positions


def pull(spring, positions):
    with tf.GradientTape() as tape:
        spring(positions.read_value())
        energy = tf.constant(0.0) + sum(spring.losses)
    force = tape.gradient(energy, positions)
    if force is not None:
        positions.assign_sub(0.5 * force)
    return energy


spring = Spring()
positions = tf.Variable([1.0, 2.0])
spring(positions.read_value())
for _ in range(2):
    print("pull %.4f" % pull(spring, positions).numpy())
