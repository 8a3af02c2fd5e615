# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: keras-contract
# fix: none needed
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: error 1.0000 | error 0.0000
# note: `super().compile()` without arguments does not break a hand-written loop, nor do `Concatenate` and a nested tf.function

"""What does not cause problem 4: an empty `super().compile()`, `Concatenate`, nested graphs."""
import tensorflow as tf
from tensorflow import keras


class Scale(keras.Model):
    def __init__(self):
        super().__init__()
        self.join = keras.layers.Concatenate()
        self.readout = keras.layers.Dense(1, kernel_initializer="ones", use_bias=False)

    def call(self, pair):
        return self.readout(self.join([pair[0], pair[1]]))

    def compile(self, optimizer):
        super().compile()
        self.optimizer = optimizer


@tf.function
def squared_error(scale, pair, wanted):
    return tf.reduce_mean(tf.square(scale(pair) - wanted))


@tf.function
def train_step(scale, pair, wanted):
    with tf.GradientTape() as tape:
        error = squared_error(scale, pair, wanted)
    weights = scale.trainable_variables
    scale.optimizer.apply_gradients(zip(tape.gradient(error, weights), weights))
    return error


scale = Scale()
scale.compile(optimizer=keras.optimizers.SGD(0.25))
pair = (tf.ones([4, 1]), tf.ones([4, 1]))
for _ in range(2):
    print("error %.4f" % train_step(scale, pair, tf.ones([4, 1])).numpy())
