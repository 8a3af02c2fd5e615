# expect-error: none
# expect-phase: both
# clean: true
# fault-line: none
# read-line: none
# kind: keras-contract
# fix: name through super().__init__, compile takes and passes on what Keras knows, numbers instead of tensors
# verified: tf28=ok, tf215=ok, tf221k3=ok, tf221k2=ok
# prints: errors ['1.5000', '1.4867'] | {"name": "advisor", "prices": [2.0, 3.0]}

import json

import numpy as np
import tensorflow as tf
from tensorflow import keras


class Advisor(keras.Model):
    def __init__(self, prices, name="advisor"):
        super().__init__(name=name)
        self.prices = [float(price) for price in prices]
        self.hidden = keras.layers.Dense(4, kernel_initializer="ones")
        self.outputs = keras.layers.Concatenate()

    def call(self, amounts):
        return self.outputs([self.hidden(amounts), amounts * self.prices])

    def compile(self, optimizer, **others):
        super().compile(optimizer=optimizer, **others)

    def train_step(self, data):
        amounts, wanted = data
        with tf.GradientTape() as tape:
            error = tf.reduce_mean(tf.square(self(amounts, training=True) - wanted))
        weights = self.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(error, weights), weights))
        return {"error": error}

    def get_config(self):
        return {"prices": list(self.prices), "name": self.name}


advisor = Advisor([2.0, 3.0])
advisor.compile(optimizer=keras.optimizers.SGD(0.01), loss="mse")
amounts, wanted = np.ones((2, 2), "float32"), np.full((2, 6), 1.0, "float32")
history = advisor.fit(amounts, wanted, epochs=2, verbose=0).history
print("errors", ["%.4f" % value for value in history["error"]])
print(json.dumps(advisor.get_config(), sort_keys=True))
