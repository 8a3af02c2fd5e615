# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: add-loss-in-rnn
# fix: the running sum is a state of the cell; the model adds it once, after the loop
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: errors ['0.1250', '0.0762'] | charges ['0.2781', '0.2704']

import numpy as np
import tensorflow as tf
from tensorflow import keras


class LeakyMemory(keras.layers.Layer):
    """Forgets half of its memory at each step and takes in the input."""

    def __init__(self, units, price, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.price = price
        self.state_size = [units, 1]
        self.output_size = units

    def build(self, input_shape):
        self.intake = self.add_weight(
            name="intake", shape=(int(input_shape[-1]), self.units), initializer="ones"
        )
        self.built = True

    def call(self, inputs, states):
        before, so_far = states[0], states[1]
        now = 0.5 * before + tf.matmul(inputs, self.intake)
        jump = tf.reduce_mean(tf.square(now - before), axis=-1, keepdims=True)
        return now, [now, so_far + self.price * jump]


class Reader(keras.Model):
    def __init__(self):
        super().__init__()
        self.memory = keras.layers.RNN(LeakyMemory(2, price=0.1), return_state=True)
        self.verdict = keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, series):
        last, _, charges = self.memory(series)
        self.add_loss(tf.reduce_mean(charges))
        return self.verdict(last)

    def train_step(self, data):
        series, wanted = data
        with tf.GradientTape() as tape:
            error = tf.reduce_mean(tf.square(self(series, training=True) - wanted))
            charge = tf.constant(0.0)
            for loss in self.losses:
                charge = charge + loss
            total = error + charge
        weights = self.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(total, weights), weights))
        return {"error": error, "charge": charge}


series = np.array([[[1.0], [0.0], [2.0]], [[0.0], [1.0], [1.0]]], "float32")
wanted = np.array([[4.0], [3.0]], "float32")
reader = Reader()
reader.compile(optimizer=keras.optimizers.SGD(0.01))
history = reader.fit(series, wanted, epochs=2, verbose=0).history
print("errors", ["%.4f" % value for value in history["error"]])
print("charges", ["%.4f" % value for value in history["charge"]])
