# expect-error: AttributeError
# expect-phase: keras2
# expect-other: TypeError
# fault-line: 28, 36, 49, 29
# read-line: 52, 53
# kind: keras-contract
# fix: super().__init__(name=name); compile passes everything on; get_config returns Python numbers
# verified: tf28=AttributeError, tf215=AttributeError, tf221k3=TypeError, tf221k2=AttributeError
# note: from error to nothing: self.name (error, Keras 2), compile without loss (error), tensor in get_config (error when saved and loaded), tensor constant (note), self.outputs (fine)

"""Habits found beside problem 4, in one model; they are often taken for its cause and are not.

`self.name = ...` raises on Keras 2. A `compile` without `loss` raises as soon as somebody passes
one. A tensor in `get_config` cannot be saved. A constant kept as a tensor works, but ties the
layer to one dtype. A layer called `self.outputs` is fine, and so is `super().compile()` without
arguments in a model that has its own `train_step`.
"""
import json

import numpy as np
import tensorflow as tf
from tensorflow import keras


class Advisor(keras.Model):
    def __init__(self, prices, name="advisor"):
        super().__init__()
        self.name = name
        self.prices = tf.constant(prices)
        self.hidden = keras.layers.Dense(4, kernel_initializer="ones")
        self.outputs = keras.layers.Concatenate()

    def call(self, amounts):
        return self.outputs([self.hidden(amounts), amounts * self.prices])

    def compile(self, optimizer):
        super().compile()
        self.optimizer = optimizer

    def train_step(self, data):
        amounts, wanted = data
        with tf.GradientTape() as tape:
            error = tf.reduce_mean(tf.square(self(amounts, training=True) - wanted))
        weights = self.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(error, weights), weights))
        return {"error": error}

    def get_config(self):
        return {"prices": self.prices, "name": self.name}


advisor = Advisor([2.0, 3.0])
advisor.compile(optimizer=keras.optimizers.SGD(0.01), loss="mse")
amounts, wanted = np.ones((2, 2), "float32"), np.full((2, 6), 1.0, "float32")
history = advisor.fit(amounts, wanted, epochs=2, verbose=0).history
print("errors", ["%.4f" % value for value in history["error"]])
print(json.dumps(advisor.get_config(), sort_keys=True))
