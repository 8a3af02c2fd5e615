# expect-error: ValueError
# expect-phase: keras3
# expect-other: none
# fault-line: 31
# read-line: 41, 39
# kind: frozen-first-trace
# fix: move @tf.function from call to train_step; or give Rod a build that builds every sublayer
# verified: tf28=ok, tf215=ok, tf221k3=ValueError, tf221k2=ok
# prints-keras2: trained yes

"""A small physics model whose `call` is decorated, trained by a hand-written loop.

Keras 3 builds a model that has no `build` by running `call` once on symbols. The decorated
`call` is traced in that run, before the Dense layers have weights, so the trace holds their
initial values instead of the weights and is used for ever: no gradient reaches any weight.
Keras 2 creates the weights first and trains.
"""
import tensorflow as tf
from tensorflow import keras


class Rod(keras.Model):
    """Temperature of a rod as a function of place and time."""

    def __init__(self):
        super().__init__()
        self.join = keras.layers.Concatenate()
        self.hidden = keras.layers.Dense(16, activation="tanh")
        self.readout = keras.layers.Dense(1)

    @tf.function
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
