# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: add-loss-in-graph
# fix: pull is the graph, call is plain Python
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: pull 2.5000 | pull 0.6250

import tensorflow as tf
from tensorflow import keras


class Spring(keras.layers.Layer):
    """Charges for the distance from rest."""

    def call(self, positions):
        self.add_loss(0.5 * tf.reduce_sum(tf.square(positions)))
        return positions


@tf.function
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
