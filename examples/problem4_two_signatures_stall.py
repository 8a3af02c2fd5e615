# expect-error: none
# expect-phase: keras3
# expect-other: none
# fault-line: 34
# read-line: 41
# kind: frozen-first-trace
# fix: move @tf.function from call to train_step; or give Drum a build that builds every sublayer
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints-keras2: inside ~ ~ ~ rim ~ ~ ~ | trained yes
# prints-keras3: inside ~ ~ ~ rim ~ ~ ~ | trained no
# varies: numbers
# note: no error and no warning on Keras 3: the points inside meet a frozen trace, the points on the rim (another batch size) a live one

"""Problem 4 without any message: the loss stops falling and nothing says why.

The model is evaluated on 64 points inside and on 16 points of the rim. On Keras 3 the first trace
(inside) keeps the initial weights, the second one (rim) has the real ones. Every weight has a
gradient, but only through the rim: what the model says about the inside never changes. Keras 2
prints `inside 0.580 0.005 0.002`, Keras 3 `inside 0.580 0.580 0.580`.
"""
import numpy as np
import tensorflow as tf
from tensorflow import keras


class Drum(keras.Model):
    """Height of a drum skin, known at some points and zero on the rim."""

    def __init__(self):
        super().__init__()
        self.hidden = keras.layers.Dense(24, activation="tanh")
        self.readout = keras.layers.Dense(1)

    @tf.function
    def call(self, points):
        return self.readout(self.hidden(points))


def train_step(drum, optimizer, inside, heights, rim):
    with tf.GradientTape() as tape:
        inside_error = tf.reduce_mean(tf.square(drum(inside) - heights))
        rim_error = tf.reduce_mean(tf.square(drum(rim)))
        total = inside_error + rim_error
    gradients = tape.gradient(total, drum.trainable_variables)
    optimizer.apply_gradients(zip(gradients, drum.trainable_variables))
    return inside_error, rim_error


keras.utils.set_random_seed(11)
numbers = np.random.default_rng(5)
inside = tf.constant(numbers.uniform(-0.7, 0.7, [64, 2]), tf.float32)
heights = 1.0 - tf.reduce_sum(tf.square(inside), axis=1, keepdims=True)
angles = numbers.uniform(0.0, 2.0 * np.pi, [16, 1])
rim = tf.constant(np.concatenate([np.cos(angles), np.sin(angles)], axis=1), tf.float32)
drum, optimizer = Drum(), keras.optimizers.Adam(0.02)
errors = []
for _ in range(300):
    errors.append([error.numpy() for error in train_step(drum, optimizer, inside, heights, rim)])
inside_errors, rim_errors = zip(*errors)
print("inside %.3f %.3f %.3f" % inside_errors[::149], "rim %.3f %.3f %.3f" % rim_errors[::149])
print("trained", "yes" if inside_errors[-1] < 0.1 * inside_errors[0] else "no")
