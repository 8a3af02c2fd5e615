# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: frozen-first-trace
# fix: no graph at all
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: trained yes

import tensorflow as tf
from tensorflow import keras


class Rod(keras.Model):
    """Temperature of a rod as a function of place and time."""

    def __init__(self):
        super().__init__()
        self.join = keras.layers.Concatenate()
        self.hidden = keras.layers.Dense(16, activation="tanh")
        self.readout = keras.layers.Dense(1)

    def call(self, inputs):
        place, time = inputs
        return self.readout(self.hidden(self.join([place, time])))


def train_step(rod, optimizer, place, time, measured):
    with tf.GradientTape() as tape:
        error = tf.reduce_mean(tf.square(rod([place, time]) - measured))
    gradients = tape.gradient(error, rod.trainable_variables)
    optimizer.apply_gradients(zip(gradients, rod.trainable_variables))
    return error


keras.utils.set_random_seed(7)
place = tf.reshape(tf.linspace(0.0, 1.0, 32), [32, 1])
time = tf.zeros_like(place) + 0.5
measured = (1.0 - place) * tf.exp(-time)
rod, optimizer = Rod(), keras.optimizers.Adam(0.05)
errors = [train_step(rod, optimizer, place, time, measured).numpy() for _ in range(200)]
print("trained", "yes" if errors[-1] < 0.05 * errors[0] else "no")
